import type { ReadOptions } from '../files/entry-source';
import { type ColumnMap, columnMapFrom, storedTable, type StoredTable } from '../tables/column-map';
import { columnName } from '../tables/continued-rows';
import type { Dialect, TableCells } from '../tables/csv-rows';
import { withoutFooters } from '../tables/footers';
import { guessColumns } from '../tables/guess-columns';
import {
  cellSpelling,
  type HeadingRows,
  headingRowsAt,
  headingRowsOf,
  headingsAsBefore,
  MAX_ROWS_ABOVE,
  withoutExtension,
} from '../tables/heading-rows';
import { headingLines } from '../tables/table-preview';
import { isUnderstood } from './headings';
import { areWithoutHeadings, meaningsByContent } from './without-headings';

/** Number of rows that the guess reads. */
export const SAMPLE_ROWS = 200;

interface NamedTable {
  readonly dialect?: Dialect;
  /** The column names, if no row contains them. */
  readonly header?: readonly string[];
}

/** Returns the first rows below the headings, without footers. */
export function rowsBelow(head: HeadingRows, rows: readonly TableCells[]): readonly (readonly string[])[] {
  const sample = rows.slice(head.count, head.count + SAMPLE_ROWS).map(({ cells }) => cells);
  return withoutFooters(sample, head.header.length);
}

/** The columns of a list of words and translations without headings. */
const LIST_MAP: ColumnMap = {
  columns: { [columnName(0)]: { to: 'headword' }, [columnName(1)]: { to: 'translations' } },
};

const NO_HEADINGS =
  'No line has headings, so line 1 is read as an article like the others. If it has the headings, say so (--heading-row=1).';

/** Finds the headings and the meaning of the columns, and says how they were found. */
export function columnSettings(rows: readonly TableCells[], options: ReadOptions, table: NamedTable) {
  const found = foundSettings(rows, options, table);
  const isList = table.dialect?.isList === true;
  const isWithout = found.by === 'guess' && found.head.count === 0 && !table.header && !isList;
  const lines = [...(isWithout ? [NO_HEADINGS] : []), ...headingLines(found.head, found.map)];
  return { ...found, lines };
}

/** Returns the given meaning of the columns, that of the previous import, or a guess. */
function foundSettings(
  rows: readonly TableCells[],
  { map, storedSettings, headingRow }: ReadOptions,
  { header, dialect }: NamedTable,
) {
  const ofFile = header && { header, headings: header, above: [], count: 0, line: 0 };
  const named = ofFile ?? (headingRow === undefined ? undefined : headingRowsAt(rows, headingRow));
  if (map !== undefined) {
    const columnMap = withHeadingsOfFile(columnMapFrom(map), rows);
    const head = named ?? headingRowsOf(rows, Object.keys(columnMap.columns));
    return { head, map: columnMap, by: 'map' as const };
  }
  const earlier = storedTable(storedSettings);
  const same = earlier && (named ? sameHeader(named, earlier) : headingsAsBefore(rows, earlier));
  if (same) return { head: same, map: earlier.map, by: 'earlier' as const };
  const head = named ?? headingRowsOf(rows);
  if (dialect?.isList === true && !head.header.some(isUnderstood))
    return { head: headingRowsOf(rows, Object.keys(LIST_MAP.columns)), map: LIST_MAP, by: 'guess' as const };
  if (!named && head.headings === rows[0]?.cells && areWithoutHeadings(rows.map(({ cells }) => cells))) {
    const without = headingRowsOf(rows, [columnName(0)]);
    const cells = rowsBelow(without, rows);
    const guess = guessColumns(
      { header: without.header, rows: cells },
      meaningsByContent(without.header, cells),
    );
    return { head: without, map: guess, by: 'guess' as const };
  }
  const shown = rowsBelow(head, rows).map((cells) => cells.map(cellSpelling(head).read));
  return { head, map: guessColumns({ header: head.header, rows: shown }), by: 'guess' as const };
}

/** Returns a map with the names of the columns as in the file, which may have other white space: a line break, or no-break spaces. */
function withHeadingsOfFile(map: ColumnMap, rows: readonly TableCells[]): ColumnMap {
  const cells = rows.slice(0, MAX_ROWS_ABOVE).flatMap((row) => row.cells.map((cell) => cell.trim()));
  const written = new Set(cells);
  const alike = new Map(cells.map((cell) => [cell.replace(/\s+/gu, ' '), cell]));
  const columns = Object.entries(map.columns).map(([name, meaning]) => {
    const other = written.has(name) ? undefined : alike.get(name.replace(/\s+/gu, ' ').trim());
    return [other ?? name, meaning] as const;
  });
  return { ...map, columns: Object.fromEntries(columns) };
}

/** Returns the headings of a file that names its columns itself, if an earlier file had the same ones. */
function sameHeader(head: HeadingRows, earlier: StoredTable): HeadingRows | undefined {
  const [before, now] = [earlier.header, head.header].map((names) => new Set(withoutExtension(names)));
  const isSame = before?.size === now?.size && [...(now ?? [])].every((name) => before?.has(name));
  return isSame ? head : undefined;
}
