import { jsonOf } from '../../shared/json-text';
import { currentWork, type Work } from '../../shared/work';
import { type Data, ExecutionErrors, type Operation, type Variables } from '../document/operations';
import { type DocumentResult, hasList, type ListPart, readObject, readPart } from '../document/result';
import type { InnerRoute, Item, Route, WrittenKind } from '../table/route';
import type { RestResponse } from '../response/rest-response';
import type { ResponseMapping } from '../response/response-mapping';

/** Number of characters that are sent at once. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Maximum size of the stored objects of a page, in bytes; a larger object is read alone. */
const PAGE_BYTES = 1024 * 1024;

/**
 * Number of items on the first page, and on the largest page. Each page has at most twice the number of items that the
 * previous one returned.
 */
const FIRST_PAGE_ITEMS = 50;
const MAX_PAGE_ITEMS = 500;

export interface StreamRequest {
  readonly route: Route;
  /** Runs the route's document. */
  readonly run: (variables: Variables) => Promise<Data>;
  readonly runSeparately: (operation: Operation, variables: Variables) => Promise<Data>;
}

/** The data of the route's document, and the JSON text of the object with its lists. */
export interface StreamedObject {
  readonly result: DocumentResult;
  readonly parts: AsyncIterable<string>;
}

/**
 * Reads an object, and while its text is sent, all of its lists. Each page of a list is the result of executing its document,
 * and is read after the client has received the page before it. The text is not a snapshot: it may or may not contain changes
 * made while it is sent. The current work learns how the text ended before the end is sent.
 *
 * @param variables of the route's document; those of the lists are among them
 * @throws Failure UNAVAILABLE immediately when too many responses are being streamed
 */
export async function streamObject(parts: StreamRequest, variables: Variables): Promise<StreamedObject> {
  const { route, run, runSeparately } = parts;
  const work = currentWork();
  try {
    if (work) work.isStreamed = true;
    const result = readObject(route.operation.mapping, await run(variables));
    work?.beginStream();
    const text = objectText(result.body, { lists: route.lists, variables, runSeparately });
    return { result, parts: untilEnd(inChunks(text), work) };
  } catch (error) {
    await work?.endStream(thrownIn(error));
    throw error;
  }
}

/** The lists of an object by name. Their items are read again each time that they are iterated. */
export type WrittenLists = Readonly<Record<string, AsyncIterable<Item>>>;

/** Writes an object and the items of its lists as a file. */
export interface FileWriter {
  readonly contentType: string;
  /** Ending of the file name, if that of the route has none. */
  readonly ending?: string;
  /** Whether there is a report on what the file lacks. */
  readonly isReported?: boolean;
  readonly write: (object: Item, lists: WrittenLists) => AsyncIterable<string | Uint8Array>;
}

/** The writer of a format. @throws Failure INVALID_INPUT for an unknown name */
export type FileWriters = (as: WrittenKind, format: string) => FileWriter;

export interface FileResponse {
  readonly writer: FileWriter;
  /** Creates the response. With another status than 200, no file is written. */
  readonly present: (result: DocumentResult) => RestResponse;
}

/**
 * Reads an object, and while it is written as a file, its lists, as `streamObject` does. If the object is deleted during that time, the
 * file ends with an error, so that an incomplete file does not look complete.
 *
 * @throws Failure UNAVAILABLE immediately when too many responses are being streamed
 */
export async function streamFile(
  parts: StreamRequest,
  variables: Variables,
  { writer, present }: FileResponse,
): Promise<{ readonly response: RestResponse; readonly parts?: RestResponse['parts'] }> {
  const { route, run, runSeparately } = parts;
  const work = currentWork();
  try {
    if (work) work.isStreamed = true;
    const result = readObject(route.operation.mapping, await run(variables));
    const response = present(result);
    if (response.status !== 200) {
      await work?.endStream();
      return { response };
    }
    work?.beginStream();
    const lists = route.lists.map((list) => {
      const pages = () => pagesOf(list, { variables, runSeparately }, readPart);
      return [list.operation.mapping.root, { [Symbol.asyncIterator]: () => itemsOfPages(pages()) }] as const;
    });
    const written = writer.write(result.body, Object.fromEntries(lists));
    return { response, parts: untilEnd(inLargerPieces(written), work) };
  } catch (error) {
    await work?.endStream(thrownIn(error));
    throw error;
  }
}

