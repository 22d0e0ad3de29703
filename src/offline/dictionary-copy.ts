import type { StoredArticle } from './article-index';
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
  /** Changed articles by number; null for those that are gone. */
  readonly changes: ReadonlyMap<number, StoredArticle | null>;
}

/** The manifest is not signed by the key that signed the copy before: another server, or somebody in between. */
export class KeyChangedError extends Error {}

/** The articles of a copy, read one by one. */
export function* eachArticle({ files, changes }: DictionaryCopy): Generator<StoredArticle, void> {
  for (const text of files.values())
    for (let from = 0, end; (end = text.indexOf('\n', from)) >= 0; from = end + 1) {
      const article = JSON.parse(text.slice(from, end)) as StoredArticle;
      if (!changes.has(article[0])) yield article;
    }
  for (const article of changes.values()) if (article !== null) yield article;
}

/** The articles of a copy, by number. */
export function articlesOf(copy: DictionaryCopy): ReadonlyMap<number, StoredArticle> {
  const articles = new Map<number, StoredArticle>();
  for (const article of eachArticle(copy)) articles.set(article[0], article);
  return articles;
}
