import { FORBIDDEN_KEYS, isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import type { EntrySource, ReadOptions } from '../files/entry-source';
import { FileProblem, type Position, positionAfter } from '../files/position';
import { invalidCharacterIn, openText, type TextFile } from '../files/text-file';
import type { TableCells } from '../tables/csv-rows';
import { headerOf } from '../tables/heading-rows';
import { tableSource } from '../tables/table-source';
import { endOfText, type JsonPart, listNameIn, parsedJson, splitJson } from './split-json';
import { openDmlexJson } from '../dmlex/dmlex-source';

/** A value inside an object with its path, such as `definition.fr` or `examples.2.text`. */
type Place = readonly [path: string, value: Json];

/** Separators of the texts of a list in one cell, the preferred one first. */
const LIST_SEPARATORS = ['|', ';'] as const;

/**
 * The columns of a list of objects. A column name is a path: member names with dots between them, and numbers from 1 for list items. A
 * list of texts is one column, whose name ends with the separator, as in `synonyms (|)`, so that its cells are read as several items.
 */
class JsonColumns {
  /** For each list of texts, the separators that occur in its texts. */
  private readonly lists = new Map<string, Set<string>>();
  private readonly paths = new Set<string>();

  get count(): number {
    return this.paths.size;
  }

  add(object: JsonObject): void {
    for (const [path, value] of placesIn(object)) {
      this.paths.add(path);
      if (isJsonList(value)) this.lists.set(path, this.lists.get(path) ?? new Set());
      const signs = this.lists.get(path);
      if (signs)
        for (const separator of LIST_SEPARATORS) if (textOf(value).includes(separator)) signs.add(separator);
    }
  }

  header(): readonly string[] {
    return [...this.paths].map((path) => this.nameOf(path));
  }

  /** Returns the cells of an object in the order of the columns. */
  cells(object: JsonObject): readonly string[] {
    const values = new Map(placesIn(object));
    return [...this.paths].map((path) => {
      const value = values.get(path) ?? null;
      return isJsonList(value) ? value.map(textOf).join(this.joinerOf(path)) : textOf(value);
    });
  }

  private nameOf(path: string): string {
    const separator = this.separatorOf(path);
    return separator === undefined ? path : `${path} (${separator})`;
  }

  /** Returns the separator of a column; `undefined` if it has no lists, or if their texts contain all separators. */
  private separatorOf(path: string): string | undefined {
    const signs = this.lists.get(path);
    return signs && LIST_SEPARATORS.find((separator) => !signs.has(separator));
  }

  private joinerOf(path: string): string {
    const separator = this.separatorOf(path);
    return separator === undefined ? '\n' : separator === ';' ? '; ' : ' | ';
  }
}

/** Returns a path that leads to two values: `a.b` in `{"a": {"b": 1}, "a.b": 2}`. */
function repeatedPathIn(object: JsonObject): string | undefined {
  const seen = new Set<string>();
  for (const [path] of placesIn(object)) {
    if (seen.has(path)) return path;
    seen.add(path);
  }
  return undefined;
}

/** Returns the texts and numbers in an object, and lists of them, with their paths. Empty values are left out. */
function placesIn(object: JsonObject): readonly Place[] {
  return Object.entries(object).flatMap(([name, value]) => placesAt(name, value));
}

function placesAt(path: string, value: Json): readonly Place[] {
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, member]) => placesAt(`${path}.${name}`, member));
  if (!isJsonList(value)) return textOf(value) === '' ? [] : [[path, value]];
  const items = value.filter((item) => typeof item === 'object' || textOf(item) !== '');
  if (items.every((item) => item === null || typeof item !== 'object')) {
    const texts = items.filter((item) => item !== null);
    return texts.length === 0 ? [] : [[path, texts]];
  }
  return value.flatMap((item, index) => placesAt(`${path}.${index + 1}`, item));
}

function textOf(value: Json): string {
  if (isJsonList(value)) return value.map(textOf).join('\n');
  return typeof value === 'object' ? '' : String(value);
}

