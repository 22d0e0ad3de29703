import { createHash } from 'node:crypto';

/** Every key begins with four bytes that name its room: the catalogue, the outcomes, a collection or an index. */
export const ROOM_BYTES = 4;
const CATALOGUE_ROOM = 0;
const OUTCOME_ROOM = 1;
/** Rooms of collections and indexes are counted from here. */
export const FIRST_FREE_ROOM = 16;

/** Longest `_id` key that is appended to an index key as it is: LMDB's 1,978 bytes less the room and an index key. */
const MAX_SUFFIX_BYTES = 64;

export const CATALOGUE_VERSION_KEY = Buffer.from([0, 0, 0, CATALOGUE_ROOM, 0]);
export const CATALOGUE_KEY = Buffer.from([0, 0, 0, CATALOGUE_ROOM, 1]);
export const FORMAT_KEY = Buffer.from([0, 0, 0, CATALOGUE_ROOM, 2]);

/** A half-open stretch of keys: `from` belongs to it, `to` does not. */
export interface KeyRange {
  readonly from: Buffer;
  readonly to: Buffer;
}

/** The key below which a session's last outcome is stored. */
export function outcomeKey(session: string): Buffer {
  return inRoom(OUTCOME_ROOM, createHash('sha256').update(session).digest());
}

export function allOutcomes(): KeyRange {
  return wholeRoom(OUTCOME_ROOM);
}

/** A document's key in its collection, or a unique index's key: nothing follows the value. */
export function inRoom(room: number, key: Buffer): Buffer {
  const result = Buffer.allocUnsafe(ROOM_BYTES + key.length);
  result.writeUInt32BE(room, 0);
  key.copy(result, ROOM_BYTES);
  return result;
}

/** An entry of an index that is not unique: the `_id` key follows, so that equal values stand side by side. */
export function sharedEntryKey(room: number, indexKey: Buffer, idKey: Buffer): Buffer {
  const fits = idKey.length <= MAX_SUFFIX_BYTES;
  const suffix = fits ? idKey : createHash('sha512').update(idKey).digest();
  return inRoom(room, Buffer.concat([indexKey, suffix]));
}

export function wholeRoom(room: number): KeyRange {
  return { from: inRoom(room, Buffer.alloc(0)), to: inRoom(room + 1, Buffer.alloc(0)) };
}

/** A stretch of index keys, placed in the room of its index. */
export function rangeInRoom(room: number, range: { readonly from: Buffer; readonly to?: Buffer }): KeyRange {
  return { from: inRoom(room, range.from), to: range.to ? inRoom(room, range.to) : wholeRoom(room).to };
}

/** The first key that is greater than all keys that begin with `prefix`. */
export function afterPrefix(prefix: Buffer): Buffer {
  let end = prefix.length;
  while (end > 0 && prefix[end - 1] === 0xff) end--;
  const result = Buffer.from(prefix.subarray(0, end));
  if (end > 0) result[end - 1] = (prefix[end - 1] ?? 0) + 1;
  return result;
}

const MARKER_KIND = 3;

/**
 * Marks what documents have brought into an index: an array at a path, or (as the empty path) a key that was cut.
 * Markers are only ever added while the index exists, so that writes never conflict over them.
 */
export function markerKey(collectionRoom: number, indexRoom: number, path: string): Buffer {
  const head = Buffer.from([0, 0, 0, CATALOGUE_ROOM, MARKER_KIND, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(collectionRoom, 5);
  head.writeUInt32BE(indexRoom, 9);
  return Buffer.concat([head, Buffer.from(path, 'utf8')]);
}

/** The markers of one index, or of all indexes of a collection. */
export function markersOf(collectionRoom: number, indexRoom?: number): KeyRange {
  const from = markerKey(collectionRoom, indexRoom ?? 0, '').subarray(0, indexRoom === undefined ? 9 : 13);
  return { from, to: afterPrefix(from) };
}

export function readMarker(key: Buffer): { readonly indexRoom: number; readonly path: string } {
  return { indexRoom: key.readUInt32BE(9), path: key.toString('utf8', 13) };
}
