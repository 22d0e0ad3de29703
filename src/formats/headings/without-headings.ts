import type { ColumnMeaning } from '../tables/column-map';
import { widthOf } from '../tables/csv-rows';
import { isOfCollection, isUnderstood } from './headings';

type Rows = readonly (readonly string[])[];

/** Kinds of cells that differ between headings and the cells below them. */
type CellKind = 'number' | 'lower' | 'upper' | 'other';

function kindOf(cell: string): CellKind {
  const first = /\p{Letter}/u.exec(cell)?.[0];
  if (first === undefined) return /\d/u.test(cell) ? 'number' : 'other';
  if (/\p{Lowercase_Letter}/u.test(first)) return 'lower';
  return /\p{Uppercase_Letter}/u.test(first) ? 'upper' : 'other';
}

/** Maximum number of cells of a row that are compared with headings. */
const MAX_CELLS = 200;

/**
 * Whether the first row of a table is an article: no cell is a known heading, each is like most cells below it, and one is a number or
 * begins in lower case, as few headings do, or comes again below. Names with `_` are those of programs.
 */
export function areWithoutHeadings([first = [], ...below]: Rows): boolean {
  // A single cell above rows with several is a title.
  const isTitle = widthOf(first) === 1 && below.some((row) => widthOf(row) > 1);
  if (below.length === 0 || isTitle) return false;
  const cells = first.slice(0, MAX_CELLS).flatMap((cell, index) => {
    if (cell.trim() === '') return [];
    const column = below.map((row) => (row[index] ?? '').trim()).filter((text) => text !== '');
    return [{ cell: cell.trim(), column, isRepeated: column.includes(cell.trim()) }];
  });
  const isName = ({ cell, isRepeated }: (typeof cells)[number]) =>
    !isRepeated && (cell.includes('_') || isUnderstood(cell) || isOfCollection(cell));
  const isLikeColumn = ({ cell, column }: (typeof cells)[number]) =>
    column.filter((other) => kindOf(other) === kindOf(cell)).length * 2 > column.length;
  const isTelling = ({ cell, isRepeated }: (typeof cells)[number]) =>
    isRepeated || ['lower', 'number'].includes(kindOf(cell));
  return !cells.some(isName) && cells.every(isLikeColumn) && cells.some(isTelling);
}

/** Maximum mean length of parts of speech, which are abbreviated in most tables, in characters. */
const MAX_CATEGORY_LENGTH = 8;

interface TextColumn {
  readonly name: string;
  /** Whether few short texts repeat, as parts of speech do. */
  readonly isCategory: boolean;
  /** Whether most texts differ. */
  readonly isVaried: boolean;
}

/** Returns the columns of which at least half of the cells have text. */
function textColumns(header: readonly string[], rows: Rows): readonly TextColumn[] {
  return header.flatMap((name, index) => {
    const texts = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => /\p{Letter}/u.test(cell));
    if (texts.length === 0 || texts.length * 2 < rows.length) return [];
    const different = new Set(texts).size;
    const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
    const isVaried = different * 2 >= texts.length;
    return [{ name, isVaried, isCategory: different < texts.length && length <= MAX_CATEGORY_LENGTH }];
  });
}

/** Returns the meaning of columns without headings: a word, its part of speech if few short texts repeat, and its translation. */
export function meaningsByContent(header: readonly string[], rows: Rows): Map<string, ColumnMeaning> {
  const columns = textColumns(header, rows);
  const headword = columns.find(({ isVaried }) => isVaried) ?? columns[0];
  const others = columns.filter((column) => column !== headword);
  // Of two columns, the second is a translation: words may share it.
  const category = others.length > 1 ? others.find(({ isCategory }) => isCategory) : undefined;
  const translation = others.find((column) => column !== category);
  const meant = [
    [headword, { to: 'headword' }],
    [category, { to: 'categories' }],
    [translation, { to: 'translations' }],
  ] as const;
  return new Map(meant.flatMap(([column, meaning]) => (column ? [[column.name, meaning]] : [])));
}
