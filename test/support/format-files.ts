import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArticleRecord } from '../../src/domain/article/article-record';
import { PathCounts } from '../../src/formats/files/loss-report';
import { formatNamed, formatOf } from '../../src/formats/formats';
import type { ExportedDictionary } from '../../src/services/exports/export.service';
import type { JsonObject } from '../../src/shared/json';

/** A file as it is read. */
export interface Read {
  readonly articles: readonly { readonly publicId: string; readonly source: JsonObject }[];
  readonly files: ReadonlyMap<string, string>;
  readonly counts: PathCounts;
  readonly problems: readonly string[];
}

/** Reads a file as an import does. */
export async function read(path: string): Promise<Read> {
  const counts = new PathCounts();
  const source = await (await formatOf(path)).open(path, {});
  // Reads the first entries first, as a dry run does before the import.
  for await (const { start } of source.entries(new PathCounts())) if (start.line > 1000) break;
  const articles: { publicId: string; source: JsonObject }[] = [];
  const problems: string[] = [];
  for await (const entry of source.entries(counts)) {
    if (entry.problem) problems.push(entry.problem.message);
    if (entry.source !== undefined)
      articles.push({ publicId: entry.publicId ?? '', source: entry.source as JsonObject });
  }
  const files = new Map(source.files().map(({ name, text }) => [name, text]));
  await source.close?.();
  return { articles, files, counts, problems };
}

/** Endings of formats that are written as packages. */
const BINARY: Readonly<Record<string, string>> = {
  cldf: '.zip',
  hunspell: '.zip',
  stardict: '.zip',
  xlsx: '.xlsx',
  ods: '.ods',
};

const folder = mkdtempSync(join(tmpdir(), 'griot-originals-'));
let written = 0;

/** Writes articles as a file of a format. */
export async function exported(
  format: string,
  { articles, files }: Pick<Read, 'articles' | 'files'>,
  end: string,
) {
  const records = articles.map(({ publicId, source }) => ({ publicId, source: JSON.stringify(source) }));
  const dictionary = {
    dictionary: { dictionaryId: 'my_words', longName: 'Words' },
    files,
    articles: {
      async *[Symbol.asyncIterator]() {
        for (const record of records) yield await Promise.resolve(record as unknown as ArticleRecord);
      },
    },
  } as unknown as ExportedDictionary;
  const pieces: Uint8Array[] = [];
  for await (const piece of formatNamed(format).write(dictionary))
    pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
  const subfolder = join(folder, String(++written));
  mkdirSync(subfolder);
  const path = join(subfolder, `words${BINARY[format] ?? end}`);
  writeFileSync(path, Buffer.concat(pieces));
  for (const [name, text] of formatNamed(format).companionFiles?.(dictionary) ?? [])
    writeFileSync(join(subfolder, name), text);
  return path;
}
