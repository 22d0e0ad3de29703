import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createReadStream } from 'node:fs';
import type { DictionaryDescription } from '../../domain/dictionary/dictionary';
import type { ImportedArticle } from '../../domain/imports/import-record';
import { Failure, messageOf } from '../../shared/failure';
import type { Json } from '../../shared/json';
import { NumbersByName } from '../files/numbers-by-name';
import { articleFromLine, articleNumberFrom } from './article-line';
import { metadataFrom } from './dictionary-metadata';

/** A line that was read, or the problem with it. `bytes` is the offset of its end in the file. */
export interface FolderLine {
  readonly line: number;
  readonly bytes: number;
  readonly article?: ImportedArticle;
  readonly problem?: string;
}

/** A folder with a dictionary: `metadata.json` and `articles.jsonl`. */
export interface DictionaryFolder {
  readonly metadata: DictionaryDescription;
  readonly articlesFile: string;
  readonly articlesBytes: number;
}

/** @throws Failure with a sentence that names the file and the problem */
export async function openDictionaryFolder(folder: string): Promise<DictionaryFolder> {
  const metadataFile = join(folder, 'metadata.json');
  const articlesFile = join(folder, 'articles.jsonl');
  const text = await readFile(metadataFile, 'utf8').catch((error: unknown) => {
    throw unreadable(metadataFile, error);
  });
  const { size } = await stat(articlesFile).catch((error: unknown) => {
    throw unreadable(articlesFile, error);
  });
  return { metadata: metadataIn(metadataFile, text), articlesFile, articlesBytes: size };
}

/** Reads the articles of a folder line by line and skips blank lines. Only digests of the identifiers remain in memory. */
export async function* folderLines({ metadata, articlesFile }: DictionaryFolder): AsyncGenerator<FolderLine> {
  const seen = new NumbersByName();
  for await (const { number, end, text, problem } of textLines(articlesFile)) {
    if (text === undefined) yield { line: number, bytes: end, problem: problem ?? 'the line cannot be read' };
    else if (text.trim() !== '')
      yield { line: number, bytes: end, ...readLine(text, metadata.dictionaryId, { number, seen }) };
  }
}

/** Returns the highest article number in a folder, 0 if there is none. Lines that exports wrote are not parsed. */
export async function highestNumberIn({ articlesFile }: DictionaryFolder): Promise<number> {
  let highest = 0;
  for await (const { text } of textLines(articlesFile))
    highest = Math.max(highest, articleNumberIn(text ?? ''));
  return highest;
}

/** Matches the beginning of a line in the form that exports write. */
const EXPORTED_BEGINNING = /^\{(?:"id_dico":"[^"\\]*",)?("id_article"):([1-9]\d{0,8}),/;

function articleNumberIn(text: string): number {
  const [beginning, name = '', digits] = EXPORTED_BEGINNING.exec(text) ?? [];
  // If a name is repeated, JSON takes the last value, and escapes could hide a repetition.
  const isOnly = beginning !== undefined && !text.includes(name, beginning.length) && !text.includes('\\u');
  if (isOnly) return Number(digits);
  try {
    return articleNumberFrom((JSON.parse(text) as { readonly id_article?: Json } | null)?.id_article);
  } catch {
    // The import reports the problem when it reaches the line.
    return 0;
  }
}

interface Sighting {
  readonly number: number;
  /** Line numbers by identifiers of previous lines. */
  readonly seen: NumbersByName;
}

function readLine(
  text: string,
  dictionaryId: string,
  { number, seen }: Sighting,
): Pick<FolderLine, 'article' | 'problem'> {
  try {
    const article = articleFromLine(text, dictionaryId);
    const names = [
      `id_article ${article.number}`,
      ...(article.publicId === undefined ? [] : [`public_id ${article.publicId}`]),
    ];
    const known = names.find((name) => seen.has(name));
    if (known !== undefined)
      return { problem: `${known} is already used in line ${String(seen.get(known))}` };
    for (const name of names) seen.set(name, number);
    return { article };
  } catch (error) {
    if (error instanceof Failure) return { problem: error.message };
    throw error;
  }
}

function metadataIn(file: string, text: string): DictionaryDescription {
  try {
    // Some editors write a byte order mark.
    return metadataFrom(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    throw new Failure('INVALID_INPUT', `${file}: ${messageOf(error)}`);
  }
}

const ERROR_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a folder is imported, not a file in it',
  EACCES: 'no permission',
};

function unreadable(file: string, error: unknown): Failure {
  return new Failure(
    'INVALID_INPUT',
    `${file} cannot be read: ${ERROR_REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? String(error)}`,
  );
}

/** A line of a file, or the reason why it cannot be read. `end` is the offset in bytes after it. */
export interface TextLine {
  readonly number: number;
  readonly end: number;
  readonly text?: string;
  readonly problem?: string;
}

/** Maximum length of a line, in bytes: four times the largest article. A longer line is skipped without being held in memory. */
const MAX_LINE_LENGTH = 1024 * 1024;

const NEWLINE = 0x0a;

/** Reads the lines of a UTF-8 file. Only a line feed ends a line, because JSON may contain U+2028, at which other readers break lines. */
async function* textLines(file: string): AsyncGenerator<TextLine> {
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  let number = 0;
  let end = 0;
  const take = (last: Buffer): TextLine => {
    const bytes = bufferedBytes + last.length;
    const line = bytes > MAX_LINE_LENGTH ? undefined : Buffer.concat([...buffered, last]);
    [buffered, bufferedBytes] = [[], 0];
    number += 1;
    end += bytes;
    return line
      ? { number, end, ...decodedLine(line) }
      : { number, end, problem: `the line is longer than ${MAX_LINE_LENGTH} bytes` };
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      yield take(chunk.subarray(from, at));
      end += 1;
      from = at + 1;
    }
    const rest = chunk.subarray(from);
    bufferedBytes += rest.length;
    if (bufferedBytes <= MAX_LINE_LENGTH) buffered.push(rest);
    else buffered = [];
  }
  if (bufferedBytes > 0) yield take(Buffer.alloc(0));
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function decodedLine(line: Buffer): Pick<TextLine, 'text' | 'problem'> {
  try {
    return { text: UTF8.decode(line) };
  } catch {
    return { problem: 'the line is not UTF-8' };
  }
}
