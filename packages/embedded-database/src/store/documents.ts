import { deserialize, EJSON } from 'bson';
import { CommandError } from '../errors';
import { decode } from '../query/decode';
import { encode } from '../query/encode';
import { tuplesOf } from '../query/index-keys';
import { cutKey, encodeKey, isExact } from '../query/key';
import { parsedPath } from '../query/path';
import { documentOf, type Document } from '../query/value';
import type { Reader, Writer } from './access';
import type { Collection, Index } from './collection';
import { withChecksum, verifiedContent } from './file/checksum';
import { inKeyspace, markerKey, KEYSPACE_BYTES, sharedEntryKey, sharedEntryValue } from './file/keys';

/** MongoDB's error code for an update that makes a document too large. The driver does not send larger documents. */
const TOO_LARGE_AFTER_UPDATE = 17419;

/** Maximum size of a document in bytes. Source: BSONObjMaxUserSize in the MongoDB server. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** A document as it is stored: its key, and the BSON with `_id` in front. */
export interface Stored {
  readonly key: Buffer;
  readonly idKey: Buffer;
  readonly bytes: Buffer;
  readonly document: Document;
}

/** @throws CommandError 17419 for a document of more than 16 MB */
export function toStored({ keyspace }: Collection, document: Document, bytes = encode(document)): Stored {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    const message = `a document of ${bytes.length} bytes is larger than ${MAX_DOCUMENT_BYTES}`;
    throw new CommandError(TOO_LARGE_AFTER_UPDATE, message);
  }
  const idKey = cutKey(encodeKey([document.get('_id') ?? null]));
  return { key: inKeyspace(keyspace, idKey), idKey, bytes, document };
}

/** @throws CommandError DataCorruptionDetected if it is not as it was written */
export function readStored(
  reader: Reader,
  { keyspace, namespace }: Collection,
  idKey: Buffer,
): Stored | undefined {
  const key = inKeyspace(keyspace, idKey);
  const value = reader.get(key);
  if (!value) return undefined;
  const bytes = verifiedContent(key, value, `a document of ${namespace}`);
  return { key, idKey, bytes, document: decode(bytes) };
}

/**
 * The insertion (without `before`), replacement or removal (without `after`) of a document. If both are the same,
 * nothing changes.
 */
export interface DocumentWrite {
  readonly before?: Stored | undefined;
  readonly after?: Stored | undefined;
  readonly removed: readonly IndexEntry[];
  readonly added: readonly IndexEntry[];
  /** Properties that the planner needs: fields with arrays, and (as the empty name) truncated keys. */
  readonly markers: readonly Marker[];
}

type Insertion = DocumentWrite & { readonly after: Stored };

interface IndexEntry {
  readonly index: Index;
  readonly key: Buffer;
}

export interface Marker {
  readonly index: Index;
  readonly field: string;
}

/** @throws CommandError CannotIndexParallelArrays; NotImplemented for an array within an indexed path */
export function prepareDocumentWrite(
  collection: Collection,
  { before, after }: Pick<DocumentWrite, 'before' | 'after'>,
): DocumentWrite {
  const markers: Marker[] = [];
  if (before === after) return { before, after, removed: [], added: [], markers };
  const touched = before && after ? touchedBy(collection, before, after) : collection;
  const removed = before ? entriesOf(touched, before, []) : [];
  const added = after ? entriesOf(touched, after, markers) : [];
  return { before, after, removed: without(removed, added), added: without(added, removed), markers };
}

/** The entries that are not among the others. */
function without(entries: readonly IndexEntry[], others: readonly IndexEntry[]): readonly IndexEntry[] {
  if (entries.length === 0 || others.length === 0) return entries;
  const names = new Set(others.map(({ key }) => key.toString('latin1')));
  return entries.filter(({ key }) => !names.has(key.toString('latin1')));
}

/**
 * The collection with only those indexes whose keys may differ. An update copies only what it changes, so unchanged
 * parts are identical.
 */
function touchedBy(collection: Collection, before: Stored, after: Stored): Collection {
  const isTouched = ({ fields }: Index): boolean =>
    fields.some((field) => {
      const [name = ''] = parsedPath(field);
      return before.document.get(name) !== after.document.get(name);
    });
  const { indexes, building } = collection;
  return { ...collection, indexes: indexes.filter(isTouched), building: building.filter(isTouched) };
}