const STRUCTURAL_CHARACTERS = /["{}[\],:]/gu;

/** Returns the first repeated member name of an object, with its index. A parser would silently use the last value. */
export function repeatedNameIn(text: string): { readonly name: string; readonly at: number } | undefined {
  /** The member names of the enclosing objects; `undefined` for an enclosing list. */
  const around: (Set<string> | undefined)[] = [];
  let isName = false;
  STRUCTURAL_CHARACTERS.lastIndex = 0;
  for (let match = STRUCTURAL_CHARACTERS.exec(text); match; match = STRUCTURAL_CHARACTERS.exec(text)) {
    const [sign] = match;
    if (sign === '"') {
      STRUCTURAL_CHARACTERS.lastIndex = endOfText(text, match.index) ?? text.length;
      const spelled = text.slice(match.index, STRUCTURAL_CHARACTERS.lastIndex);
      const names = isName ? around.at(-1) : undefined;
      const name = JSON.parse(spelled) as string;
      if (names?.has(name)) return { name, at: match.index };
      names?.add(name);
      isName = false;
    } else if (sign === '{' || sign === '[') {
      around.push(sign === '{' ? new Set() : undefined);
      isName = sign === '{';
    } else if (sign === '}' || sign === ']') around.pop();
    else isName = sign === ',' && around.at(-1) !== undefined;
  }
  return undefined;
}

/** Maximum number of different names in all objects. With more, the names are data. */
const MAX_NAMES = 2000;

/**
 * Opens a list of objects, `[{"word": …}, …]`, as a table with a row for each object and a column for each name.
 *
 * @param list the name of the list, if an object contains it: `{"words": [{"word": …}, …]}`
 */
export async function openJsonTable(path: string, options: ReadOptions, list?: string): Promise<EntrySource> {
  const file = await openText(path, options.encoding);
  const columns = new JsonColumns();
  let last: Position | undefined;
  let refused: FileProblem | undefined;
  for await (const { object, problem, start } of objectsOf(file, list)) {
    last = start;
    refused ??= problem;
    if (object) columns.add(object);
    if (columns.count > MAX_NAMES)
      throw new FileProblem('OVER_LIMIT', start, `the objects have more than ${MAX_NAMES} different names`);
  }
  const header = headerOf(columns.header());
  if (header.length === 0 && last)
    throw refused ?? new FileProblem('NOT_A_TABLE', last, 'the objects in the list have no values');
  const rows = () => tableRows(file, columns, list);
  const warnings = () => (list === undefined ? [] : [otherMembersWarning(list)]);
  return tableSource({ ...file, format: 'json', header, rows, warnings }, options);
}

function otherMembersWarning(list: string): FileProblem {
  const complaint = `only the list "${list}" is read; other members of the object that contains it are not kept`;
  return new FileProblem('NOT_READ', START_OF_FILE, complaint);
}

const START_OF_FILE: Position = { line: 1, column: 1 };

async function* tableRows(
  file: TextFile,
  columns: JsonColumns,
  list: string | undefined,
): AsyncGenerator<TableCells> {
  for await (const { object, problem, start, end } of objectsOf(file, list))
    yield { cells: object ? columns.cells(object) : [], line: start.line, end, ...(problem && { problem }) };
}

interface FoundObject {
  readonly object?: JsonObject;
  /** The reason why the row is refused. */
  readonly problem?: FileProblem;
  readonly start: Position;
  readonly end: number;
}

/** @throws FileProblem for a file that is not a list of objects */
async function* objectsOf(file: TextFile, list: string | undefined): AsyncGenerator<FoundObject> {
  let around = '';
  for await (const part of splitJson(file.text(), list)) {
    if (part.isEntry) yield { ...objectIn(part), start: part.start, end: part.end };
    else {
      around += part.text.trim();
      if (list === undefined) refuseTextAround(part);
    }
  }
  if (list === undefined && around !== '[]')
    throw new FileProblem('NOT_A_TABLE', START_OF_FILE, `the file is not a list of objects${SUCH_AS}`);
}

const SUCH_AS = ', such as [{"word": "ilé"}]';

/** Refuses any text around the objects other than that of the list. */
function refuseTextAround({ text, start }: JsonPart): void {
  const at = text.search(/[^\s[\]]/u);
  if (at === -1) return;
  const position = positionAfter(start, text.slice(0, at));
  throw new FileProblem('NOT_A_TABLE', position, `the list may contain only objects${SUCH_AS}`);
}

function objectIn(part: JsonPart): Pick<FoundObject, 'object' | 'problem'> {
  try {
    const object = parsedJson(part) as Json;
    if (!isJsonObject(object)) throw new FileProblem('NOT_A_TABLE', part.start, 'this is not an object');
    refuseNames(object, part);
    const sign = invalidCharacterIn(object);
    if (sign === undefined) return { object };
    const complaint = `the object has the character ${sign}, which is not allowed in text: remove it`;
    return { problem: new FileProblem('CONTROL_CHARACTER', part.start, complaint) };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error };
    throw error;
  }
}

/** @throws FileProblem for repeated names, of which one value would be lost, and for names that are not allowed as columns */
function refuseNames(object: JsonObject, { text, start }: JsonPart): void {
  const repeated = repeatedNameIn(text);
  const complaint = 'is used twice in one object, so one of its values would be lost';
  if (repeated) {
    const position = positionAfter(start, text.slice(0, repeated.at));
    throw new FileProblem('REFUSED_ENTRY', position, `the name "${repeated.name}" ${complaint}`);
  }
  const path = repeatedPathIn(object);
  if (path !== undefined) throw new FileProblem('REFUSED_ENTRY', start, `the name "${path}" ${complaint}`);
  const forbidden = Object.keys(object).find((name) => FORBIDDEN_KEYS.has(name));
  if (forbidden !== undefined)
    throw new FileProblem('REFUSED_ENTRY', start, `a column must not have the name ${forbidden}`);
}

/** Characters in which the list of a file is searched. */
const BEGINNING = 64 * 1024;

/** Opens an object in JSON: a resource of DMLex, or an object with another list of objects, which is read as a table. */
export async function openJsonObject(path: string, options: ReadOptions): Promise<EntrySource> {
  const beginning = await beginningOf(path, options);
  const list = isDmlex(beginning) ? undefined : listNameIn(beginning);
  return list === undefined ? openDmlexJson(path, options) : openJsonTable(path, options, list);
}

async function beginningOf(path: string, { encoding }: ReadOptions): Promise<string> {
  for await (const chunk of (await openText(path, encoding)).text()) return chunk.slice(0, BEGINNING);
  return '';
}

/** Whether an object has entries, or is one or a resource by the members before its first list. */
function isDmlex(beginning: string): boolean {
  const [before = ''] = beginning.split('[', 1);
  return /"entries"\s*:/u.test(beginning) || /"(?:langCode|headword)"\s*:/u.test(before);
}
