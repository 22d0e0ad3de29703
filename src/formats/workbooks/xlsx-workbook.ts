import { refuseForeign, refuseForeignPackage } from '../files/foreign-files';
import { firstBytes } from '../files/text-file';
import { fileProblem, FileProblem } from '../files/position';
import { NumberFormats } from './number-formats';
import {
  assertShort,
  listenLocally,
  openParts,
  parsedPart,
  type PartsPackage,
  relatedParts,
  sharedParts,
  tagsOf,
  workbookPart,
} from './package-parts';
import { MergedCellsReader, MergedRows } from './merged-cells';
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
import { parserPosition } from './xml-parts';

/** Maximum total length of shared texts, in characters. They are held in memory. */
const MAX_SHARED_CHARACTERS = 64 * 1024 * 1024;

/** What a shared text takes besides its characters, in the same unit: a file may have millions of empty ones. */
const SHARED_TEXT_COST = 32;

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
  const zip = await openParts(path);
  try {
    const workbook = await workbookPart(zip);
    if (!zip.has(workbook)) refuseForeignPackage(zip.names);
    const sheets = await sheetsOf(zip, workbook);
    if (sheets.length === 0) throw fileProblem('NOT_A_TABLE', 'the workbook has no sheet');
    const notes = new Map<string, SheetNotes>();
    const mergedCells = new MergedCellsReader();
    return {
      sheets,
      rows: (names, most) => {
        const read = sheets.filter(({ name }) => names.has(name));
        return rowsIn(path, { sheets: read, most, notes, mergedCells });
      },
      warnings: (name) => notes.get(name)?.warnings() ?? [],
      merged: (name) => notes.get(name)?.merged ?? [],
    };
  } finally {
    zip.close();
  }
}

/** Returns the sheets that have cells: a workbook may also have sheets with only a chart. */
async function sheetsOf(zip: PartsPackage, workbook: string): Promise<readonly SheetPart[]> {
  const targets = await relatedParts(zip, workbook);
  const sheets: SheetPart[] = [];
  for await (const { name, attributes } of tagsOf(zip, workbook)) {
    if (name !== 'sheet') continue;
    const [, relation = ''] = Object.entries(attributes).find(([name]) => name.endsWith(':id')) ?? [];
    const { part, type } = targets.get(relation) ?? {};
    // Some programs state no type.
    if (part === undefined || (type !== 'worksheet' && type !== '')) continue;
    assertMoreSheets(sheets);
    const isHidden = /hidden/iu.test(attributes['state'] ?? '');
    sheets.push({ name: attributes['name'] ?? '', isHidden, part });
  }
  return sheets;
}

/** @throws FileProblem if the styles are not valid XML */
async function numberFormatsOf(zip: PartsPackage, parts: readonly string[]): Promise<NumberFormats> {
  const numbers = new NumberFormats();
  for (const part of parts) {
    if (!zip.has(part)) continue;
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

/** Returns the texts to which cells refer by index. */
async function sharedTexts(zip: PartsPackage, part: string): Promise<readonly string[]> {
  if (!zip.has(part)) return [];
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
  readonly mergedCells: MergedCellsReader;
}

async function* rowsIn(
  path: string,
  { sheets, most, notes, mergedCells }: SheetsToRead,
): AsyncGenerator<SheetCells> {
  const zip = await openParts(path);
  try {
    const workbook = await workbookPart(zip);
    const { texts, styles } = sharedParts(await relatedParts(zip, workbook));
    const shared = await sharedTexts(zip, texts);
    const numbers = await numberFormatsOf(zip, [workbook, styles]);
    for (const { name, part } of sheets) {
      const relations = [...(await relatedParts(zip, part)).values()].map(({ type }) => type);
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
      const merged = MergedRows.sorted(await mergedCells.of(zip, part));
      let read = 0;
      for await (const row of parsedPart(zip, { part, ...listening, results: rows })) {
        yield withCells(merged.of(row));
        if (++read === most) break;
      }
    }
  } finally {
    zip.close();
  }
}
