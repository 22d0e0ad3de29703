import type { EntrySource, ReadOptions } from '../files/entry-source';
import { fileDigest } from '../files/text-file';
import { columnMapFrom, storedTable } from '../tables/column-map';
import { tableSource } from '../tables/table-source';
import { joinedSheets } from './joined-sheets';
import { openFlatOdsWorkbook, openOdsWorkbook } from './ods-workbook';
import type { Workbook } from './workbook';
import { openXlsxWorkbook } from './xlsx-workbook';

/** Opens a workbook of Excel. */
export function openXlsx(path: string, options: ReadOptions): Promise<EntrySource> {
  return openSheets(path, options, { format: 'xlsx', open: openXlsxWorkbook });
}

/** Opens a spreadsheet of LibreOffice. */
export function openOds(path: string, options: ReadOptions): Promise<EntrySource> {
  return openSheets(path, options, { format: 'ods', open: openOdsWorkbook });
}

/** Opens a spreadsheet of LibreOffice in one file of XML. */
export function openFods(path: string, options: ReadOptions): Promise<EntrySource> {
  return openSheets(path, options, { format: 'fods', open: openFlatOdsWorkbook });
}

/**
 * Opens a workbook: the requested sheet, otherwise that of the previous import, otherwise all with the same headings as the first that
 * has known ones.
 */
async function openSheets(
  path: string,
  options: ReadOptions,
  { format, open }: { readonly format: string; readonly open: (path: string) => Promise<Workbook> },
): Promise<EntrySource> {
  const { size, sha256 } = await fileDigest(path);
  const workbook = await open(path);
  const stored = storedTable(options.storedSettings);
  const chosen =
    stored?.isChosen === true ? workbook.sheets.find(({ name }) => name === stored.sheet) : undefined;
  const requestedSheet = options.sheet ?? chosen?.name;
  const named = options.map === undefined ? stored?.header : Object.keys(columnMapFrom(options.map).columns);
  const joined = await joinedSheets(workbook, {
    requestedSheet,
    before: stored?.sheet,
    named: named ?? [],
    headingRow: options.headingRow,
  });
  const sheets = { ...joined, isChosen: requestedSheet !== undefined, merged: workbook.merged };
  const { rows, warnings } = joined;
  return tableSource({ format, encoding: 'utf-8', size, sha256, rows, warnings, sheets }, options);
}
