import { isErrorCell } from './error-cells';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';

/** A row of a table: its filled cells by the names of their columns. */
export type TableRow = Record<string, string>;

interface ExampleColumns {
  readonly content: string | undefined;
  /** Columns of translations by language; `''` for none. */
  readonly targets: readonly (readonly [column: string, lang: string | undefined])[];
}

/** An example with its translations: an item for each filled column of a translation, or one without any. */
export function exampleRow({ content, targets }: ExampleColumns): Row<TableRow> {
  const columns = [content, ...targets.map(([column]) => column)].filter((one) => one !== undefined);
  return {
    member: 'examples',
    path: columns.join(', '),
    isOfSense: false,
    find: (row) => examplesIn(row, { content, targets }),
    accepts: (item, row) => {
      const { content: sentence, target, lang, ...others } = item;
      const isPlaced = target === undefined ? lang === undefined : targets.some(([, tag]) => tag === lang);
      return (
        Object.keys(others).length === 0 &&
        isPlaced &&
        [sentence, target].every((text) => typeof text !== 'string' || !isErrorCell(text.trim())) &&
        (sentence === undefined || content !== undefined) &&
        (row === undefined || isFree(row, { content, targets }, item))
      );
    },
    make: (row, { content: sentence, target, lang }) => {
      if (content !== undefined && sentence !== undefined) setCell(row, content, fieldText(sentence));
      const column = targets.find(([, tag]) => tag === lang)?.[0];
      if (column !== undefined && target !== undefined) setCell(row, column, fieldText(target));
    },
  };
}

/** Cells hold one example, and one translation of it in each language. */
function isFree(row: TableRow, columns: ExampleColumns, { content, target, lang }: TypedItem): boolean {
  if (examplesIn(row, columns).length === 0) return true;
  const column = columns.targets.find(([, tag]) => tag === lang)?.[0];
  return (
    target !== undefined && cellOf(row, columns.content) === content && cellOf(row, column) === undefined
  );
}

function examplesIn(row: TableRow, { content, targets }: ExampleColumns): readonly FoundItem[] {
  const sentence = cellOf(row, content);
  const filled = targets.filter(([column]) => cellOf(row, column) !== undefined);
  if (filled.length === 0 && sentence === undefined) return [];
  let left = filled.length;
  const items = filled.length === 0 ? [undefined] : filled;
  return items.map((target) => {
    const [column, lang] = target ?? [];
    const text = cellOf(row, column);
    const fields = { content: sentence, target: text, lang };
    return {
      item: Object.fromEntries(
        Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      write: (name, value) => {
        const place = name === 'content' ? content : name === 'target' ? column : undefined;
        if (place !== undefined) setCell(row, place, fieldText(value));
        return place !== undefined;
      },
      remove: () => {
        left -= 1;
        if (column !== undefined) setCell(row, column, '');
        if (left <= 0 && content !== undefined) setCell(row, content, '');
      },
    };
  });
}

function cellOf(row: TableRow, column: string | undefined): string | undefined {
  const cell = column === undefined ? undefined : row[column]?.trim();
  return cell === undefined || cell === '' || isErrorCell(cell) ? undefined : cell;
}

export function setCell(row: TableRow, column: string, text: string): void {
  if (text === '') Reflect.deleteProperty(row, column);
  else row[column] = text;
}
