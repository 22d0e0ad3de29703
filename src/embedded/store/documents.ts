import { deserialize, EJSON, Int32 } from 'bson';
import { CommandError } from '../errors';
import { decode, encode } from '../query/document';
import { encodeKey, isExact } from '../query/key';
import { pathOf } from '../query/path';
import { isArray, isDocument, type Document, type Value } from '../query/value';
import type { Steps, Writer } from './access';
import type { Collection, Index } from './catalogue';
import { inRoom, markerKey, sharedEntryKey } from './keys';

/** What MongoDB answers when an update makes a document too large; the driver sends none that is. */
const TOO_LARGE_AFTER_UPDATE = 17419;

/** Largest document in bytes. Source: BSONObjMaxUserSize in the MongoDB server. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

function idKeyOf(id: Value): Buffer {
  return encodeKey([id], [1]);
}

/** A document as it is stored: its key, and the BSON with `_id` in front. */
export interface Stored {
  readonly key: Buffer;
  readonly idKey: Buffer;
  readonly bytes: Buffer;
  readonly document: Document;
}

/** @throws CommandError 17419 for a document of more than 16 MB */
export function toStored(collection: Collection, document: Document, bytes = encode(document)): Stored {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    const message = `a document of ${bytes.length} bytes is larger than ${MAX_DOCUMENT_BYTES}`;
    throw new CommandError(TOO_LARGE_AFTER_UPDATE, message);
  }
  const idKey = idKeyOf(document.get('_id') ?? null);
  return { key: inRoom(collection.room, idKey), idKey, bytes, document };
}

export function readStored(writer: Writer, collection: Collection, idKey: Buffer): Stored | undefined {
  const key = inRoom(collection.room, idKey);
  const bytes = writer.get(key);
  return bytes && { key, idKey, bytes, document: decode(bytes) };
}

interface IndexEntry {
  readonly index: Index;
  readonly key: Buffer;
}

/**
 * Puts a document in the place of another, of none (an insertion), or removes it; all index entries with it.
 * Nothing is changed unless everything can be.
 *
 * @param before what was read after its key was claimed
 * @returns false when it had to wait: `before` must be read again
 * @throws CommandError DuplicateKey, CannotIndexParallelArrays
 */
export function* exchange(
  writer: Writer,
  collection: Collection,
  { before, after }: { readonly before?: Stored | undefined; readonly after?: Stored | undefined },
): Steps<boolean> {
  const idKey = (after ?? before)?.idKey ?? Buffer.alloc(0);
  const old = before ? entriesOf(collection, before) : NO_ENTRIES;
  const next = after ? entriesOf(collection, after) : NO_ENTRIES;
  const removed = difference(old.entries, next.entries);
  const added = difference(next.entries, old.entries);
  const unique = [...removed, ...added].filter(({ index }) => index.isUnique);
  if (yield* writer.claim(unique.map(({ key }) => key))) return false;
  if (after) assertNoDuplicate(writer, { collection, before, after, added });
  for (const { key } of removed) writer.remove(key);
  for (const { key } of added) writer.put(key, idKey);
  if (after) {
    for (const marker of next.markers) if (!writer.get(marker)) writer.put(marker, Buffer.alloc(1));
    writer.put(after.key, after.bytes);
  } else if (before) {
    writer.remove(before.key);
  }
  return true;
}

/** What a document brings into the indexes; markers note arrays and cut keys, which the planner has to know of. */
interface Entries {
  readonly entries: readonly IndexEntry[];
  readonly markers: readonly Buffer[];
}

const NO_ENTRIES: Entries = { entries: [], markers: [] };

function entriesOf({ room, indexes }: Collection, { document, idKey }: Stored): Entries {
  const entries: IndexEntry[] = [];
  const markers = isExact(idKey) ? [] : [markerKey(room, room, '')];
  for (const index of indexes) {
    const { keys, multikey } = index.keysOf(document);
    for (const key of keys) entries.push({ index, key: entryKey(index, key, idKey) });
    for (const path of multikey) markers.push(markerKey(room, index.room, path));
    if (!keys.every(isExact)) markers.push(markerKey(room, index.room, ''));
  }
  return { entries, markers };
}

/** A cut key ends in a hash of 256 bits of the whole: for uniqueness two equal keys are the same value. */
export function entryKey(index: Index, key: Buffer, idKey: Buffer): Buffer {
  return index.isUnique ? inRoom(index.room, key) : sharedEntryKey(index.room, key, idKey);
}

function difference(left: readonly IndexEntry[], right: readonly IndexEntry[]): readonly IndexEntry[] {
  if (right.length === 0) return left;
  const known = new Set(right.map(({ key }) => key.toString('latin1')));
  return left.filter(({ key }) => !known.has(key.toString('latin1')));
}

interface Insertion {
  readonly collection: Collection;
  readonly before?: Stored | undefined;
  readonly after: Stored;
  readonly added: readonly IndexEntry[];
}

function assertNoDuplicate(writer: Writer, { collection, before, after, added }: Insertion): void {
  if (!before && writer.get(after.key)) {
    throw duplicate(collection.namespace, { name: ID_INDEX_NAME, key: ID_PATTERN }, after.document);
  }
  for (const { index, key } of added) {
    const owner = index.isUnique ? writer.get(key) : undefined;
    if (owner && !owner.equals(after.idKey)) throw duplicate(collection.namespace, index, after.document);
  }
}

export const ID_INDEX_NAME = '_id_';
export const ID_PATTERN: Document = new Map([['_id', new Int32(1)]]);

/** The E11000 error, with the pattern and the values of the index that refuses. */
export function duplicate(
  namespace: string,
  index: Pick<Index, 'name' | 'key'>,
  document: Document,
): CommandError {
  const keyValue = new Map([...index.key.keys()].map((path) => [path, valueAt(document, pathOf(path))]));
  const shown = EJSON.stringify(deserialize(encode(keyValue)));
  const message = `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: ${shown}`;
  const extra = new Map<string, Value>([
    ['keyPattern', index.key],
    ['keyValue', keyValue],
  ]);
  return new CommandError('DuplicateKey', message, extra);
}

/** The value at a path; through an array, that of its first element that has one. */
function valueAt(start: Value | undefined, path: readonly string[]): Value {
  const [name, ...rest] = path;
  if (name === undefined) return start ?? null;
  if (isArray(start))
    return start.map((element) => valueAt(element, path)).find((value) => value !== null) ?? null;
  return isDocument(start) ? valueAt(start.get(name), rest) : null;
}
