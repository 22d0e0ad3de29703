import { singlePiece, zipOf } from '../files/zip';
import type { WrittenSheet } from './workbook';

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';
const MEDIA_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACES = ['office', 'table', 'text']
  .map((name) => `xmlns:${name}="${OASIS}:${name}:1.0"`)
  .join(' ');

const MANIFEST =
  `${XML_DECLARATION}<manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0" manifest:version="1.2">` +
  `<manifest:file-entry manifest:full-path="/" manifest:media-type="${MEDIA_TYPE}"/>` +
  '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>';

/** Writes a package of OpenDocument. The file with its type comes first, uncompressed, so that programs recognise the package. */
export function odsPackage(sheets: readonly WrittenSheet[]): AsyncGenerator<Uint8Array> {
  return zipOf([
    { name: 'mimetype', content: singlePiece(MEDIA_TYPE), isCompressed: true },
    { name: 'META-INF/manifest.xml', content: singlePiece(MANIFEST) },
    { name: 'content.xml', content: documentXml('office:document-content', sheets) },
  ]);
}

/** Writes an OpenDocument spreadsheet as one file of XML. */
export function flatOdsText(sheets: readonly WrittenSheet[]): AsyncGenerator<string> {
  return documentXml('office:document', sheets, ` office:mimetype="${MEDIA_TYPE}"`);
}

async function* documentXml(
  root: string,
  sheets: readonly WrittenSheet[],
  attributes = '',
): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<${root} ${NAMESPACES} office:version="1.2"${attributes}><office:body><office:spreadsheet>\n`;
  for (const { name, rows } of sheets) {
    yield `<table:table table:name="${escaped(name).replaceAll('"', '&quot;')}">\n`;
    for await (const cells of rows())
      yield `<table:table-row>${cells.map(cellXml).join('') || '<table:table-cell/>'}</table:table-row>\n`;
    yield '</table:table>\n';
  }
  yield `</office:spreadsheet></office:body></${root}>\n`;
}

/** Writes a cell as text, with a paragraph for each line, so that a program does not read `1/2` as a date. */
function cellXml(text: string): string {
  if (text === '') return '<table:table-cell/>';
  const lines = text.split('\n').map((line) => `<text:p>${spaced(escaped(line))}</text:p>`);
  return `<table:table-cell office:value-type="string">${lines.join('')}</table:table-cell>`;
}

/** Writes spaces that would not count as elements: those at the beginning and the end of a line, and those behind others. */
function spaced(line: string): string {
  return line.replace(/^ | $|(?<= ) /gu, '<text:s/>').replaceAll('\t', '<text:tab/>');
}

/** Escapes text. Characters that XML cannot represent are left out, since no program would open the file. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\u007F-\u009F])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
