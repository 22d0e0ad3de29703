import { FORBIDDEN_KEYS, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import type { EntrySource, ReadOptions } from '../files/entry-source';
import { FileProblem, type Position, positionAfter } from '../files/position';
import { type JsonPart, parsedJson, splitJson } from './split-json';
import { invalidCharacterIn, openText, type TextFile } from '../files/text-file';
import type { TableCells } from '../tables/csv-rows';
import { headerOf } from '../tables/heading-rows';
import { tableSource } from '../tables/table-source';
import { JsonColumns, repeatedPathIn } from './json-cells';
import { repeatedNameIn } from './json-names';

/** Maximum number of different names in all objects. With more, the names are data. */
const MAX_NAMES = 2000;

/** Opens a list of objects, `[{"word": …}, …]`, as a table with a row for each object and a column for each name. */
export async function openJsonTable(path: string, options: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, options.encoding);
  const columns = new JsonColumns();
  let last: Position | undefined;
  for await (const { object, start } of objectsOf(file)) {
    last = start;
    if (object) columns.add(object);
    if (columns.count > MAX_NAMES)
      throw new FileProblem('OVER_LIMIT', start, `the objects have more than ${MAX_NAMES} different names`);
  }
  const header = headerOf(columns.header());
  if (header.length === 0 && last)
    throw new FileProblem('NOT_A_TABLE', last, 'the objects in the list have no values');
  return tableSource({ ...file, format: 'json', header, rows: () => tableRows(file, columns) }, options);
}

const START_OF_FILE: Position = { line: 1, column: 1 };

async function* tableRows(file: TextFile, columns: JsonColumns): AsyncGenerator<TableCells> {
  for await (const { object, problem, start, end } of objectsOf(file))
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
async function* objectsOf(file: TextFile): AsyncGenerator<FoundObject> {
  let around = '';
  for await (const part of splitJson(file.text(), 'list')) {
    if (part.isEntry) yield { ...objectIn(part), start: part.start, end: part.end };
    else {
      around += part.text.trim();
      refuseTextAround(part);
    }
  }
  if (around !== '[]')
    throw new FileProblem('NOT_A_TABLE', START_OF_FILE, `the file is not a list of objects${SUCH_AS}`);
}

const SUCH_AS = ', such as [{"word": "ilé"}]';

/** Refuses any text around the objects other than that of the list. */
function refuseTextAround({ text, start }: JsonPart): void {
  const at = text.search(/[^\s[\]]/u);
  if (at === -1) return;
  const place = positionAfter(start, text.slice(0, at));
  throw new FileProblem('NOT_A_TABLE', place, `the list may contain only objects${SUCH_AS}`);
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
    const place = positionAfter(start, text.slice(0, repeated.at));
    throw new FileProblem('REFUSED_ENTRY', place, `the name "${repeated.name}" ${complaint}`);
  }
  const path = repeatedPathIn(object);
  if (path !== undefined) throw new FileProblem('REFUSED_ENTRY', start, `the name "${path}" ${complaint}`);
  const forbidden = Object.keys(object).find((name) => FORBIDDEN_KEYS.has(name));
  if (forbidden !== undefined)
    throw new FileProblem('REFUSED_ENTRY', start, `a column must not have the name ${forbidden}`);
}
