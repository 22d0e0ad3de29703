/** Headings in two rows: groups above names, or the same names twice. */
import { type TableCells, widthOf } from '../tables/csv-rows';
import { EXTENSION_COLUMN } from '../tables/table-lens';
import { headingMeaning, isUnderstood } from './headings';

/** Maximum number of cells of a row that are checked for headings. */
export const MAX_NAMES = 200;

/** Minimum number of columns that two rows name alike. Cells of articles do not match so many headings. */
const MIN_SAME_NAMES = 3;

/** Whether the cells of a row have the same meanings as the headings above them, in most columns. */
export function areAlike(upper: readonly string[], lower: readonly string[]): boolean {
  const filled = lower.slice(0, MAX_NAMES).flatMap((cell, index) => (cell.trim() === '' ? [] : [index]));
  const alike = filled.filter((index) => meanTheSame(upper[index] ?? '', lower[index] ?? ''));
  return alike.length >= MIN_SAME_NAMES && alike.length * 2 >= filled.length;
}

function meanTheSame(upper: string, lower: string): boolean {
  const [meaning, other] = [upper, lower].map((heading) => headingMeaning(heading));
  return meaning !== undefined && meaning.to === other?.to && meaning.lang === other.lang;
}

/** Minimum share of the cells of a second row that are known headings below merged cells. */
const MIN_SUBHEADINGS_SHARE = 2 / 3;

/** Whether a row has headings below those of another row. It has if headings of the row above are merged into it. */
export function areSubheadings(upper: TableCells, lower: TableCells): boolean {
  const isMergedInto = [...(lower.merged?.above ?? [])].some(
    ([column, value]) => upper.cells[column] === value,
  );
  return isMergedInto || areBelowGroups(upper.cells, lower.cells);
}

/**
 * Whether a row has headings below groups: "English" and "French" below "Translations". A cell below a single heading has to be a known
 * heading, because otherwise the row is an article.
 */
function areBelowGroups(top: readonly string[], below: readonly string[]): boolean {
  const filled = below.flatMap((cell, index) => (cell.trim() === '' ? [] : [index]));
  const first = top.findIndex((cell) => cell.trim() !== '');
  // Columns before the first group have only the lower heading.
  const isBelowMerged = (index: number) =>
    (index > 0 || first > 0) &&
    ((top[index] ?? '').trim() === '' ||
      ((top[index + 1] ?? '').trim() === '' && filled.includes(index + 1)));
  const nameAt = (index: number) => (below[index] ?? '').trim();
  const isKnown = (index: number) => nameAt(index) === EXTENSION_COLUMN || isUnderstood(nameAt(index));
  const named = filled.slice(0, MAX_NAMES);
  const merged = named.filter(isBelowMerged);
  const known = merged.filter(isKnown);
  return (
    known.length > 1 &&
    known.length >= named.length * MIN_SUBHEADINGS_SHARE &&
    named.every((index) => merged.includes(index) || isKnown(index))
  );
}

/**
 * Joins each heading with the one above it: `Translations` and `French` give `Translations French`. A heading that is not merged counts for the
 * columns up to the next one.
 */
export function joinedHeadings(
  { cells: top, merged }: Pick<TableCells, 'cells' | 'merged'>,
  below: readonly string[],
): readonly string[] {
  const beside = merged?.beside ?? NOT_MERGED;
  let group = '';
  let isMerged = false;
  return Array.from({ length: Math.max(below.length, lengthWith(top, beside)) }, (_, index) => {
    const [upper, lower] = [(top[index] ?? '').trim(), (below[index] ?? '').trim()];
    if (upper !== '') {
      group = upper;
      isMerged = beside.has(index + 1);
    } else if (isMerged && !beside.has(index)) group = '';
    return lower === '' || lower === EXTENSION_COLUMN
      ? lower || upper || (beside.get(index) ?? '').trim()
      : `${group} ${lower}`.trim();
  });
}

/** Returns names with those of headings that are merged over several columns. A title above a table is the only cell with text. */
export function withMergedHeadings(names: readonly string[], { merged }: TableCells): readonly string[] {
  const beside = merged?.beside ?? NOT_MERGED;
  if (beside.size === 0 || widthOf(names) < 2) return names;
  const length = lengthWith(names, beside);
  return Array.from({ length }, (_, index) => (names[index] ?? '').trim() || (beside.get(index) ?? ''));
}

const NOT_MERGED: ReadonlyMap<number, string> = new Map();

/** Returns the number of columns of a row with its merged cells. */
function lengthWith(cells: readonly string[], beside: ReadonlyMap<number, string>): number {
  return Math.max(cells.length, ...[...beside.keys()].map((column) => column + 1));
}
