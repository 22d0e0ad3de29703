import { SaxesParser } from 'saxes';
import { decodedText } from '../files/decode';
import { openZip, partOf, type ZipPackage } from '../files/zip';
import { FileProblem } from '../files/position';
import type { TableCells } from './csv-rows';
import { CellText, LONGEST_ROW, RowReader } from './xlsx-cells';
import { DateStyles } from './xlsx-dates';

/** Most characters of the texts that cells share, which are held in memory. */
const MOST_SHARED = 64 * 1024 * 1024;

/** A workbook, of which the first sheet is read. */
export interface Workbook {
  /** Names of the sheets, in order. */
  readonly sheets: readonly string[];
  readonly rows: () => AsyncGenerator<TableCells>;
}

/** @throws FileProblem for what is no workbook */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await openZip(path);
  try {
    const targets = await relationsOf(zip);
    const sheets = await sheetsOf(zip);
    const [first] = sheets;
    const target = first && targets.get(first.relation);
    if (!first || target === undefined)
      throw new FileProblem('NOT_A_TABLE', { line: 1, column: 1 }, 'the workbook has no sheet');
    const sheet = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return { sheets: sheets.map(({ name }) => name), rows: () => rowsIn(path, sheet) };
  } finally {
    zip.close();
  }
}

async function sheetsOf(zip: ZipPackage) {
  const sheets: { readonly name: string; readonly relation: string }[] = [];
  for await (const { name, attributes } of tagsOf(zip, 'xl/workbook.xml'))
    if (name === 'sheet') {
      const [, relation = ''] = Object.entries(attributes).find(([one]) => one.endsWith(':id')) ?? [];
      sheets.push({ name: attributes['name'] ?? '', relation });
    }
  return sheets;
}

async function relationsOf(zip: ZipPackage): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  for await (const { name, attributes } of tagsOf(zip, 'xl/_rels/workbook.xml.rels'))
    if (name === 'Relationship') targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '');
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
  yield* parsed(zip, { part, ...listening, found });
}

/** @throws FileProblem for styles that are no XML */
async function dateStylesOf(zip: ZipPackage): Promise<DateStyles> {
  const dates = new DateStyles();
  for (const part of ['xl/workbook.xml', 'xl/styles.xml']) {
    if (!zip.names.includes(part)) continue;
    const listening = listen({
      opens: (name, attributes) => {
        dates.opens(name, attributes);
      },
      closes: (name) => {
        dates.closes(name);
      },
    });
    const nothing = parsed(zip, { part, ...listening, found: [] });
    while ((await nothing.next()).done !== true);
  }
  return dates;
}

/** What is done at the beginning and the end of an element, by its name without a prefix. */
interface Listener {
  readonly opens: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly closes: (name: string) => void;
  readonly text?: CellText;
}

/** Deepest nesting of a part of a workbook: many times the deepest that programs write. */
const MAX_LEVELS = 64;

/** A parser, and where in the file it last found a tag. */
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
        placeOf(parser),
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

function placeOf({ line, column }: SaxesParser) {
  return { line, column: column + 1 };
}

interface Parsing<T> extends Listening {
  readonly part: string;
  /** Takes what the parser finds; it is handed on after each piece of the file. */
  readonly found: T[];
}

/** @throws FileProblem with the line and column in the part */
async function* parsed<T>(zip: ZipPackage, { part, parser, last, found }: Parsing<T>): AsyncGenerator<T> {
  parser.on('error', (error) => {
    throw new FileProblem('NOT_XML', placeOf(parser), `${part}: ${error.message}`);
  });
  for await (const text of decodedText(partOf(zip, part))) {
    parser.write(text);
    yield* found.splice(0);
    // The parser holds a text or a tag until its end.
    if (parser.position - last.position > LONGEST_ROW)
      throw new FileProblem(
        'OVER_LIMIT',
        placeOf(parser),
        `${part}: a text or a tag is longer than ${LONGEST_ROW} characters`,
      );
  }
  parser.close();
  yield* found.splice(0);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Texts that cells name by number. */
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
  for await (const text of parsed(zip, { part, ...listening, found })) {
    texts.push(text);
    total += text.length;
    if (total > MOST_SHARED)
      throw new FileProblem(
        'OVER_LIMIT',
        placeOf(listening.parser),
        `${part}: the cells share more than ${MOST_SHARED} characters`,
      );
  }
  return texts;
}

async function* rowsIn(path: string, sheet: string): AsyncGenerator<TableCells> {
  const zip = await openZip(path);
  try {
    const shared = await sharedTexts(zip);
    const found: TableCells[] = [];
    const reader = new RowReader({ shared, dates: await dateStylesOf(zip) }, found);
    const listening = listen({
      opens: (name, attributes) => {
        reader.opens(name, attributes);
      },
      closes: (name) => {
        reader.closes(name, listening.parser.position);
      },
      text: reader.content,
    });
    yield* parsed(zip, { part: sheet, ...listening, found });
  } finally {
    zip.close();
  }
}
