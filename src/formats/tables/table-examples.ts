import { isErrorCell, setCell, type TableRow } from './table-cells';
import type { CellSpelling } from '../html/html-cells';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';

interface ExampleColumns {
  readonly spelling: CellSpelling;
  readonly content: string | undefined;
  /** Columns of translations with their language; `undefined` if unknown. */
  readonly targets: readonly (readonly [column: string, lang: string | undefined])[];
}

/** Reads an example with its translations: one item per non-empty translation cell, or one item without a translation. */
export function exampleRow(example: ExampleColumns): Row<TableRow> {
  const { content, targets, spelling } = example;
  const columns = [content, ...targets.map(([column]) => column)].filter((one) => one !== undefined);
  return {
    member: 'examples',
    path: columns.join(', '),
    isOfSense: false,
    find: (row) => examplesIn(row, example),
    accepts: (item, row) => {
      const { content: sentence, target, lang, ...others } = item;
      const isPlaced = target === undefined ? lang === undefined : targets.some(([, tag]) => tag === lang);
      return (
        Object.keys(others).length === 0 &&
        isPlaced &&
        [sentence, target].every((text) => typeof text !== 'string' || !isErrorCell(text.trim())) &&
        (sentence === undefined || content !== undefined) &&
        (row === undefined || isFree(row, example, item))
      );
    },
    make: (row, { content: sentence, target, lang }) => {
      const column = targets.find(([, tag]) => tag === lang)?.[0];
      for (const [name, text] of [
        [content, sentence],
        [column, target],
      ] as const)
        if (name !== undefined && text !== undefined)
          setCell(row, name, spelling.write(fieldText(text), row[name] ?? ''));
    },
  };
}

/** Whether an item fits into a row. Cells hold one example, and one translation of it in each language. */
function isFree(row: TableRow, columns: ExampleColumns, { content, target, lang }: TypedItem): boolean {
  if (examplesIn(row, columns).length === 0) return true;
  const column = columns.targets.find(([, tag]) => tag === lang)?.[0];
  return (
    target !== undefined &&
    cellOf(row, columns.content, columns) === content &&
    cellOf(row, column, columns) === undefined
  );
}

function examplesIn(row: TableRow, columns: ExampleColumns): readonly FoundItem[] {
  const { content, targets, spelling } = columns;
  const sentence = cellOf(row, content, columns);
  const filled = targets.filter(([column]) => cellOf(row, column, columns) !== undefined);
  if (filled.length === 0 && sentence === undefined) return [];
  let left = filled.length;
  const items = filled.length === 0 ? [undefined] : filled;
  return items.map((target) => {
    const [column, lang] = target ?? [];
    const text = cellOf(row, column, columns);
    const fields = { content: sentence, target: text, lang };
    return {
      item: Object.fromEntries(
        Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      write: (name, value) => {
        const place = name === 'content' ? content : name === 'target' ? column : undefined;
        if (place !== undefined) setCell(row, place, spelling.write(fieldText(value), row[place] ?? ''));
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

function cellOf(row: TableRow, column: string | undefined, { spelling }: ExampleColumns): string | undefined {
  const cell = column === undefined ? '' : spelling.read(row[column] ?? '').trim();
  return cell === '' || isErrorCell(cell) ? undefined : cell;
}
