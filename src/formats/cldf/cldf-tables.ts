import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FORBIDDEN_KEYS } from '../../shared/json';
import { FileProblem, fileProblem } from '../files/position';
import type { StatedFacts } from '../files/stated-facts';
import { openPackedText, openText, type TextFile } from '../files/text-file';
import { csvRows, type Dialect } from '../tables/csv-rows';
import type { TableRow } from '../tables/table-cells';
import { type CldfOptions, rowId } from './cldf-columns';
import { type CldfShape, type CldfTable, columnOf } from './cldf-shape';

/** Maximum length of senses and examples, in characters. They are held in memory to find those of an entry. */
const MAX_JOINED_CHARACTERS = 256 * 1024 * 1024;

/** The rows of a table, with its header. */
export interface Joined {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
}

const NONE: Joined = { header: [], rows: [] };

/** Reads the options for reading entries from the other tables. */
export async function optionsIn(
  folder: string,
  shape: CldfShape,
  encoding: string | undefined,
): Promise<CldfOptions> {
  const namesOf = async (table: CldfTable | undefined) =>
    table ? namesIn(await joinedTable(folder, table, encoding), table) : {};
  const languages = await namesOf(shape.languages);
  return {
    shape,
    media: shape.media ? mediaIn(await joinedTable(folder, shape.media, encoding), shape.media) : {},
    concepts: await namesOf(shape.concepts),
    // A dictionary of one language needs no language names.
    ...(Object.keys(languages).length > 1 && { languages }),
  };
}

/** Finds a file in the folder of the metadata. CLDF allows `entries.csv.zip` instead of `entries.csv`. */
export async function fileIn(
  folder: string,
  name: string,
): Promise<{ readonly path: string; readonly isPacked: boolean } | undefined> {
  const present = new Set(await readdir(folder));
  const fileName = [name, `${name}.zip`].find((candidate) => present.has(candidate));
  return fileName === undefined ? undefined : { path: join(folder, fileName), isPacked: fileName !== name };
}

/** @throws FileProblem if the file is missing */
export async function tableIn(
  folder: string,
  { url }: CldfTable,
  encoding: string | undefined,
): Promise<TextFile> {
  const name = basename(url);
  const file = await fileIn(folder, name);
  if (!file) throw fileProblem('NOT_A_TABLE', `the table ${name} is missing`);
  return file.isPacked ? openPackedText(file.path, encoding) : openText(file.path, encoding);
}

export async function joinedTable(
  folder: string,
  table: CldfTable | undefined,
  encoding: string | undefined,
): Promise<Joined> {
  if (!table) return NONE;
  const name = basename(table.url);
  const file = await tableIn(folder, table, encoding);
  let header: readonly string[] | undefined;
  const rows: TableRow[] = [];
  let total = 0;
  for await (const { cells, line } of csvRows(file.text(), dialectFor(table))) {
    total += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (total > MAX_JOINED_CHARACTERS)
      throw new FileProblem(
        'OVER_LIMIT',
        { line, column: 1 },
        `${name} has more than ${MAX_JOINED_CHARACTERS} characters`,
      );
    if (header === undefined) header = checked(cells, line);
    else rows.push(cldfRow(cells, header));
  }
  return { header: header ?? [], rows };
}

export function checked(header: readonly string[], lineNumber: number): readonly string[] {
  const forbidden = header.find((name) => FORBIDDEN_KEYS.has(name));
  if (forbidden !== undefined)
    throw new FileProblem(
      'NOT_A_TABLE',
      { line: lineNumber, column: 1 },
      `a column must not have the name ${forbidden}`,
    );
  return header;
}

export function cldfRow(cells: readonly string[], header: readonly string[]): TableRow {
  return Object.fromEntries(
    cells.flatMap((cell, index) =>
      cell === '' ? [] : [[header[index] ?? `column ${index + 1}`, cell] as const],
    ),
  );
}

export function dialectFor({ delimiter = ',' }: CldfTable): Dialect {
  return { delimiter, isQuoted: true };
}

/** Returns what the metadata, and the table of languages if there is one, state about the dictionary. */
export async function statedInCldf(
  folder: string,
  { title, license, language: target, wordLanguages: table, entries }: CldfShape,
  encoding: string | undefined,
): Promise<StatedFacts> {
  // The table is optional, since nothing else needs it.
  const isThere = table && (await fileIn(folder, basename(table.url))) !== undefined;
  const { rows } = isThere ? await joinedTable(folder, table, encoding) : NONE;
  const code = (table && columnOf(table, 'iso639P3code')?.name) ?? 'ISO639P3code';
  const language = isThere
    ? onlyOne(rows.map((row) => row[code]))
    : await languageIn(folder, entries, encoding);
  return { title, license, targets: [target], language };
}

function onlyOne<T>([first, ...others]: readonly T[]): T | undefined {
  return others.length === 0 ? first : undefined;
}

/** Matches identifiers of languages that are codes of ISO 639, as they often are. */
const CODE = /^[a-z]{2,3}$/u;

/** Returns the language to which all entries refer, if its identifier is a code. */
async function languageIn(
  folder: string,
  entries: CldfTable,
  encoding: string | undefined,
): Promise<string | undefined> {
  const column = columnOf(entries, 'languageReference');
  if (!column) return undefined;
  const file = await tableIn(folder, entries, encoding);
  let at: number | undefined;
  const languages = new Set<string>();
  for await (const { cells } of csvRows(file.text(), dialectFor(entries))) {
    if (at === undefined) at = cells.indexOf(column.name);
    else languages.add(cells[at] ?? '');
    if (languages.size > 1) break;
  }
  const language = onlyOne([...languages]);
  return language !== undefined && CODE.test(language) ? language : undefined;
}

/** Returns the names of concepts or languages by identifier. */
function namesIn({ rows }: Joined, table: CldfTable): Readonly<Record<string, string>> {
  const name = columnOf(table, 'name')?.name ?? 'Name';
  return Object.fromEntries(
    rows.map((row) => {
      const id = rowId(row, table.columns);
      return [id, row[name] ?? id];
    }),
  );
}

function mediaIn({ rows }: Joined, table: CldfTable): CldfOptions['media'] {
  const url = columnOf(table, 'downloadUrl')?.name ?? 'URL';
  const type = columnOf(table, 'mediaType')?.name ?? 'mimetype';
  return Object.fromEntries(
    rows.map((row) => {
      const id = rowId(row, table.columns);
      const kind = row[type]?.startsWith('image') === true ? 'picture' : 'audio';
      return [id, { href: row[url] ?? id, kind }];
    }),
  );
}
