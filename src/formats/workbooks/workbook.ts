import { posix } from 'node:path';
import { SaxesParser } from 'saxes';
import { decodedText } from '../files/decode';
import { refuseForeign, refuseForeignPackage } from '../files/foreign-files';
import { firstBytes } from '../files/text-file';
import { openZip, readZipPart, type ZipPackage } from '../files/zip';
import { FileProblem } from '../files/position';
import type { TableCells } from '../tables/csv-rows';
import { NumberFormats } from './number-formats';
import { SheetNotes } from './sheet-notes';
import { CellText, MAX_ROW_LENGTH, RowReader, type SheetRow, withCells } from './sheet-rows';

/** Maximum total length of shared texts, in characters. They are held in memory. */
const MAX_SHARED_CHARACTERS = 64 * 1024 * 1024;

/** An open workbook with one selected sheet. */
export interface Workbook {
  readonly sheet: string;
  readonly rows: () => AsyncGenerator<TableCells>;
  /** Reports the unread parts of the workbook; call it after reading the rows. */
  readonly warnings: () => readonly FileProblem[];
}

/**
 * Opens a workbook.
 *
 * @param asked name of a sheet; defaults to that of the previous import, then to the first visible one
 * @param before sheet of the previous import, which this workbook may lack
 * @throws FileProblem if the file is not a workbook or has no such sheet
 */
export async function openWorkbook(path: string, asked?: string, before?: string): Promise<Workbook> {
  refuseForeign(await firstBytes(path));
  const zip = await openZip(path);
  try {
    if (!zip.names.includes('xl/workbook.xml')) refuseForeignPackage(zip.names);
    const targets = await relationsOf(zip, 'xl/workbook.xml');
    const sheets = await sheetsOf(zip);
    const isRead = ({ relation, state }: Sheet) =>
      targets.get(relation)?.type === 'worksheet' && !/hidden/iu.test(state);
    const usual = sheets.find(({ name }) => name === before) ?? sheets.find(isRead) ?? sheets[0];
    const found = asked === undefined ? usual : sheetNamed(asked, sheets);
    const target = found && targets.get(found.relation)?.target;
    if (!found || target === undefined)
      throw new FileProblem('NOT_A_TABLE', { line: 1, column: 1 }, 'the workbook has no sheet');
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    const { name } = found;
    const relations = [...(await relationsOf(zip, part)).values()].map(({ type }) => type);
    let notes = new SheetNotes(name, relations);
    return {
      sheet: name,
      rows: () => {
        notes = new SheetNotes(name, relations);
        return rowsIn(path, { name, part, notes });
      },
      warnings: () => [...unread(name, sheets), ...notes.warnings()],
    };
  } finally {
    zip.close();
  }
}

function sheetNamed(name: string, sheets: readonly Sheet[]): Sheet {
  const found = sheets.find((one) => one.name.trim() === name.trim());
  if (found) return found;
  const complaint = `the workbook has no sheet "${name}", only ${sheetNames(sheets)}`;
  throw new FileProblem('NOT_A_TABLE', { line: 1, column: 1 }, complaint);
}

function unread(read: string, sheets: readonly Sheet[]): readonly FileProblem[] {
  const others = sheets.filter(({ name }) => name !== read);
  if (others.length === 0) return [];
  const complaint = `only the sheet "${read}" is read, not ${sheetNames(others)}; choose another one with the option "sheet"`;
  return [new FileProblem('NOT_READ', { line: 1, column: 1 }, complaint)];
}

/** Maximum number of sheets that a message names. */
const MAX_NAMED_SHEETS = 20;

