import { FileProblem } from '../files/position';
import { controlCharacterIn } from '../files/text-file';
import { columnLetters } from '../workbooks/workbook';
import { columnName, columnsFor, type Table } from './continued-rows';
import type { TableCells } from './csv-rows';
import { areTotals } from './footers';
import { isErrorCell } from './table-cells';

/** Returns warnings about a row that is imported nevertheless. */
export function rowWarnings(row: TableCells, table: Table): readonly FileProblem[] {
  const { header } = table;
  return [...tooWide(row, header), ...errorsIn(row, header), ...totalsIn(row, table)];
}

/** Warns about a row that looks like totals. It is imported nevertheless, because its label may be a headword. */
function totalsIn({ cells, line }: TableCells, table: Table): readonly FileProblem[] {
  if (!areTotals(cells)) return [];
  const [first, ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const headwords = columnsFor(table, 'headword').map((name) => cells[table.header.indexOf(name)] ?? '');
  const what = headwords.some((cell) => cell.trim() !== '') ? 'an article' : 'an article without a headword';
  const complaint = `the row looks like totals (${[first, ...others].slice(0, 4).join(', ')}) and becomes ${what}: remove it from the table if it is a total`;
  return [new FileProblem('LIKE_TOTALS', { line, column: 1 }, complaint)];
}

/** Warns about too many cells: a separator inside an unquoted cell shifts the following cells to other columns. */
function tooWide({ cells, line }: TableCells, header: readonly string[]): readonly FileProblem[] {
  if (!cells.slice(header.length).some((cell) => cell !== '')) return [];
  const complaint = `the row has ${cells.length} cells and the header ${header.length}; the extra cells are kept for export only`;
  return [new FileProblem('EXTRA_CELLS', { line, column: 1 }, complaint)];
}

/** Warns about formula errors. A sheet names the cell, other tables the column and line. */
function errorsIn({ cells, line, sheet }: TableCells, header: readonly string[]): readonly FileProblem[] {
  return cells.flatMap((cell, index) => {
    if (!isErrorCell(cell.trim())) return [];
    const location = cellLocation({ index, line, header, sheet });
    const complaint = `${location} has the error ${cell.trim()}; it is kept for export only`;
    return [new FileProblem('ERROR_CELL', { line, column: sheet === undefined ? 1 : index + 1 }, complaint)];
  });
}

interface CellPosition {
  readonly index: number;
  readonly line: number;
  readonly header: readonly string[];
  readonly sheet: string | undefined;
}

function cellLocation({ index, line, header, sheet }: CellPosition): string {
  return sheet === undefined
    ? `the column "${header[index] ?? columnName(index)}"`
    : `the cell ${columnLetters(index)}${line} of the sheet "${sheet}"`;
}

/** Returns the reason why a row cannot be stored. */
export function controlCharacterInRow(
  { cells, line, sheet }: TableCells,
  header: readonly string[],
): FileProblem | undefined {
  const index = cells.findIndex((cell) => controlCharacterIn(cell) !== undefined);
  const character = controlCharacterIn(cells[index] ?? '');
  if (!character) return undefined;
  const location = cellLocation({ index, line, header, sheet });
  const complaint = `${location} has the control character ${character.name}, which is not allowed in text: remove it`;
  return new FileProblem(
    'CONTROL_CHARACTER',
    { line, column: sheet === undefined ? 1 : index + 1 },
    complaint,
  );
}
