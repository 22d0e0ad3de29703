import { isReadAs, partsOf, setCell, isErrorCell, type TableRow } from './table-cells';
import { cellOf as joined, type CellPart } from './numbered-senses';
import type { CellSpelling } from '../html/html-text';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';

interface ExampleColumns {
  readonly spelling: CellSpelling;
  readonly content: string | undefined;
  /** Columns of translations with their language; `undefined` if unknown. */
  readonly targets: readonly (readonly [column: string, lang: string | undefined])[];
  /** Whether the cells may have several numbered examples. */
  readonly numbered: boolean;
  /** The other columns that may have numbered senses. */
  readonly senseColumns: readonly string[];
}

/** Reads an example with its translations: one item per non-empty translation cell, or one item without a translation. */
export function tableExampleRow(example: ExampleColumns): Row<TableRow> {
  const { content, targets, spelling } = example;
  const columns = [content, ...targets.map(([column]) => column)].filter((column) => column !== undefined);
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
        [sentence, target].every(
          (text) => !example.numbered || partsOf(fieldText(text), { isNumbered: true }).length === 1,
        ) &&
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
  const parts = partsIn(row, columns);
  const [first] = parts.values();
  if (!first) return [];
  const isNumbered = first[0]?.sense !== undefined;
  const hasSenses = isNumbered && areSenses(row, columns, first.length);
  return first.flatMap((_, at) => itemsAt(at, { row, columns, parts, hasSenses }));
}

/**
 * Returns the parts of the filled cells by column. Cells are split at numbers only if all of them have the same ones, since a
 * translation would otherwise come to another example.
 */
function partsIn(row: TableRow, columns: ExampleColumns): Map<string, readonly CellPart[]> {
  const { content, targets, numbered, spelling } = columns;
  const filled = [content, ...targets.map(([column]) => column)].filter(
    (column): column is string => cellOf(row, column, columns) !== undefined,
  );
  const partsByColumn = (options: { readonly isNumbered: boolean }) =>
    new Map(filled.map((column) => [column, partsOf(spelling.read(row[column] ?? ''), options)]));
  const split = partsByColumn({ isNumbered: numbered });
  const lengths = new Set([...split.values()].map(({ length }) => length));
  return lengths.size === 1 ? split : partsByColumn({ isNumbered: false });
}

/** Whether numbers of examples are those of senses: another cell has as many, or there are no other texts that might have senses. */
function areSenses(row: TableRow, columns: ExampleColumns, length: number): boolean {
  const cells = columns.senseColumns.flatMap((column) => cellOf(row, column, columns) ?? []);
  return cells.length === 0 || cells.some((cell) => partsOf(cell, { isNumbered: true }).length >= length);
}

interface Examples {
  readonly row: TableRow;
  readonly columns: ExampleColumns;
  /** Changed with the cells. */
  readonly parts: Map<string, readonly CellPart[]>;
  readonly hasSenses: boolean;
}

/** Returns the items of the example at an index of the cells. */
function itemsAt(at: number, { row, columns, parts, hasSenses }: Examples): readonly FoundItem[] {
  const { content, targets, spelling, numbered } = columns;
  const textOf = (column: string | undefined) => {
    const text = parts.get(column ?? '')?.[at]?.text.trim();
    return text === '' ? undefined : text;
  };
  const replace = (column: string, text: string): boolean => {
    const before = parts.get(column) ?? [];
    const changed = before.map((part, index) => (index === at ? { ...part, text } : part));
    if (!isReadAs(changed, numbered)) return false;
    parts.set(column, changed);
    setCell(row, column, spelling.write(joined(changed), row[column] ?? ''));
    return true;
  };
  const filled = targets.filter(([column]) => textOf(column) !== undefined);
  const sentence = textOf(content);
  if (filled.length === 0 && sentence === undefined) return [];
  const sense = hasSenses ? at + 1 : undefined;
  let left = filled.length;
  return (filled.length === 0 ? [undefined] : filled).map((target) => {
    const [column, lang] = target ?? [];
    const fields = { content: sentence, target: textOf(column), lang, sense };
    return {
      item: Object.fromEntries(
        Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      write: (name, value) => {
        const place = name === 'content' ? content : name === 'target' ? column : undefined;
        return place !== undefined && replace(place, fieldText(value));
      },
      remove: () => {
        left -= 1;
        if (column !== undefined) replace(column, '');
        if (left <= 0 && content !== undefined) replace(content, '');
      },
    };
  });
}

function cellOf(row: TableRow, column: string | undefined, { spelling }: ExampleColumns): string | undefined {
  const cell = column === undefined ? '' : spelling.read(row[column] ?? '').trim();
  return cell === '' || isErrorCell(cell) ? undefined : cell;
}
