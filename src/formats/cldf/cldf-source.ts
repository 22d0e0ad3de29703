import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readArticle } from '../../domain/reading/read-article';
import { FORBIDDEN_KEYS, type Json } from '../../shared/json';
import { EntryNames } from '../files/entry-names';
import { keptOptions } from '../files/exported-entry';
import type { EntrySource, FileEntry, ReadOptions } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { FileProblem } from '../files/position';
import { splitJson } from '../files/split-json';
import { digestOf, openText } from '../files/text-file';
import { csvRows } from '../tables/csv-rows';
import type { TableRow } from '../tables/table-examples';
import { idBeside } from '../tables/table-lens';
import { type CldfOptions, type CldfTree, getCldf, idOf, readColumns } from './cldf-lens';
import { type CldfShape, type CldfTable, columnOf, itemsOf, shapeFrom } from './cldf-shape';

/** Most characters of senses and examples, which are held in memory to find those of an entry. */
const MOST_JOINED = 256 * 1024 * 1024;

/** A file beside the tables that is kept, in bytes. */
const LARGEST_BESIDE = 16 * 1024 * 1024;

/** Rows of a table, and the header that they had. */
interface Joined {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
}

const NONE: Joined = { header: [], rows: [] };

/** Opens a dictionary in CLDF by its metadata; the tables stand beside it. */
export async function openCldf(
  path: string,
  { encoding, languages, kept }: ReadOptions,
): Promise<EntrySource> {
  const metadata = await readSmall(path);
  await refuseDeep(metadata);
  const found = shapeFrom(metadata);
  const asked = /(?:^|,)\s*target\s*:\s*([\w-]+)/u.exec(languages ?? '')?.[1];
  const { language: earlier } = keptOptions({ files: kept ?? new Map() }, 'cldf');
  const language =
    asked?.toLowerCase() ?? found.language ?? (typeof earlier === 'string' ? earlier : undefined);
  const shape = language === undefined ? found : { ...found, language };
  const folder = dirname(path);
  const senses = await joined(folder, shape.senses, encoding);
  const examples = await joined(folder, shape.examples, encoding);
  const media = shape.media ? mediaIn(await joined(folder, shape.media, encoding), shape.media) : {};
  const options: CldfOptions = { shape, media };
  const entriesPath = await tableIn(folder, shape.entries);
  const file = await openText(entriesPath, encoding);
  const beside = await filesBeside(folder, shape);
  const read: Reading = { options, senses, examples, header: [], left: { senses: [], examples: [] } };
  return {
    format: 'cldf',
    ...file,
    sha256: await digestOfAll([path, entriesPath], [senses, examples]),
    version: () => undefined,
    files: () => [
      { name: 'cldf/metadata.json', text: metadata },
      {
        name: 'cldf/options.json',
        text: JSON.stringify({
          name: basename(path),
          language: shape.language ?? null,
          media,
          headers: { entries: read.header, senses: senses.header, examples: examples.header },
          left: read.left,
        }),
      },
      ...beside,
    ],
    entries: (counts) => entriesOf(csvRows(file.text(), { delimiter: ',', isQuoted: true }), read, counts),
  };
}

/** @throws FileProblem for what is nested too deeply */
async function refuseDeep(text: string): Promise<void> {
  const parts = splitJson(once(text));
  while ((await parts.next()).done !== true);
}

async function* once(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

async function readSmall(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > LARGEST_BESIDE)
    throw new FileProblem(
      'OVER_LIMIT',
      { line: 1, column: 1 },
      `${basename(path)} has more than ${LARGEST_BESIDE} bytes`,
    );
  return readFile(path, 'utf8');
}

async function digestOfAll(paths: readonly string[], tables: readonly Joined[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) hash.update((await digestOf(path)).sha256);
  for (const table of tables) hash.update(JSON.stringify(table));
  return hash.digest('hex');
}

/** Tables that are not read, and sources, as they are. */
async function filesBeside(folder: string, { others }: CldfShape) {
  const present = new Set(await readdir(folder));
  const wanted = [...new Set([...others.map((url) => basename(url)), 'sources.bib'])];
  return Promise.all(
    wanted
      .filter((name) => present.has(name))
      .map(async (name) => ({ name: `cldf/files/${name}`, text: await readSmall(join(folder, name)) })),
  );
}

/** @throws FileProblem when it is missing */
async function tableIn(folder: string, { url }: CldfTable): Promise<string> {
  const name = basename(url);
  if ((await readdir(folder)).includes(name)) return join(folder, name);
  throw new FileProblem('NOT_A_TABLE', { line: 1, column: 1 }, `the table ${name} is missing`);
}

async function joined(
  folder: string,
  table: CldfTable | undefined,
  encoding: string | undefined,
): Promise<Joined> {
  if (!table) return NONE;
  const path = await tableIn(folder, table);
  const name = basename(path);
  const file = await openText(path, encoding);
  let header: readonly string[] | undefined;
  const rows: TableRow[] = [];
  let total = 0;
  for await (const { cells, line } of csvRows(file.text(), { delimiter: ',', isQuoted: true })) {
    total += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (total > MOST_JOINED)
      throw new FileProblem(
        'OVER_LIMIT',
        { line, column: 1 },
        `${name} has more than ${MOST_JOINED} characters`,
      );
    if (header === undefined) header = checked(cells, line);
    else rows.push(rowOf(cells, header));
  }
  return { header: header ?? [], rows };
}

