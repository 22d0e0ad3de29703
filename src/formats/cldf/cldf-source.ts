import { createHash } from 'node:crypto';
import { withOriginal } from '../lens/read-items';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readArticle } from '../../domain/reading/read-article';
import type { Json } from '../../shared/json';
import { EntryNames } from '../files/entry-names';
import { storedOptions } from '../files/exported-entry';
import { type EntrySource, type FileEntry, namedLanguages, type ReadOptions } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { FileProblem, fileProblem } from '../files/position';
import { splitJson } from '../json/split-json';
import { controlCharacterIn, fileDigest } from '../files/text-file';
import { onlyFileOf, singlePiece } from '../files/zip';
import { csvRows } from '../tables/csv-rows';
import type { TableRow } from '../tables/table-cells';
import { extensionId } from '../tables/table-lens';
import { type CldfOptions, type CldfTree, rowId } from './cldf-columns';
import {
  type Joined,
  checked,
  dialectFor,
  fileIn,
  joinedTable,
  optionsIn,
  cldfRow,
  statedInCldf,
  tableIn,
} from './cldf-tables';
import { getCldf, readColumns } from './cldf-lens';
import { targetsInCldf } from './cldf-targets';
import { type CldfShape, type CldfTable, columnOf, cellValues, shapeFrom } from './cldf-shape';

/** Maximum size of another file of the dataset that is stored, in bytes. */
const MAX_SIDECAR_BYTES = 16 * 1024 * 1024;

/** Opens a CLDF dictionary by its metadata file. Its tables are in the same folder. */
export async function openCldf(
  path: string,
  { encoding, languages, storedSettings }: ReadOptions,
): Promise<EntrySource> {
  const metadata = await readSmall(path);
  await refuseDeep(metadata);
  const declaredShape = shapeFrom(metadata);
  const { language: earlier } = storedOptions({ files: storedSettings ?? new Map() }, 'cldf');
  const language =
    namedLanguages(languages)['target'] ??
    declaredShape.language ??
    (typeof earlier === 'string' ? earlier : undefined);
  const shape = language === undefined ? declaredShape : { ...declaredShape, language };
  const folder = dirname(path);
  const senses = await joinedTable(folder, shape.senses, encoding);
  const examples = await joinedTable(folder, shape.examples, encoding);
  const targets = await targetsInCldf(folder, shape, { senses, encoding });
  const options = { ...(await optionsIn(folder, shape, encoding)), ...(targets && { targets }) };
  const file = await tableIn(folder, shape.entries, encoding);
  const stated = await statedInCldf(folder, shape, encoding);
  const otherFiles = await unreadFiles(folder, shape);
  const read: Reading = { options, senses, examples, header: [], left: { senses: [], examples: [] } };
  return {
    format: 'cldf',
    ...file,
    sha256: digestOfAll([(await fileDigest(path)).sha256, file.sha256], [senses, examples]),
    version: () => undefined,
    stated: () => stated,
    files: () => [
      { name: 'cldf/metadata.json', text: metadata },
      { name: 'cldf/options.json', text: JSON.stringify(exportOptions(basename(path), read)) },
      ...otherFiles,
    ],
    entries: (counts) => readEntries(csvRows(file.text(), dialectFor(shape.entries)), read, counts),
  };
}

/** Returns the properties of the imported files that an export needs. */
function exportOptions(name: string, { options, senses, examples, header, left }: Reading) {
  const { shape, media, concepts, languages, targets } = options;
  const headers = { entries: header, senses: senses.header, examples: examples.header };
  return { name, language: shape.language ?? null, media, concepts, languages, targets, headers, left };
}

/** @throws FileProblem if the JSON is nested too deeply */
async function refuseDeep(text: string): Promise<void> {
  const parts = splitJson(singlePiece(text), undefined);
  while ((await parts.next()).done !== true);
}

async function readSmall(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_SIDECAR_BYTES) throw tooLarge(path);
  return readFile(path, 'utf8');
}

