import { FileProblem } from '../files/position';
import { columnsFor, type Table } from '../tables/continued-rows';
import type { TableCells } from '../tables/csv-rows';

/** Maximum length of a cell with a letter above its words, in characters: `- Gb, gb -`. */
const MAX_LETTER_LENGTH = 12;

/** Matches a capital letter, which may have two signs and be repeated in lower case. */
const LETTER =
  /^[-–—*. ]*(\p{Lu}\p{Mark}*\p{Letter}?\p{Mark}*)(?:[ ,/-]+\p{Ll}\p{Mark}*\p{Ll}?\p{Mark}*)?[-–—*. ]*$/u;

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}

type Row = readonly string[];

/** Returns the letter of a row that has nothing else, in lower case. */
function letterIn(row: Row, headword: number): string | undefined {
  const cell = (row[headword] ?? '').trim();
  if (cell.length > MAX_LETTER_LENGTH) return undefined;
  const [, letter] = LETTER.exec(cell) ?? [];
  const isAlone = row.every((other, index) => index === headword || other.trim() === '');
  return letter === undefined || !isAlone ? undefined : folded(letter);
}

/**
 * Returns a predicate for the rows of a table that only have a letter, above the words that begin with it. It is always false if the first
 * rows have none, or one without such words below it.
 */
export function letterRows(table: Table, rows: readonly Row[]): (row: Row) => boolean {
  const [name, ...others] = columnsFor(table, 'headword');
  const hasTexts = Object.keys(table.map.columns).length > 1;
  if (name === undefined || others.length > 0 || !hasTexts) return () => false;
  const headword = table.header.indexOf(name);
  const letters = rows.flatMap((row, index) => {
    const letter = letterIn(row, headword);
    return letter === undefined ? [] : [{ letter, next: folded(rows[index + 1]?.[headword] ?? letter) }];
  });
  const areAll = letters.every(({ letter, next }) => next.replace(/^\P{Letter}+/u, '').startsWith(letter));
  return letters.length > 0 && areAll ? (row) => letterIn(row, headword) !== undefined : () => false;
}

export function letterWarning({ cells, line }: TableCells): FileProblem {
  const letter = cells.find((cell) => cell.trim() !== '') ?? '';
  const complaint = `the row only has the letter of the words below it, "${letter.trim()}"; its article is hidden from readers`;
  return new FileProblem('LETTER_ROW', { line, column: 1 }, complaint);
}
