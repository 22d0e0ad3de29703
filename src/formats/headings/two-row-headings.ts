/** Headings in two rows: groups above names, or the same names twice. */
import type { TableCells } from '../tables/csv-rows';
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

/**
 * Whether a row has headings below merged cells: "English" and "French" below "Translations". A cell below a single heading has to be a
 * known one, since the row is an article otherwise.
 */
export function areSubheadings(top: readonly string[], below: readonly string[]): boolean {
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
  const { beside } = merged ?? {};
  let group = '';
  let isMerged = false;
  return Array.from(
    { length: Math.max(top.length, below.length, ...[...(beside?.keys() ?? [])].map((one) => one + 1)) },
    (_, index) => {
      const [upper, lower] = [(top[index] ?? '').trim(), (below[index] ?? '').trim()];
      if (upper !== '') {
        group = upper;
        isMerged = beside?.has(index + 1) === true;
      } else if (isMerged && beside?.has(index) !== true) group = '';
      return lower === '' || lower === EXTENSION_COLUMN
        ? lower || upper || (beside?.get(index) ?? '').trim()
        : `${group} ${lower}`.trim();
    },
  );
}