function checked(header: readonly string[], line: number): readonly string[] {
  const forbidden = header.find((name) => FORBIDDEN_KEYS.has(name));
  if (forbidden !== undefined)
    throw new FileProblem('NOT_A_TABLE', { line, column: 1 }, `a column must not be called ${forbidden}`);
  return header;
}

function rowOf(cells: readonly string[], header: readonly string[]): TableRow {
  return Object.fromEntries(
    cells.flatMap((cell, index) =>
      cell === '' ? [] : [[header[index] ?? `column ${index + 1}`, cell] as const],
    ),
  );
}

function mediaIn({ rows }: Joined, table: CldfTable): CldfOptions['media'] {
  const url = columnOf(table, 'downloadUrl')?.name ?? 'Download_URL';
  const type = columnOf(table, 'mediaType')?.name ?? 'Media_Type';
  return Object.fromEntries(
    rows.map((row) => {
      const id = idOf(row, table.columns);
      const kind = row[type]?.startsWith('image') === true ? 'picture' : 'audio';
      return [id, { href: row[url] ?? id, kind }];
    }),
  );
}

interface Reading {
  readonly options: CldfOptions;
  readonly senses: Joined;
  readonly examples: Joined;
  header: readonly string[];
  /** Rows that belong to no entry. */
  left: { senses: readonly TableRow[]; examples: readonly TableRow[] };
}

/** Rows by the items of one of their columns. */
function grouped(rows: readonly TableRow[], column: ReturnType<typeof columnOf>): Map<string, TableRow[]> {
  const groups = new Map<string, TableRow[]>();
  for (const row of rows)
    for (const id of itemsOf(row[column?.name ?? ''], column)) {
      const group = groups.get(id);
      if (group) group.push(row);
      else groups.set(id, [row]);
    }
  return groups;
}

async function* entriesOf(
  rows: ReturnType<typeof csvRows>,
  read: Reading,
  counts: PathCounts,
): AsyncGenerator<FileEntry> {
  const { options, senses, examples } = read;
  const { shape } = options;
  const names = new EntryNames();
  const sensesOf = grouped(senses.rows, columnOf(shape.senses, 'entryReference', shape.entries.url));
  const examplesOf = new Map([
    ...grouped(examples.rows, columnOf(shape.examples, 'entryReference', shape.entries.url)),
    ...grouped(examples.rows, columnOf(shape.examples, 'senseReference', shape.senses?.url)),
  ]);
  const count = counter(options, counts);
  let index = -1;
  for await (const { cells, line, end } of rows) {
    index += 1;
    if (index === 0) read.header = checked(cells, line);
    else {
      const entry = rowOf(cells, read.header);
      const id = idOf(entry, shape.entries.columns);
      const own = sensesOf.get(id) ?? [];
      const ids = [id, ...own.map((row) => idOf(row, shape.senses?.columns ?? []))];
      const tree: CldfTree = {
        entry,
        senses: [...own],
        examples: [...new Set(ids.flatMap((one) => examplesOf.get(one) ?? []))],
      };
      count(tree);
      yield { index, start: { line, column: 1 }, end, ...article(tree, { id, options, names, line }) };
    }
  }
  read.left = count.left(senses.rows, examples.rows);
}

interface Naming {
  readonly id: string;
  readonly options: CldfOptions;
  readonly names: EntryNames;
  readonly line: number;
}

function article(tree: CldfTree, { id, options, names, line }: Naming): Partial<FileEntry> {
  const typed = getCldf(tree, options);
  const { publicId, isRepeated } = names.name(idBeside(tree.entry) ?? id, readArticle(typed).entry.headword);
  const repeated = `the identifier comes again; the article is ${publicId}`;
  return {
    publicId,
    source: { ...typed, original: { format: 'cldf', entry: tree as unknown as Json } },
    ...(isRepeated && { warnings: [new FileProblem('DUPLICATE_ID', { line, column: 1 }, repeated)] }),
  };
}

/** Counts the cells of each row once, although several entries may share an example. */
function counter(options: CldfOptions, counts: PathCounts) {
  const { shape } = options;
  const typed = readColumns(options);
  const seen = new Set<TableRow>();
  const add = (table: CldfTable | undefined, row: TableRow, isRead: boolean) => {
    seen.add(row);
    for (const column of Object.keys(row)) {
      const path = `${table?.url ?? ''}/${column}`;
      counts.add(path, isRead && typed.has(path) ? 'typed' : 'kept');
    }
  };
  const count = ({ entry, senses, examples }: CldfTree) => {
    add(shape.entries, entry, true);
    for (const row of senses) if (!seen.has(row)) add(shape.senses, row, true);
    for (const row of examples) if (!seen.has(row)) add(shape.examples, row, true);
  };
  const left = (senses: readonly TableRow[], examples: readonly TableRow[]) => {
    const unused = (rows: readonly TableRow[]) => rows.filter((row) => !seen.has(row));
    const rows = { senses: unused(senses), examples: unused(examples) };
    for (const row of rows.senses) add(shape.senses, row, false);
    for (const row of rows.examples) add(shape.examples, row, false);
    return rows;
  };
  return Object.assign(count, { left });
}
