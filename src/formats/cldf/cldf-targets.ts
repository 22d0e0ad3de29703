import { MAX_TARGETS, type RelationTarget, type RelationTargets } from '../lens/relation-targets';
import { csvRows } from '../tables/csv-rows';
import { rowId } from './cldf-columns';
import { cellValues, type CldfShape, type CldfTable, columnOf } from './cldf-shape';
import { cldfRow, dialectFor, type Joined, tableIn } from './cldf-tables';

/** The words to which columns of entries and senses point, by the identifiers of entries and senses. */
export async function targetsInCldf(
  folder: string,
  shape: CldfShape,
  { senses, encoding }: { readonly senses: Joined; readonly encoding: string | undefined },
): Promise<RelationTargets | undefined> {
  const { entries } = shape;
  const toEntry = columnOf(shape.senses, 'entryReference', entries.url);
  const isPointer = (table: CldfTable | undefined) =>
    table?.columns.some(
      (column) => column !== toEntry && [entries.url, shape.senses?.url].includes(column.target ?? ''),
    ) === true;
  if (!isPointer(entries) && !isPointer(shape.senses)) return undefined;
  const words = await headwordsIn(folder, entries, encoding);
  const targets = new Map<string, RelationTarget>();
  const counts = new Map<string, number>();
  const ofEntry = senses.rows.map((row) => cellValues(row[toEntry?.name ?? ''], toEntry)[0] ?? '');
  for (const id of ofEntry) counts.set(id, (counts.get(id) ?? 0) + 1);
  const numbers = new Map<string, number>();
  for (const [index, row] of senses.rows.entries()) {
    const entry = ofEntry[index] ?? '';
    const number = (numbers.get(entry) ?? 0) + 1;
    numbers.set(entry, number);
    const word = words.get(entry);
    if (word === undefined || targets.size >= MAX_TARGETS) continue;
    targets.set(
      rowId(row, shape.senses?.columns ?? []),
      (counts.get(entry) ?? 0) > 1 ? [word, number] : [word],
    );
  }
  // A sense may have the identifier of an entry, which columns name more often.
  for (const [id, word] of words) targets.set(id, [word]);
  return Object.fromEntries(targets);
}

async function headwordsIn(
  folder: string,
  table: CldfTable,
  encoding: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const file = await tableIn(folder, table, encoding);
  const column = (columnOf(table, 'headword') ?? columnOf(table, 'form'))?.name ?? 'Headword';
  const words = new Map<string, string>();
  let header: readonly string[] | undefined;
  for await (const { cells } of csvRows(file.text(), dialectFor(table))) {
    if (header === undefined) header = cells;
    else {
      const row = cldfRow(cells, header);
      const word = row[column];
      if (word !== undefined) words.set(rowId(row, table.columns), word);
    }
    if (words.size >= MAX_TARGETS) break;
  }
  return words;
}
