import { posix } from 'node:path';
import { decodedText } from '../files/decode';
import { refuseForeign, refuseForeignPackage } from '../files/foreign-files';
import { firstBytes } from '../files/text-file';
import { openZip, readZipPart, type ZipPackage } from '../files/zip';
import { fileProblem, FileProblem } from '../files/position';
import { NumberFormats } from './number-formats';
import { SheetNotes, XlsxNotes } from './sheet-notes';
import { CellText, RowReader } from './sheet-rows';
import {
  assertMoreSheets,
  type Sheet,
  type SheetCells,
  type SheetRow,
  withCells,
  type Workbook,
} from './workbook';
import {
  createXmlParser,
  type XmlHandlers,
  type XmlParser,
  localName,
  parsedText,
  parserPosition,
} from './xml-parts';

/** Maximum total length of shared texts, in characters. They are held in memory. */
const MAX_SHARED_CHARACTERS = 64 * 1024 * 1024;

/** What a shared text takes besides its characters, in the same unit: a file may have millions of empty ones. */
const SHARED_TEXT_COST = 32;

/** Maximum size of a part that lists sheets, styles or other parts, in bytes. Its elements are held in memory. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** A sheet with its part of the package. */
interface SheetPart extends Sheet {
  readonly part: string;
}

/**
 * Opens a workbook of Excel.
 *
 * @throws FileProblem if the file is not a workbook or has no sheet
 */
export async function openXlsxWorkbook(path: string): Promise<Workbook> {
  refuseForeign(await firstBytes(path));
  const zip = await openZip(path);
  try {
    if (!zip.names.includes('xl/workbook.xml')) refuseForeignPackage(zip.names);
    const sheets = await sheetsOf(zip);
    if (sheets.length === 0) throw fileProblem('NOT_A_TABLE', 'the workbook has no sheet');
    const notes = new Map<string, SheetNotes>();
    return {
      sheets,
      rows: (names, most) => {
        const read = sheets.filter(({ name }) => names.has(name));
        return rowsIn(path, { sheets: read, most, notes });
      },
      warnings: (name) => notes.get(name)?.warnings() ?? [],
    };
  } finally {
    zip.close();
  }
}

/** Returns the sheets that have cells: a workbook may also have sheets with only a chart. */
async function sheetsOf(zip: ZipPackage): Promise<readonly SheetPart[]> {
  const targets = await relationsOf(zip, 'xl/workbook.xml');
  const sheets: SheetPart[] = [];
  for await (const { name, attributes } of tagsOf(zip, 'xl/workbook.xml')) {
    if (name !== 'sheet') continue;
    const [, relation = ''] = Object.entries(attributes).find(([one]) => one.endsWith(':id')) ?? [];
    const { target, type } = targets.get(relation) ?? {};
    // Some programs state no type.
    if (target === undefined || (type !== 'worksheet' && type !== '')) continue;
    assertMoreSheets(sheets);
    sheets.push({
      name: attributes['name'] ?? '',
      isHidden: /hidden/iu.test(attributes['state'] ?? ''),
      part: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    });
  }
  return sheets;
}

/** Returns the parts to which a part refers, with the last segment of their relation types. */
async function relationsOf(zip: ZipPackage, part: string) {
  const targets = new Map<string, { readonly target: string; readonly type: string }>();
  const relations = `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`;
  if (part !== 'xl/workbook.xml' && !zip.names.includes(relations)) return targets;
  for await (const { name, attributes } of tagsOf(zip, relations)) {
    const { Id = '', Target = '', Type = '' } = attributes;
    if (name === 'Relationship') targets.set(Id, { target: Target, type: posix.basename(Type) });
  }
  return targets;
}

async function* tagsOf(zip: ZipPackage, part: string) {
  const tags: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] = [];
  const listening = listenLocally({
    opens: (name, attributes) => {
      tags.push({ name, attributes });
    },
  });
  assertShort(zip, part);
  yield* parsedPart(zip, { part, ...listening, results: tags });
}