async function* itemsOfPages(pages: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const items of pages) yield* items;
}

/** Joins texts to larger pieces. Bytes are passed on unchanged. */
async function* inLargerPieces(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Buffer> {
  let waiting = '';
  for await (const piece of pieces) {
    if (typeof piece === 'string') waiting += piece;
    if (waiting !== '' && (typeof piece !== 'string' || waiting.length >= CHUNK_CHARACTERS)) {
      yield waiting;
      waiting = '';
    }
    if (typeof piece !== 'string') yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  }
  if (waiting !== '') yield waiting;
}

/** Reports the end of the pieces to the work. If the client disconnects, the work itself ends. */
async function* untilEnd<Piece>(pieces: AsyncIterable<Piece>, work: Work | undefined): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    await work?.endStream(thrownIn(error));
    throw error;
  }
  await work?.endStream();
}

/** The error that a resolver threw, if it made the document fail. */
function thrownIn(error: unknown): unknown {
  return error instanceof ExecutionErrors ? (error.errors[0]?.originalError ?? error) : error;
}

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = '';
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < CHUNK_CHARACTERS) continue;
    yield waiting;
    waiting = '';
  }
  yield `${waiting}\n`;
}

interface ListsOfObject extends Pick<StreamRequest, 'runSeparately'> {
  readonly lists: readonly InnerRoute[];
  readonly variables: Variables;
}

/** The text of an object: its own members, then its lists. */
async function* objectText(object: Item, inside: ListsOfObject): AsyncGenerator<string> {
  const { lists, variables, runSeparately } = inside;
  const members = Object.entries(object).filter(([name]) => !name.startsWith('_'));
  const text = jsonOf(Object.fromEntries(members));
  if (lists.length === 0) {
    yield text;
    return;
  }
  yield text.slice(0, -1);
  for (const list of lists) {
    const name = list.operation.mapping.root;
    yield `,${JSON.stringify(name)}:[`;
    let separator = '';
    // If the object states that a list is empty, no page is read.
    const pages = object[`_${name}`] === 0 ? [] : pagesOf(list, inside);
    for await (const items of pages)
      for (const item of items) {
        yield separator;
        yield* objectText(item, {
          runSeparately,
          lists: list.lists,
          variables: filledBy(item, list, variables),
        });
        separator = ',';
      }
    yield ']';
  }
  yield '}';
}

function filledBy(item: Item, { fills }: InnerRoute, variables: Variables): Variables {
  const filled = Object.entries(fills).map(([variable, member]) => [variable, item[member]] as const);
  return { ...variables, ...Object.fromEntries(filled) };
}

async function* pagesOf(
  { operation, maxItems = MAX_PAGE_ITEMS }: InnerRoute,
  { variables, runSeparately }: Pick<ListsOfObject, 'variables' | 'runSeparately'>,
  read: (mapping: ResponseMapping, data: Data) => ListPart = readPartIfAny,
): AsyncGenerator<readonly Item[]> {
  let limit = Math.min(FIRST_PAGE_ITEMS, maxItems);
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    currentWork()?.nextPart();
    const page = { limit, _after: after ?? null, _maxBytes: PAGE_BYTES };
    const data = await runSeparately(operation, { ...variables, ...page });
    const { items, next } = read(operation.mapping, data);
    yield items as readonly Item[];
    limit = Math.min(Math.max(items.length, 1) * 2, maxItems);
    after = next;
  }
}

/** An object that was deleted after it was read no longer has lists. */
function readPartIfAny(mapping: ResponseMapping, data: Data): ListPart {
  return hasList(mapping, data) ? readPart(mapping, data) : { items: [], next: undefined };
}
