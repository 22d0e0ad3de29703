import { SaxesParser } from 'saxes';
import { FileProblem } from '../files/position';

/** Maximum length of a text or a tag, in characters: many times the largest article. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

/** Maximum length of a cell, in characters: as much as an article may have. Many elements make a cell, and each may be short. */
const MAX_CELL_LENGTH = 1024 * 1024;

/** Maximum nesting depth of a part of a workbook: many times the depth that programs write. */
const MAX_LEVELS = 64;

/** Handlers for elements and text. Names have the prefix that the file gives them. */
export interface XmlHandlers {
  readonly opens: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly closes?: (name: string) => void;
  readonly text?: (piece: string) => void;
  /** Returns the number of characters that the current cell has so far. */
  readonly cellLength?: () => number;
}

/** A parser with the position of its last tag. */
export interface XmlParser {
  readonly parser: SaxesParser;
  readonly last: { position: number };
  readonly cellLength: () => number;
}

export function createXmlParser({ opens, closes, text, cellLength = () => 0 }: XmlHandlers): XmlParser {
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
    opens(name, attributes);
  });
  parser.on('closetag', ({ name }) => {
    levels -= 1;
    last.position = parser.position;
    closes?.(name);
  });
  if (text) parser.on('text', text);
  return { parser, last, cellLength };
}

export function parserPosition({ line, column }: SaxesParser) {
  return { line, column: column + 1 };
}

interface Parsing<T> extends XmlParser {
  /** Name of the part in messages. */
  readonly part: string;
  /** Collects the findings of the listener; they are yielded after each chunk of the file. */
  readonly results: T[];
}

/** @throws FileProblem with the line and column in the part */
export async function* parsedText<T>(
  chunks: AsyncIterable<string>,
  { part, parser, last, cellLength, results }: Parsing<T>,
): AsyncGenerator<T> {
  parser.on('error', (error) => {
    throw new FileProblem('NOT_XML', parserPosition(parser), `${part}: ${error.message}`);
  });
  for await (const text of chunks) {
    parser.write(text);
    yield* results.splice(0);
    // The parser holds a text or tag in memory until its end.
    if (parser.position - last.position > MAX_TEXT_LENGTH)
      throw new FileProblem(
        'OVER_LIMIT',
        parserPosition(parser),
        `${part}: a text or a tag is longer than ${MAX_TEXT_LENGTH} characters`,
      );
    if (cellLength() > MAX_CELL_LENGTH)
      throw new FileProblem(
        'OVER_LIMIT',
        parserPosition(parser),
        `${part}: a cell has more than ${MAX_CELL_LENGTH} characters`,
      );
  }
  parser.close();
  yield* results.splice(0);
}

/** Returns a name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