function sheetNames(sheets: readonly Sheet[]): string {
  const names = sheets.slice(0, MAX_NAMED_SHEETS).map(({ name }) => `"${name}"`);
  const more = sheets.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

interface Sheet {
  readonly name: string;
  readonly relation: string;
  readonly state: string;
}

async function sheetsOf(zip: ZipPackage): Promise<readonly Sheet[]> {
  const sheets: Sheet[] = [];
  for await (const { name, attributes } of tagsOf(zip, 'xl/workbook.xml'))
    if (name === 'sheet') {
      const [, relation = ''] = Object.entries(attributes).find(([one]) => one.endsWith(':id')) ?? [];
      sheets.push({ name: attributes['name'] ?? '', relation, state: attributes['state'] ?? '' });
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
  const found: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] = [];
  const listening = listen({
    opens: (name, attributes) => {
      found.push({ name, attributes });
    },
    closes: () => undefined,
  });
  yield* parsedPart(zip, { part, ...listening, found });
}

/** @throws FileProblem if the styles are not valid XML */
async function numberFormatsOf(zip: ZipPackage): Promise<NumberFormats> {
  const numbers = new NumberFormats();
  for (const part of ['xl/workbook.xml', 'xl/styles.xml']) {
    if (!zip.names.includes(part)) continue;
    const listening = listen({
      opens: (name, attributes) => {
        numbers.opens(name, attributes);
      },
      closes: (name) => {
        numbers.closes(name);
      },
    });
    const nothing = parsedPart(zip, { part, ...listening, found: [] });
    while ((await nothing.next()).done !== true);
  }
  return numbers;
}

/** Handlers for the start and the end of elements, by local name. */
interface Listener {
  readonly opens: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly closes: (name: string) => void;
  readonly text?: CellText;
}

/** Maximum nesting depth of a part of a workbook: many times the depth that programs write. */
const MAX_LEVELS = 64;

/** A parser with the position of its last tag. */
interface Listening {
  readonly parser: SaxesParser;
  readonly last: { position: number };
}

function listen({ opens, closes, text }: Listener): Listening {
  const parser = new SaxesParser({});
  const last = { position: 0 };
  let levels = 0;
  parser.on('opentag', ({ name, attributes }) => {
    levels += 1;
    last.position = parser.position;
    if (levels > MAX_LEVELS)
      throw new FileProblem(
        'OVER_LIMIT',
        parserPosition(parser),
        `elements are nested deeper than ${MAX_LEVELS} levels`,
      );
    text?.opens(localName(name));
    opens(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    levels -= 1;
    last.position = parser.position;
    text?.closes(localName(name));
    closes(localName(name));
  });
  parser.on('text', (piece) => text?.add(piece));
  return { parser, last };
}

function parserPosition({ line, column }: SaxesParser) {
  return { line, column: column + 1 };
}

interface Parsing<T> extends Listening {
  readonly part: string;
  /** Collects the findings of the parser; they are yielded after each chunk of the file. */
  readonly found: T[];
}

/** @throws FileProblem with the line and column in the part */
async function* parsedPart<T>(zip: ZipPackage, { part, parser, last, found }: Parsing<T>): AsyncGenerator<T> {
  parser.on('error', (error) => {
    throw new FileProblem('NOT_XML', parserPosition(parser), `${part}: ${error.message}`);
  });
  for await (const text of decodedText(readZipPart(zip, part))) {
    parser.write(text);
    yield* found.splice(0);
    // The parser holds a text or tag in memory until its end.
    if (parser.position - last.position > MAX_ROW_LENGTH)
      throw new FileProblem(
        'OVER_LIMIT',
        parserPosition(parser),
        `${part}: a text or a tag is longer than ${MAX_ROW_LENGTH} characters`,
      );
  }
  parser.close();
  yield* found.splice(0);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the texts to which cells refer by index. */
async function sharedTexts(zip: ZipPackage): Promise<readonly string[]> {
  const part = 'xl/sharedStrings.xml';
  if (!zip.names.includes(part)) return [];
  const texts: string[] = [];
  const found: string[] = [];
  const content = new CellText();
  const listening = listen({
    opens: () => undefined,
    closes: (name) => {
      if (name === 'si') found.push(content.take());
    },
    text: content,
  });
  let total = 0;
  for await (const text of parsedPart(zip, { part, ...listening, found })) {
    texts.push(text);
    total += text.length;
    if (total > MAX_SHARED_CHARACTERS)
      throw new FileProblem(
        'OVER_LIMIT',
        parserPosition(listening.parser),
        `${part}: the cells share more than ${MAX_SHARED_CHARACTERS} characters`,
      );
  }
  return texts;
}

interface ReadSheet {
  readonly name: string;
  readonly part: string;
  readonly notes: SheetNotes;
}

async function* rowsIn(path: string, { name: sheet, part, notes }: ReadSheet): AsyncGenerator<TableCells> {
  const zip = await openZip(path);
  try {
    const shared = await sharedTexts(zip);
    const found: SheetRow[] = [];
    const reader = new RowReader({ name: sheet, shared, numbers: await numberFormatsOf(zip) }, found);
    const listening = listen({
      opens: (name, attributes) => {
        reader.opens(name, attributes);
        notes.opens(name, attributes);
      },
      closes: (name) => {
        reader.closes(name, listening.parser.position);
      },
      text: reader.content,
    });
    for await (const row of parsedPart(zip, { part, ...listening, found })) yield withCells(row);
  } finally {
    zip.close();
  }
}
