import { FileProblem, type Position } from '../files/position';
import type { ColumnMap } from './column-map';
import type { TableCells } from './csv-rows';
import type { TableRow } from './table-cells';

/** The names of the columns of a table, and their meanings. */
export interface Table {
  readonly header: readonly string[];
  readonly map: ColumnMap;
}

/** Maximum number of rows of an article. If the wrong column is taken for headwords, all rows could form one article. */
const MAX_ROWS_PER_ARTICLE = 500;

/** The rows of one article. */
export interface GroupedRows {
  /** The first row determines the position of the article in the file. */
  readonly rows: readonly [TableCells, ...TableCells[]];
  /** Index of the first row below the headings, from 1. */
  readonly index: number;
  /** Offset of the end of the last row in the file, in characters. */
  readonly end: number;
  /** Number of rows that were left out because there were too many. */
  readonly left: number;
}

interface Grouping {
  /** Number of rows at the beginning of the table that are not articles. */
  readonly head: number;
  /** Whether a row belongs to the preceding article. */
  readonly continues: (cells: TableCells['cells']) => boolean;
}

/** Groups the rows below the headings into articles. */
export async function* articleRows(
  table: AsyncIterable<TableCells>,
  { head, continues }: Grouping,
): AsyncGenerator<GroupedRows> {
  let group: { rows: [TableCells, ...TableCells[]]; index: number; end: number; left: number } | undefined;
  let index = -head;
  for await (const row of table) {
    index += 1;
    if (index <= 0) continue;
    if (group && continues(row.cells)) {
      group.end = row.end;
      if (group.rows.length < MAX_ROWS_PER_ARTICLE) group.rows.push(row);
      else group.left += 1;
      continue;
    }
    if (group) yield group;
    group = { rows: [row], index, end: row.end, left: 0 };
  }
  if (group) yield group;
}

/** Returns the columns with one meaning. */
export function columnsFor({ map }: Table, to: string): readonly string[] {
  return Object.entries(map.columns).flatMap(([name, meaning]) => (meaning.to === to ? [name] : []));
}

/** Returns a predicate for rows that continue the article above: rows without a headword, if the map permits it. */
export function continuing(table: Table): (cells: readonly string[]) => boolean {
  const headwords = columnsFor(table, 'headword').map((name) => table.header.indexOf(name));
  if (table.map.rows !== 'continue' || headwords.length === 0) return () => false;
  return (cells) => headwords.every((index) => (cells[index] ?? '').trim() === '');
}

/** Returns the non-empty cells by column name. A cell without a column is named by its position. */
export function namedCells(cells: readonly string[], header: readonly string[]): TableRow {
  return Object.fromEntries(
    cells.flatMap((cell, index) =>
      cell === '' ? [] : [[header[index] ?? columnName(index), cell] as const],
    ),
  );
}

/** Returns the name of a column without a heading. */
export function columnName(index: number): string {
  return `column ${index + 1}`;
}

/** @param left number of rows of an article that were left out */
export function tooMany(start: Position, left: number): FileProblem {
  const count = MAX_ROWS_PER_ARTICLE + left;
  return new FileProblem(
    'OVER_LIMIT',
    start,
    `${count} rows form this article; at most ${MAX_ROWS_PER_ARTICLE} are allowed. Check which column has the headwords`,
  );
}

/** Meanings of columns whose cells belong to one headword. */
const OF_ONE_HEADWORD: ReadonlySet<string> = new Set(['id', 'headword', 'homograph']);

/** Returns the cells of a row with a headword, with the texts of cells that are merged over it and rows above. */
export function withMergedCells({ cells, merged }: TableCells, table: Table): readonly string[] {
  const hasHeadword = columnsFor(table, 'headword').some(
    (name) => (cells[table.header.indexOf(name)] ?? '').trim() !== '',
  );
  if (!merged || merged.above.size === 0 || !hasHeadword) return cells;
  const { columns } = table.map;
  const filled = [...cells];
  for (const [index, value] of merged.above) {
    const name = table.header[index] ?? '';
    const to = Object.hasOwn(columns, name) ? columns[name]?.to : undefined;
    if (to === undefined || OF_ONE_HEADWORD.has(to) || (cells[index] ?? '') !== '') continue;
    while (filled.length < index) filled.push('');
    filled[index] = value;
  }
  return filled;
}