async function unpackSmall(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of onlyFileOf(path)) {
    size += chunk.length;
    if (size > MAX_SIDECAR_BYTES) throw tooLarge(path);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(path: string): FileProblem {
  const complaint = `${basename(path)} has more than ${MAX_SIDECAR_BYTES} bytes`;
  return fileProblem('OVER_LIMIT', complaint);
}

function digestOfAll(digests: readonly string[], tables: readonly Joined[]): string {
  const hash = createHash('sha256');
  for (const digest of digests) hash.update(digest);
  for (const table of tables) hash.update(JSON.stringify(table));
  return hash.digest('hex');
}

/** Returns unread tables and sources without changes. */
async function unreadFiles(folder: string, { others }: CldfShape) {
  const names = [...new Set([...others.map((url) => basename(url)), 'sources.bib'])];
  const files = await Promise.all(
    names.map(async (name) => {
      const file = await fileIn(folder, name);
      if (!file) return [];
      const text = file.isPacked ? await unpackSmall(file.path) : await readSmall(file.path);
      return [{ name: `cldf/files/${name}`, text }];
    }),
  );
  return files.flat();
}

interface Reading {
  readonly options: CldfOptions;
  readonly senses: Joined;
  readonly examples: Joined;
  header: readonly string[];
  /** Rows that refer to no entry. */
  left: { senses: readonly TableRow[]; examples: readonly TableRow[] };
}

/** Groups rows by the items of one of their columns. */
function grouped(rows: readonly TableRow[], column: ReturnType<typeof columnOf>): Map<string, TableRow[]> {
  const groups = new Map<string, TableRow[]>();
  for (const row of rows)
    for (const id of cellValues(row[column?.name ?? ''], column)) {
      const group = groups.get(id);
      if (group) group.push(row);
      else groups.set(id, [row]);
    }
  return groups;
}

async function* readEntries(
  rows: ReturnType<typeof csvRows>,
  read: Reading,
  counts: PathCounts,
): AsyncGenerator<FileEntry> {
  const { options, senses, examples } = read;
  const { shape } = options;
  const names = new EntryNames();
  const sensesOf = grouped(senses.rows, columnOf(shape.senses, 'entryReference', shape.entries.url));
  // A sense and an entry may have the same identifier, so that examples of entries and of senses are grouped separately.
  const ofEntry = grouped(examples.rows, columnOf(shape.examples, 'entryReference', shape.entries.url));
  const ofSense = grouped(examples.rows, columnOf(shape.examples, 'senseReference', shape.senses?.url));
  const count = counter(options, counts);
  const repeated = { total: 0, sizes: new Map<TableRow, number>() };
  let index = -1;
  for await (const { cells, line, end } of rows) {
    index += 1;
    if (index === 0) read.header = checked(cells, line);
    else {
      const entry = cldfRow(cells, read.header);
      const id = rowId(entry, shape.entries.columns);
      const own = sensesOf.get(id) ?? [];
      const ids = own.map((row) => rowId(row, shape.senses?.columns ?? []));
      const exampleRows = [ofEntry.get(id) ?? [], ...ids.map((senseId) => ofSense.get(senseId) ?? [])];
      const tree: CldfTree = { entry, senses: [...own], examples: [...new Set(exampleRows.flat())] };
      count(tree);
      refuseRepeated(tree, repeated, line);
      yield { index, start: { line, column: 1 }, end, ...article(tree, { id, options, names, line }) };
    }
  }
  read.left = count.left(senses.rows, examples.rows);
}

/** Maximum total length of the senses and examples of all entries, in characters. Entries may refer to the same rows again and again. */
const MAX_REFERENCED_CHARACTERS = 1024 ** 3;

interface ReferencedRows {
  total: number;
  readonly sizes: Map<TableRow, number>;
}

/** @throws FileProblem if entries refer to the same long rows too often */
function refuseRepeated({ senses, examples }: CldfTree, references: ReferencedRows, line: number): void {
  for (const row of [...senses, ...examples]) {
    const size = references.sizes.get(row) ?? Object.values(row).reduce((sum, cell) => sum + cell.length, 0);
    references.sizes.set(row, size);
    references.total += size;
  }
  if (references.total > MAX_REFERENCED_CHARACTERS)
    throw new FileProblem(
      'OVER_LIMIT',
      { line, column: 1 },
      `the entries have senses and examples of more than ${MAX_REFERENCED_CHARACTERS} characters`,
    );
}

interface Naming {
  readonly id: string;
  readonly options: CldfOptions;
  readonly names: EntryNames;
  readonly line: number;
}

function article(tree: CldfTree, { id, options, names, line }: Naming): Partial<FileEntry> {
  const typed = getCldf(tree, options);
  const content = readArticle(typed);
  const { publicId, isRepeated } = names.name(extensionId(tree.entry) ?? id, content.entry.headword);
  const repeated = `the identifier is used more than once; this article becomes ${publicId}`;
  const problem = controlCharacterInEntry(tree, options.shape, line);
  return {
    ...(problem && { problem }),
    publicId,
    source: withOriginal(typed, { format: 'cldf', entry: tree as unknown as Json }, content),
    ...(isRepeated && { warnings: [new FileProblem('DUPLICATE_ID', { line, column: 1 }, repeated)] }),
  };
}

/** Finds a control character in a cell of the entry, its senses or its examples. */
function controlCharacterInEntry(
  { entry, senses, examples }: CldfTree,
  shape: CldfShape,
  line: number,
): FileProblem | undefined {
  const tables = [
    [shape.entries, [entry]],
    [shape.senses, senses],
    [shape.examples, examples],
  ] as const;
  for (const [table, rows] of tables)
    for (const row of rows)
      for (const [column, cell] of Object.entries(row)) {
        const character = controlCharacterIn(cell);
        if (!character) continue;
        const location = `the column "${column}" of ${table?.url ?? ''}`;
        const complaint = `${location} has the control character ${character.name}, which is not allowed in text: remove it`;
        return new FileProblem('CONTROL_CHARACTER', { line, column: 1 }, complaint);
      }
  return undefined;
}

const NO_COLUMNS: ReadonlySet<string> = new Set();

/** Counts the cells of each row once, although several entries may share an example. */
function counter(options: CldfOptions, counts: PathCounts) {
  const { shape } = options;
  const typed = readColumns(options);
  const seen = new Set<TableRow>();
  const add = (table: CldfTable | undefined, row: TableRow, columnsRead: ReadonlySet<string>) => {
    seen.add(row);
    for (const column of Object.keys(row)) {
      const path = `${table?.url ?? ''}/${column}`;
      counts.add(path, columnsRead.has(path) ? 'typed' : 'kept');
    }
  };
  const count = ({ entry, senses, examples }: CldfTree) => {
    add(shape.entries, entry, typed);
    for (const row of senses) if (!seen.has(row)) add(shape.senses, row, typed);
    for (const row of examples) if (!seen.has(row)) add(shape.examples, row, typed);
  };
  const left = (senses: readonly TableRow[], examples: readonly TableRow[]) => {
    const unused = (rows: readonly TableRow[]) => rows.filter((row) => !seen.has(row));
    const rows = { senses: unused(senses), examples: unused(examples) };
    for (const row of rows.senses) add(shape.senses, row, NO_COLUMNS);
    for (const row of rows.examples) add(shape.examples, row, NO_COLUMNS);
    return rows;
  };
  return Object.assign(count, { left });
}
