import { text } from 'node:stream/consumers';
import { decodedText } from '../files/decode';
import { refuseForeign, refuseForeignPackage } from '../files/foreign-files';
import { fileProblem, type FileProblem } from '../files/position';
import { firstBytes, openText } from '../files/text-file';
import { openZip, readZipPart, type ZipPackage } from '../files/zip';
import { OdsReader, type RepeatedRow } from './ods-rows';
import type { SheetNotes } from './sheet-notes';
import { type SheetCells, withCells, type Workbook } from './workbook';
import { createXmlParser, parsedText } from './xml-parts';

/** The part of a package with all sheets. */
const CONTENT = 'content.xml';

/** The part that lists the others, and how they are encrypted. */
const MANIFEST = 'META-INF/manifest.xml';

/** Matches the tag of a part that is encrypted. */
const ENCRYPTION = /<(?:[\w.-]+:)?encryption-data[\s/>]/u;

/** Maximum size of the list that is read, in bytes. That of a document with a thousand pictures has a tenth. */
const MAX_MANIFEST_BYTES = 1024 * 1024;

/** Opens an OpenDocument spreadsheet: a package (.ods). @throws FileProblem if the file is none, or is protected by a password */
export async function openOdsWorkbook(path: string): Promise<Workbook> {
  refuseForeign(await firstBytes(path));
  const zip = await openZip(path);
  try {
    if (!zip.names.includes(CONTENT)) {
      refuseForeignPackage(zip.names);
      throw zip.names.includes('encrypted-package')
        ? protectedByPassword()
        : fileProblem(
            'NOT_A_TABLE',
            `the package has no file ${CONTENT}, as spreadsheets of LibreOffice have`,
          );
    }
    if (await hasEncryptedParts(zip)) throw protectedByPassword();
  } finally {
    zip.close();
  }
  return spreadsheetIn(() => textInPackage(path));
}

/** Reports whether parts are encrypted each for itself, as by LibreOffice before 24.2: the names stay, and the contents look damaged. */
async function hasEncryptedParts(zip: ZipPackage): Promise<boolean> {
  if (!zip.names.includes(MANIFEST) || zip.sizeOf(MANIFEST) > MAX_MANIFEST_BYTES) return false;
  return ENCRYPTION.test(await text(readZipPart(zip, MANIFEST)));
}

function protectedByPassword(): FileProblem {
  return fileProblem('NOT_A_TABLE', 'the file is protected by a password: save it without one');
}

/** Opens an OpenDocument spreadsheet in one file of XML (.fods). */
export async function openFlatOdsWorkbook(path: string): Promise<Workbook> {
  const file = await openText(path);
  return spreadsheetIn(() => file.text());
}

async function* textInPackage(path: string): AsyncGenerator<string> {
  const zip = await openZip(path);
  try {
    yield* decodedText(readZipPart(zip, CONTENT));
  } finally {
    zip.close();
  }
}

async function spreadsheetIn(text: () => AsyncGenerator<string>): Promise<Workbook> {
  const notes = new Map<string, SheetNotes>();
  const { reader, rows } = readingOf(text(), { isRead: () => false, notes });
  while ((await rows.next()).done !== true);
  if (reader.sheets.length === 0)
    throw fileProblem(
      'NOT_A_TABLE',
      'the document has no sheet: only spreadsheets of LibreOffice are read, no texts or drawings',
    );
  return {
    sheets: reader.sheets,
    rows: (names, most) => sheetRows(text(), { names, most, notes }),
    warnings: (name) => notes.get(name)?.warnings() ?? [],
    merged: (name) => notes.get(name)?.merged ?? [],
  };
}

function readingOf(text: AsyncIterable<string>, sheets: ConstructorParameters<typeof OdsReader>[1]) {
  const rows: RepeatedRow[] = [];
  const reader = new OdsReader(rows, sheets);
  const listening = createXmlParser({
    opens: (name, attributes) => {
      reader.opens(name, attributes);
    },
    closes: (name) => {
      reader.closes(name, listening.parser.position);
    },
    text: (piece) => {
      reader.add(piece);
    },
    cellLength: () => reader.cellLength,
  });
  return { reader, rows: parsedText(text, { part: CONTENT, ...listening, results: rows }) };
}

interface SheetsToRead {
  readonly names: ReadonlySet<string>;
  readonly most: number | undefined;
  readonly notes: Map<string, SheetNotes>;
}

async function* sheetRows(
  text: AsyncIterable<string>,
  { names, most = Infinity, notes }: SheetsToRead,
): AsyncGenerator<SheetCells> {
  const left = new Map([...names].map((name) => [name, most]));
  const { rows } = readingOf(text, { isRead: (name) => names.has(name), notes });
  for await (const { repeated, ...row } of rows) {
    const count = Math.min(repeated, left.get(row.sheet) ?? 0);
    left.set(row.sheet, (left.get(row.sheet) ?? 0) - count);
    for (let index = 0; index < count; index += 1) yield { ...withCells(row), line: row.line + index };
  }
}
