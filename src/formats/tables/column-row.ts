import { type CellSpelling, PLAIN_CELLS } from '../html/html-text';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';
import { type ColumnMeaning, type ColumnTarget, COLUMN_TARGETS } from './column-map';
import { cellItems, fitsCell, isFree, joinerOf, setCell, type TableRow, withItem } from './table-cells';

/** Returns the item fields that distinguish the cells of one column from those of another: language and kind. */
function constantsOf({ lang, type }: ColumnMeaning, place: ColumnTarget | undefined): TypedItem {
  return {
    ...(lang === undefined ? {} : { lang: lang.toLowerCase() }),
    ...(type === undefined ? {} : { type }),
    ...place?.constants,
  };
}

/**
 * Maps a column with several headwords in a cell: the first is the headword, the others are variants. Both rows share the items of a cell,
 * so that a change of one keeps that of the other.
 */
export function headwordRows(
  column: string,
  meaning: ColumnMeaning,
  spelling: CellSpelling = PLAIN_CELLS,
): readonly Row<TableRow>[] {
  const known = new WeakMap<
    TableRow,
    { readonly cell: string | undefined; readonly items: readonly FoundItem[] }
  >();
  const itemsOf = (row: TableRow) => {
    const cell = row[column];
    const before = known.get(row);
    if (before && before.cell === cell) return before.items;
    const items = cellItems(row, { column, meaning, field: 'headword', constants: {}, spelling });
    known.set(row, { cell, items });
    return items;
  };
  const place = { member: 'entry', field: 'headword' };
  const [word, variants] = ['entry', 'variants'].map((member) => ({
    ...columnRow(column, meaning, { ...place, member }, spelling),
    find: (row: TableRow) => (member === 'entry' ? itemsOf(row).slice(0, 1) : itemsOf(row).slice(1)),
  }));
  return word && variants ? [word, { ...variants, accepts: () => false }] : [];
}

/** Maps a column to items of a typed list. */
export function columnRow(
  column: string,
  meaning: ColumnMeaning,
  target: ColumnTarget | undefined = COLUMN_TARGETS[meaning.to],
  spelling: CellSpelling = PLAIN_CELLS,
): Row<TableRow> {
  const { member = '', field = '' } = target ?? {};
  const constants = constantsOf(meaning, target);
  const plain: Row<TableRow> = {
    member,
    path: column,
    isOfSense: false,
    find: (row) => cellItems(row, { column, meaning, field, constants, spelling }),
    accepts: (item, row) =>
      (meaning.split !== undefined || isFree(row?.[column])) &&
      fitsCell(item[field], meaning) &&
      Object.keys(item).every((name) => name === field || item[name] === constants[name]) &&
      Object.entries(constants).every(([name, value]) => item[name] === value),
    make: (row, item) => {
      const text = spelling.write(fieldText(item[field]), '');
      const before = isFree(row[column]) ? undefined : row[column];
      const joiner = meaning.split === undefined ? '; ' : joinerOf(before, meaning.split);
      setCell(row, column, before === undefined || member === 'entry' ? text : `${before}${joiner}${text}`);
    },
  };
  if (meaning.numbered !== true) return plain;
  const cellWith = (row: TableRow, { [field]: text, sense }: TypedItem) =>
    withItem(spelling.read(row[column] ?? ''), {
      text: fieldText(text),
      sense: typeof sense === 'number' ? sense : undefined,
      meaning,
    });
  return {
    ...plain,
    accepts: ({ sense, ...item }, row = {}) =>
      plain.accepts(item) && cellWith(row, sense === undefined ? item : { ...item, sense }) !== undefined,
    make: (row, item) => {
      setCell(row, column, spelling.write(cellWith(row, item) ?? '', row[column] ?? ''));
    },
  };
}