function assertShort(zip: ZipPackage, part: string): void {
  if (zip.sizeOf(part) <= MAX_LIST_BYTES) return;
  const complaint = `${part} has more than ${MAX_LIST_BYTES} bytes`;
  throw fileProblem('OVER_LIMIT', complaint);
}

/** @throws FileProblem if the styles are not valid XML */
async function numberFormatsOf(zip: ZipPackage): Promise<NumberFormats> {
  const numbers = new NumberFormats();
  for (const part of ['xl/workbook.xml', 'xl/styles.xml']) {
    if (!zip.names.includes(part)) continue;
    assertShort(zip, part);
    const listening = listenLocally({
      opens: (name, attributes) => {
        numbers.opens(name, attributes);
      },
      closes: (name) => {
        numbers.closes(name);
      },
    });
    const nothing = parsedPart(zip, { part, ...listening, results: [] });
    while ((await nothing.next()).done !== true);
  }
  return numbers;
}

/** Listens to names without their prefixes, which differ between programs. */
function listenLocally({ opens, closes, ...others }: XmlHandlers): XmlParser {
  return createXmlParser({
    opens: (name, attributes) => {
      opens(localName(name), attributes);
    },
    closes: (name) => closes?.(localName(name)),
    ...others,
  });
}

interface PartParsing<T> extends XmlParser {
  readonly part: string;
  readonly results: T[];
}

function parsedPart<T>(zip: ZipPackage, parsing: PartParsing<T>): AsyncGenerator<T> {
  return parsedText(decodedText(readZipPart(zip, parsing.part)), parsing);
}

/** Returns the texts to which cells refer by index. */
async function sharedTexts(zip: ZipPackage): Promise<readonly string[]> {
  const part = 'xl/sharedStrings.xml';
  if (!zip.names.includes(part)) return [];
  const texts: string[] = [];
  const newTexts: string[] = [];
  const content = new CellText();
  const listening = listenLocally({
    opens: (name) => {
      content.opens(name);
    },
    closes: (name) => {
      content.closes(name);
      if (name === 'si') newTexts.push(content.take());
    },
    text: (piece) => {
      content.add(piece);
    },
    cellLength: () => content.length,
  });
  let total = 0;
  for await (const text of parsedPart(zip, { part, ...listening, results: newTexts })) {
    texts.push(text);
    total += text.length + SHARED_TEXT_COST;
    if (total > MAX_SHARED_CHARACTERS)
      throw new FileProblem(
        'OVER_LIMIT',
        parserPosition(listening.parser),
        `${part}: the cells share more than ${MAX_SHARED_CHARACTERS} characters`,
      );
  }
  return texts;
}

interface SheetsToRead {
  readonly sheets: readonly SheetPart[];
  readonly most: number | undefined;
  /** Receives the notes of each sheet. */
  readonly notes: Map<string, SheetNotes>;
}

async function* rowsIn(path: string, { sheets, most, notes }: SheetsToRead): AsyncGenerator<SheetCells> {
  const zip = await openZip(path);
  try {
    const shared = await sharedTexts(zip);
    const numbers = await numberFormatsOf(zip);
    for (const { name, part } of sheets) {
      const relations = [...(await relationsOf(zip, part)).values()].map(({ type }) => type);
      const ofSheet = new XlsxNotes(name, relations);
      notes.set(name, ofSheet);
      const rows: SheetRow[] = [];
      const reader = new RowReader({ name, shared, numbers }, rows);
      const listening = listenLocally({
        opens: (tag, attributes) => {
          reader.opens(tag, attributes);
          ofSheet.opens(tag, attributes);
        },
        closes: (tag) => {
          reader.closes(tag, listening.parser.position);
        },
        text: (piece) => {
          reader.content.add(piece);
        },
        cellLength: () => reader.content.length,
      });
      let read = 0;
      for await (const row of parsedPart(zip, { part, ...listening, results: rows })) {
        yield withCells(row);
        if (++read === most) break;
      }
    }
  } finally {
    zip.close();
  }
}