/** Claims the keys over which the write may conflict with others. @throws Busy */
function claimKeys(writer: Writer, { before, after, removed, added }: DocumentWrite): void {
  const entries = [...removed, ...added].filter(({ index }) => index.isUnique);
  const { key } = after ?? before ?? {};
  writer.claim([...(key ? [key] : []), ...entries.map((entry) => entry.key)]);
}

/** Writes a document with its index entries, or changes nothing. @throws CommandError DuplicateKey; Busy */
export function writeDocument(writer: Writer, collection: Collection, change: DocumentWrite): void {
  const { before, after, removed } = change;
  claimKeys(writer, change);
  if (before === after) return;
  if (after && !before && writer.get(after.key))
    throw duplicate(collection, collection.idIndex, after, after.idKey);
  if (after) assertUnique(writer, collection, { ...change, after });
  const growth = Number(after !== undefined) - Number(before !== undefined);
  if (growth !== 0) writer.grow(collection, growth);
  if (after) putEntries(writer, collection, { ...change, after });
  for (const { key } of removed) writer.remove(key);
  if (after) writer.put(after.key, withChecksum(after.key, after.bytes));
  else if (before) writer.remove(before.key);
}

/** Adds a document to indexes. @throws CommandError DuplicateKey before anything is changed; Busy */
export function addEntries(writer: Writer, collection: Collection, change: Insertion): void {
  const unique = change.added.filter(({ index }) => index.isUnique);
  writer.claim(unique.map(({ key }) => key));
  assertUnique(writer, collection, change);
  putEntries(writer, collection, change);
}

function assertUnique(writer: Writer, collection: Collection, { after, added }: Insertion): void {
  for (const { index, key } of added) {
    const owner = index.isUnique ? writer.get(key) : undefined;
    if (owner && !owner.equals(after.idKey))
      throw duplicate(collection, index, after, key.subarray(KEYSPACE_BYTES));
  }
}

function putEntries(writer: Writer, collection: Collection, { after, added, markers }: Insertion): void {
  for (const { index, key } of added)
    writer.put(key, index.isUnique ? after.idKey : sharedEntryValue(after.idKey));
  for (const { index, field } of markers) {
    writer.memory.marks.get(index.keyspace)?.add(field);
    const key = markerKey(collection.keyspace, index.keyspace, field);
    if (!writer.get(key)) writer.put(key, Buffer.alloc(1));
  }
}

/** Returns the index entries of a document, and adds the facts for the planner to the markers. */
export function entriesOf(collection: Collection, stored: Stored, markers: Marker[]): readonly IndexEntry[] {
  const { document, idKey } = stored;
  const entries: IndexEntry[] = [];
  if (!isExact(idKey)) markers.push({ index: collection.idIndex, field: '' });
  for (const index of [...collection.indexes, ...collection.building]) {
    const { keys, multikey } = index.keysOf(document);
    for (const each of keys) entries.push({ index, key: entryKey(index, each, idKey) });
    if (multikey !== undefined) markers.push({ index, field: multikey });
    if (!keys.every(isExact)) markers.push({ index, field: '' });
  }
  return entries;
}

/** A truncated key ends in a 256-bit hash of the whole key, so two equal keys count as the same value. */
export function entryKey(index: Index, key: Buffer, idKey: Buffer): Buffer {
  return index.isUnique ? inKeyspace(index.keyspace, key) : sharedEntryKey(index.keyspace, key, idKey);
}

/** The E11000 error, with the pattern and the duplicate values of the unique index. */
function duplicate(
  { namespace }: Collection,
  { name, key, fields }: Index,
  { document }: Stored,
  taken: Buffer,
): CommandError {
  const { tuples } = tuplesOf(document, fields.map(parsedPath));
  const values = tuples.find((tuple) => cutKey(encodeKey(tuple)).equals(taken)) ?? [];
  const keyValue = new Map(fields.map((field, at) => [field, values[at] ?? null]));
  const shown = EJSON.stringify(deserialize(encode(keyValue)));
  const message = `E11000 duplicate key error collection: ${namespace} index: ${name} dup key: ${shown}`;
  return new CommandError('DuplicateKey', message, documentOf({ keyPattern: key, keyValue }));
}
