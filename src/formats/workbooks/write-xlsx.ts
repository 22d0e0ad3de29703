import { singlePiece, zipOf, type ZipPart } from '../files/zip';
import { columnLetters, type WrittenSheet } from './workbook';

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Writes a workbook of Excel. */
export function xlsxPackage(sheets: readonly WrittenSheet[]): AsyncGenerator<Uint8Array> {
  const numbered = sheets.map(({ name, rows }, index) => ({ name, rows, number: index + 1 }));
  const constant = Object.entries(bookParts(numbered)).map(([name, text]) => ({
    name,
    content: singlePiece(text),
  }));
  return zipOf([
    ...constant,
    ...numbered.map(({ number, rows }): ZipPart => ({
      name: `xl/worksheets/sheet${number}.xml`,
      content: sheetXml(rows()),
    })),
  ]);
}

type NumberedSheets = readonly { readonly name: string; readonly number: number }[];

/** Returns the parts beside the sheets. */
function bookParts(sheets: NumberedSheets): Readonly<Record<string, string>> {
  const each = (tag: (number: number, name: string) => string) =>
    sheets.map(({ number, name }) => tag(number, attribute(name))).join('');
  return {
    '[Content_Types].xml':
      `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK_TYPE}.sheet.main+xml"/>` +
      `${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${WORKBOOK_TYPE}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels':
      `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels':
      `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
      `${each((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
    'xl/workbook.xml':
      `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
      `${each((number, name) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
  };
}

function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;');
}

/** Writes a sheet, row by row. All cells are texts, so that a program does not read `1/2` as a date. */
async function* sheetXml(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>`;
  let number = 0;
  for await (const cells of rows) {
    number += 1;
    const written = cells.map((cell, index) =>
      cell === '' ? '' : cellXml(cell, `${columnLetters(index)}${number}`),
    );
    yield `<row r="${number}">${written.join('')}</row>\n`;
  }
  yield '</sheetData></worksheet>';
}

function cellXml(text: string, reference: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Escapes characters that XML cannot represent as `_x0000_`, and text that would be read as such an escape. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/gu, '_x005F_')
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (sign) =>
      sign === '\t' || sign === '\n'
        ? sign
        : `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
