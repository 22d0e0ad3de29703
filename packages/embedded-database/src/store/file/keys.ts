import { createHash } from 'node:crypto';
import { successor } from '../../query/key';

/**
 * Every key begins with the four-byte number of its keyspace: that of the catalogue, of the outcomes, of a collection
 * or of an index.
 */
export const KEYSPACE_BYTES = 4;
const CATALOGUE_KEYSPACE = 0;
const OUTCOME_KEYSPACE = 1;
/** First keyspace of collections and indexes. */
export const FIRST_FREE_KEYSPACE = 16;

/**
 * Longest `_id` key that is appended unchanged to an index key: LMDB's 1,978 bytes minus the keyspace and an index key.
 */
const MAX_SUFFIX_BYTES = 64;

export const CATALOGUE_VERSION_KEY = Buffer.from([0, 0, 0, CATALOGUE_KEYSPACE, 0]);
export const CATALOGUE_KEY = Buffer.from([0, 0, 0, CATALOGUE_KEYSPACE, 1]);
/**
 * Version of the format of keys and values in the file. An engine refuses a newer version and upgrades an older one.
 */
export const FILE_FORMAT = 3;
export const FORMAT_KEY = Buffer.from([0, 0, 0, CATALOGUE_KEYSPACE, 2]);
export const FORMAT_VALUE = Buffer.from(`griot ${FILE_FORMAT}`);
/** The last key that was upgraded, while an older file is being upgraded. */
export const UPGRADE_KEY = Buffer.from([0, 0, 0, CATALOGUE_KEYSPACE, 4]);

/** A half-open range of keys, with `from` and without `to`. */
export interface KeyRange {
  readonly from: Buffer;
  readonly to: Buffer;
}

/** The key of a session's last outcome. */
export function outcomeKey(session: string): Buffer {
  return inKeyspace(OUTCOME_KEYSPACE, createHash('sha256').update(session).digest());
}

export function allOutcomes(): KeyRange {
  return keyspaceRange(OUTCOME_KEYSPACE);
}

export function keyspaceOf(key: Buffer): number {
  return key.readUInt32BE(0);
}

/** The key of a document in its collection, or of an entry of a unique index. Nothing follows the value. */
export function inKeyspace(keyspace: number, key: Buffer): Buffer {
  const result = Buffer.allocUnsafe(KEYSPACE_BYTES + key.length);
  result.writeUInt32BE(keyspace, 0);
  key.copy(result, KEYSPACE_BYTES);
  return result;
}

/** The key of an entry of a non-unique index. The `_id` key follows the value, so that equal values are adjacent. */
export function sharedEntryKey(keyspace: number, indexKey: Buffer, idKey: Buffer): Buffer {
  const fits = idKey.length <= MAX_SUFFIX_BYTES;
  const suffix = fits ? idKey : createHash('sha512').update(idKey).digest();
  const result = Buffer.allocUnsafe(KEYSPACE_BYTES + indexKey.length + suffix.length);
  result.writeUInt32BE(keyspace, 0);
  result.set(indexKey, KEYSPACE_BYTES);
  result.set(suffix, KEYSPACE_BYTES + indexKey.length);
  return result;
}

/** The length of the key of an ObjectId. */
const COMMON_ID_BYTES = 13;

/**
 * The value of an entry of a non-unique index. It is empty if the `_id` key has the common length, because the key of
 * the entry ends in it. Otherwise it is the `_id` key, as always in unique indexes.
 */
export function sharedEntryValue(idKey: Buffer): Buffer {
  return idKey.length === COMMON_ID_BYTES ? EMPTY_BYTES : idKey;
}

/** The `_id` key of an index entry. In formats before 3, it is the value of each entry. */
export function idKeyOf({ key, value }: { readonly key: Buffer; readonly value: Buffer }): Buffer {
  return value.length > 0 ? value : key.subarray(-COMMON_ID_BYTES);
}

const EMPTY_BYTES = Buffer.alloc(0);

/** A range of keys in a keyspace; without bounds, the whole keyspace. */
export function keyspaceRange(
  keyspace: number,
  { from, to }: { readonly from?: Buffer; readonly to?: Buffer } = {},
): KeyRange {
  return {
    from: inKeyspace(keyspace, from ?? EMPTY_BYTES),
    to: to ? inKeyspace(keyspace, to) : inKeyspace(keyspace + 1, EMPTY_BYTES),
  };
}

const MARKER_KIND = 3;
const COUNT_KIND = 5;

/** Returns the key of the number of documents of a collection. */
export function countKey(collectionKeyspace: number): Buffer {
  const key = Buffer.from([0, 0, 0, CATALOGUE_KEYSPACE, COUNT_KIND, 0, 0, 0, 0]);
  key.writeUInt32BE(collectionKeyspace, 5);
  return key;
}

/**
 * Marks a property of the documents in an index: an array in a field, or (with the empty name) a truncated key. Markers
 * are never removed while the index exists, so that writes do not conflict over them.
 */
export function markerKey(collectionKeyspace: number, indexKeyspace: number, field: string): Buffer {
  const head = Buffer.from([0, 0, 0, CATALOGUE_KEYSPACE, MARKER_KIND, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(collectionKeyspace, 5);
  head.writeUInt32BE(indexKeyspace, 9);
  return Buffer.concat([head, Buffer.from(field, 'utf8')]);
}

export function markersOf(collectionKeyspace: number, indexKeyspace: number): KeyRange {
  const from = markerKey(collectionKeyspace, indexKeyspace, '');
  return { from, to: successor(from) };
}

export function nameInMarker(key: Buffer): string {
  return key.toString('utf8', 13);
}
