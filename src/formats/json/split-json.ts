import { jsonFaultPosition } from '../../shared/json';
import { FileProblem, type Position, positionAfter } from '../files/position';

/** A part of a JSON file: a whole entry, or text around the entries. */
export interface JsonPart {
  readonly isEntry: boolean;
  readonly text: string;
  readonly start: Position;
  /** Offset of its end in the file, in characters. */
  readonly end: number;
}

/** Maximum length of an entry, or of the text around entries, in characters: many times the largest article. */
const MAX_JSON_PART_LENGTH = 16 * 1024 * 1024;

const STRUCTURE = /["{}[\]]/gu;

/** The name of the list of entries in an object; `undefined` if the list is the whole file. */
type ListName = string | undefined;

/**
 * Splits JSON at the items of its list without parsing them, with one entry in memory. A file without such a list is one part.
 *
 * @throws FileProblem with line and column
 */
export async function* splitJson(chunks: AsyncIterable<string>, list: ListName): AsyncGenerator<JsonPart> {
  const splitter = new Splitter(list);
  for await (const chunk of chunks) yield* splitter.take(chunk);
  yield* splitter.finish();
}

/** Maximum nesting depth of a file. Free JSON has at most 32 levels. */
const MAX_LEVELS = 64;

class Splitter {
  private buffered = '';
  private at = 0;
  private start: Position = { line: 1, column: 1 };
  private end = 0;
  private depth = 0;
  /** The last text directly in the root object, which may be a member name. */
  private name = '';
  private isInEntries = false;
  /** Nesting depth of the list of entries. */
  private readonly list: number;
  /** The name of the list, as written. */
  private readonly listName: string | undefined;

  constructor(name: ListName) {
    this.list = name === undefined ? 1 : 2;
    this.listName = name === undefined ? undefined : JSON.stringify(name);
  }

  *take(chunk: string): Generator<JsonPart> {
    this.buffered += chunk;
    for (;;) {
      STRUCTURE.lastIndex = this.at;
      const match = STRUCTURE.exec(this.buffered);
      if (!match) {
        this.at = this.buffered.length;
        break;
      }
      const [sign] = match;
      if (sign === '"') {
        if (!this.passText(match.index)) break;
      } else yield* this.pass(sign, match.index);
    }
    if (this.buffered.length > MAX_JSON_PART_LENGTH)
      throw this.problem(
        'OVER_LIMIT',
        0,
        `a part of the file is longer than ${MAX_JSON_PART_LENGTH} characters`,
      );
  }

  *finish(): Generator<JsonPart> {
    if (this.buffered.slice(this.at).includes('"'))
      throw this.problem('CUT_FILE', this.at, 'the file ends inside a text');
    if (this.depth > 0)
      throw this.problem('CUT_FILE', this.buffered.length, 'the file ends inside an object');
    if (this.buffered !== '') yield this.cutText(this.buffered.length);
  }

  /** Skips a text. Returns `false` if more of the file is needed. */
  private passText(from: number): boolean {
    const end = endOfText(this.buffered, from);
    this.at = end ?? from;
    if (end !== undefined && this.depth === 1) this.name = this.buffered.slice(from, end);
    return end !== undefined;
  }

  private *pass(sign: string, at: number): Generator<JsonPart> {
    this.at = at + 1;
    if (sign === '{' || sign === '[') {
      this.depth += 1;
      if (this.depth > MAX_LEVELS)
        throw this.problem('OVER_LIMIT', at, `objects are nested deeper than ${MAX_LEVELS} levels`);
      if (
        sign === '[' &&
        this.depth === this.list &&
        (this.listName === undefined || this.name === this.listName)
      ) {
        this.isInEntries = true;
        yield this.cutText(at + 1);
      } else if (sign === '{' && this.depth === this.list + 1 && this.isInEntries) {
        const between = this.buffered.slice(0, at);
        if (between.trim().replace(',', '') !== '')
          throw this.problem('NOT_JSON', 0, 'text between two entries is not an entry');
        this.cutText(at);
        this.at = 1;
      }
      return;
    }
    this.depth -= 1;
    if (this.depth < 0) throw this.problem('NOT_JSON', at, `${sign} closes nothing`);
    if (sign === '}' && this.depth === this.list && this.isInEntries) yield this.cutEntry(at + 1);
    else if (sign === ']' && this.depth === this.list - 1) this.isInEntries = false;
  }

  private cutEntry(to: number): JsonPart {
    return { isEntry: true, ...this.cut(to) };
  }

  private cutText(to: number): JsonPart {
    return { isEntry: false, ...this.cut(to) };
  }

  private cut(to: number): Omit<JsonPart, 'isEntry'> {
    const text = this.buffered.slice(0, to);
    const { start } = this;
    this.buffered = this.buffered.slice(to);
    this.at = 0;
    this.start = positionAfter(start, text);
    this.end += to;
    return { text, start, end: this.end };
  }

  private problem(code: 'NOT_JSON' | 'OVER_LIMIT' | 'CUT_FILE', at: number, complaint: string): FileProblem {
    return new FileProblem(code, positionAfter(this.start, this.buffered.slice(0, at)), complaint);
  }
}

/** @throws FileProblem with the position of the error in the file */
export function parsedJson({ text, start }: Pick<JsonPart, 'text' | 'start'>): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const before = text.slice(0, jsonFaultPosition(text));
    throw new FileProblem('NOT_JSON', positionAfter(start, before), error.message);
  }
}

/**
 * Returns the index after the JSON text that begins at an index; `undefined` if it does not end. A regular expression would overflow its
 * stack for a text of some megabytes.
 */
export function endOfText(json: string, from: number): number | undefined {
  for (let quote = json.indexOf('"', from + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return undefined;
}

/** Returns the name of the first list of objects in an object; `undefined` if its beginning has none. */
export function listNameIn(beginning: string): string | undefined {
  let depth = 0;
  let name = '';
  STRUCTURE.lastIndex = 0;
  for (let match = STRUCTURE.exec(beginning); match; match = STRUCTURE.exec(beginning)) {
    const [sign] = match;
    if (sign === '"') {
      const end = endOfText(beginning, match.index);
      if (end === undefined) return undefined;
      if (depth === 1) name = beginning.slice(match.index, end);
      STRUCTURE.lastIndex = end;
    } else if (
      sign === '[' &&
      depth === 1 &&
      /^\s*\{/u.test(beginning.slice(match.index + 1, match.index + 100))
    )
      return JSON.parse(name) as string;
    else depth += sign === '{' || sign === '[' ? 1 : -1;
  }
  return undefined;
}
