import type { IndexedArticle } from './article-index';
import type { OfflineMetadata } from './article-data';

export interface CopiedDictionary extends OfflineMetadata {
  readonly description: string | null;
}

/** A copy of a dictionary: files that never change, and what has changed since. */
export interface DictionaryCopy {
  readonly dictionary: CopiedDictionary;
  readonly generation: string;
  /** Key of the server that signed the manifest, as it was when the copy was begun (SPKI, base64). */
  readonly publicKey?: string;
  /** The place in the sequence of changes up to which the copy is whole. */
  readonly next: number;
  /** When it was last known to be the newest state, in milliseconds. */
  readonly at: number;
  /** Texts of the files, by the SHA-256 of each. */
  readonly files: ReadonlyMap<string, string>;
  /** Changed articles by number; null for removed articles. */
  readonly changes: ReadonlyMap<number, IndexedArticle | null>;
}

/** The manifest is not signed by the key that signed the copy before: another server, or somebody in between. */
export class KeyChangedError extends Error {}

/** A number and what follows it begin each line of a file. */
const MAX_NUMBER_CHARACTERS = 16;

/** The lines of the articles that have not changed since, by number. */
function* eachLine({
  files,
  changes,
}: DictionaryCopy): Generator<readonly [number: number, line: string], void> {
  for (const text of files.values())
    for (let from = 0, end; (end = text.indexOf('\n', from)) >= 0; from = end + 1) {
      const line = text.slice(from, end);
      const number = Number.parseInt(line.slice(1, MAX_NUMBER_CHARACTERS), 10);
      if (!changes.has(number)) yield [number, line];
    }
}

function articleOfLine(line: string): IndexedArticle {
  return JSON.parse(line) as IndexedArticle;
}

/** The articles of a copy, read one by one. */
export function* eachArticle(copy: DictionaryCopy): Generator<IndexedArticle, void> {
  for (const [, line] of eachLine(copy)) yield articleOfLine(line);
  for (const article of copy.changes.values()) if (article !== null) yield article;
}

/**
 * The articles of a copy by number, each read when it is requested: all of them together take a telephone seconds, and several
 * times the memory of their texts.
 */
export function articleReader(copy: DictionaryCopy): (number: number) => IndexedArticle | undefined {
  const lines = new Map(eachLine(copy));
  return (number) => {
    const line = lines.get(number);
    return line === undefined ? (copy.changes.get(number) ?? undefined) : articleOfLine(line);
  };
}

export async function sha256Of(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
