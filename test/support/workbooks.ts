import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipOf, type ZipPart } from '../../src/formats/files/zip';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A sheet as XML, and how the workbook shows it. */
export interface Sheet {
  readonly name: string;
  readonly state?: string;
  /** The rows, as XML. */
  readonly rows: string;
  /** The XML before and after the rows. */
  readonly before?: string;
  readonly after?: string;
  /** Kinds of parts to which the sheet refers, such as `comments`. */
  readonly relations?: readonly string[];
}

interface Book {
  readonly styles?: string;
  readonly shared?: string;
}

/** Writes a workbook from XML, because spreadsheet programs write more kinds of cells than this project does. */
export async function workbookOf(sheets: readonly Sheet[], { styles, shared }: Book = {}): Promise<string> {
  const tags = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index + 1}"${state ? ` state="${state}"` : ''}/>`,
  );
  const targets = sheets.map((_, index) =>
    relation(`r${index + 1}`, 'worksheet', `worksheets/s${index + 1}.xml`),
  );
  const parts = new Map<string, string>([
    ['xl/workbook.xml', `<workbook xmlns:r="${OFFICE}"><sheets>${tags.join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${targets.join('')}</Relationships>`],
    ...(styles === undefined ? [] : [['xl/styles.xml', styles] as const]),
    ...(shared === undefined ? [] : [['xl/sharedStrings.xml', shared] as const]),
  ]);
  for (const [index, { rows, before = '', after = '', relations = [] }] of sheets.entries()) {
    const sheet = `<worksheet xmlns:r="${OFFICE}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;
    parts.set(`xl/worksheets/s${index + 1}.xml`, sheet);
    const related = relations.map((kind, at) => relation(`x${at}`, kind, `../${kind}1.xml`));
    if (related.length > 0)
      parts.set(
        `xl/worksheets/_rels/s${index + 1}.xml.rels`,
        `<Relationships>${related.join('')}</Relationships>`,
      );
  }
  const pieces: Uint8Array[] = [];
  const content = [...parts].map(([name, text]): ZipPart => ({ name, content: [text] }));
  for await (const piece of zipOf(content)) pieces.push(piece);
  const path = join(mkdtempSync(join(tmpdir(), 'griot-workbook-')), 'words.xlsx');
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

function relation(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
}

/** A cell with a text. */
export function textCell(reference: string, text: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** A row of cells. */
export function sheetRow(number: number, ...cells: readonly string[]): string {
  return `<row r="${number}">${cells.join('')}</row>`;
}
