import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { openZip, readZipPart } from '../../src/formats/files/zip';
import { openXlsxWorkbook } from '../../src/formats/workbooks/xlsx-workbook';
import { dialectOf } from '../../src/formats/tables/csv-rows';
import { parseXml } from '../../src/formats/xml/parse-xml';
import type { XmlChild, XmlElement } from '../../src/formats/xml/xml-tree';
import { canonicalLift } from './canonical-lift';

/** Converts a file to a value that is equal for equivalent files. The format determines which differences count. */
export async function canonicalFile(path: string, format: string): Promise<unknown> {
  if (format === 'xlsx') return tableOf(await rowsOfWorkbook(path));
  if (format === 'cldf') return packageOf(path);
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/u, '');
  if (format === 'lift') return JSON.parse(canonicalLift(text));
  if (format === 'sfm') return records(text);
  if (format === 'dmlex-json') return JSON.parse(text);
  if (format === 'csv' || format === 'tsv') return tableOf(rowsOf(text, format));
  const root = text.slice(text.search(/<[A-Za-z]/u));
  const tree = parseXml({ text: root, start: { line: 1, column: 1 }, mixed: MIXED[format] ?? new Set() });
  return xml(tree);
}

const MIXED: Readonly<Record<string, ReadonlySet<string>>> = {
  tei: new Set(['quote', 'def', 'note', 'orth', 'p']),
  dmlex: new Set(['headword', 'text']),
};

/** The order of children counts, that of attributes does not; white space inside texts is one space. */
function xml([name, attributes, ...children]: XmlElement): unknown {
  const sorted = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  const written = children.flatMap((child: XmlChild): unknown[] => {
    if (Array.isArray(child)) return [xml(child)];
    if (typeof child !== 'string') return [child];
    const text = child.normalize('NFC').replace(/\s+/gu, ' ');
    return text.trim() === '' ? [] : [text];
  });
  return [name, sorted, ...written.map((one) => (typeof one === 'string' ? one.trim() : one))];
}

/** The tables of a folder or a package by their names, rows by identifier; metadata without their provenance. */
async function packageOf(path: string): Promise<unknown> {
  const texts = path.endsWith('.zip') ? await unzipped(path) : folderOf(path);
  return Object.fromEntries(
    [...texts].map(([name, text]) => {
      if (name.endsWith('.json')) return [name, JSON.parse(text) as unknown];
      if (!name.endsWith('.csv')) return [name, text];
      const rows: Record<string, string>[] = parse(text, { columns: true });
      return [name, rows.sort((a, b) => ((a['ID'] ?? '') < (b['ID'] ?? '') ? -1 : 1))];
    }),
  );
}

async function unzipped(path: string): Promise<ReadonlyMap<string, string>> {
  const zip = await openZip(path);
  const texts = new Map<string, string>();
  for (const name of zip.names) {
    const pieces: Buffer[] = [];
    for await (const piece of readZipPart(zip, name)) pieces.push(piece);
    texts.set(name, Buffer.concat(pieces).toString('utf8'));
  }
  zip.close();
  return texts;
}

function folderOf(path: string): ReadonlyMap<string, string> {
  const folder = dirname(path);
  const packageFiles = readdirSync(folder).filter((name) => name.endsWith('.csv') || name === basename(path));
  return new Map(packageFiles.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

function rowsOf(text: string, format: string): string[][] {
  const beginning = text.split('\n').slice(0, 201).join('\n');
  const { delimiter, isQuoted } = dialectOf(beginning);
  return parse(text, {
    delimiter: format === 'tsv' ? '\t' : delimiter,
    quote: isQuoted ? '"' : null,
    relax_column_count: true,
    skip_records_with_empty_values: true,
  });
}

async function rowsOfWorkbook(path: string): Promise<string[][]> {
  const rows: string[][] = [];
  const workbook = await openXlsxWorkbook(path);
  const names = new Set(workbook.sheets.map(({ name }) => name));
  for await (const { cells } of workbook.rows(names)) rows.push([...cells]);
  return rows;
}

function tableOf([header = [], ...rows]: string[][]): unknown {
  return {
    header,
    rows: rows.map((cells) =>
      Object.fromEntries(
        cells.flatMap((cell, index) =>
          cell === '' ? [] : [[`${index} ${header[index] ?? ''}`, cell.normalize('NFC')]],
        ),
      ),
    ),
  };
}

/** Fields of records; continuation lines are joined by a space, ends of lines trimmed, blank lines ignored. */
function records(text: string): unknown {
  const fields: [string, string][] = [];
  for (const line of text.split(/\r?\n/u)) {
    const [, marker, value = ''] = /^\\(\S+)\s?(.*)$/u.exec(line) ?? [];
    const last = fields.at(-1);
    if (marker !== undefined) fields.push([marker, value.trim()]);
    else if (line.trim() !== '' && last) last[1] = `${last[1]} ${line.trim()}`.trim();
  }
  return fields.map(([marker, value]) => `${marker} ${value.normalize('NFC')}`);
}
