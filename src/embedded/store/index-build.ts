import { CommandError } from '../errors';
import { decode } from '../query/decode';
import { isExact } from '../query/key';
import type { Entry, Writer } from './access';
import type { Collection, Index } from './collection';
import { addMark, duplicate, entryKey } from './documents';
import { markersOf, rangeInRoom, ROOM_BYTES, type KeyRange } from './keys';

/** Entries that are read before the first of them is acted upon: no reading goes on while the tree changes. */
const PIECE = 1000;

/**
 * Fills new indexes from the documents that are there.
 *
 * @throws CommandError DuplicateKey, CannotIndexParallelArrays; nothing of the indexes is left then
 */
export function buildIndexes(writer: Writer, collection: Collection, indexes: readonly Index[]): void {
  try {
    for (const entry of entriesIn(writer, rangeInRoom(collection.room))) {
      for (const index of indexes) addEntries(writer, { collection, index }, entry);
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    for (const index of indexes) removeIndex(writer, collection, index);
    throw error;
  }
}

/** Removes the documents of a collection and all that belongs to them. */
export function removeContents(writer: Writer, collection: Collection): void {
  for (const index of [collection.idIndex, ...collection.indexes]) removeIndex(writer, collection, index);
}

/** The entries of the index on `_id` are the documents. */
function removeIndex(writer: Writer, collection: Collection, { room }: Index): void {
  for (const range of [rangeInRoom(room), markersOf(collection.room, room)]) {
    for (const { key } of entriesIn(writer, range)) writer.remove(key);
  }
}

interface Place {
  readonly collection: Collection;
  readonly index: Index;
}

function addEntries(writer: Writer, { collection, index }: Place, { key: documentKey, value }: Entry): void {
  const document = decode(value);
  const idKey = documentKey.subarray(ROOM_BYTES);
  const { keys, multikey } = index.keysOf(document);
  for (const key of keys) {
    const entry = entryKey(index, key, idKey);
    if (index.isUnique && writer.get(entry)) throw duplicate(collection.namespace, index, document);
    writer.put(entry, idKey);
  }
  const paths = keys.every(isExact) ? multikey : [...multikey, ''];
  for (const path of paths) addMark(writer, collection, { index, path });
}

function* entriesIn(writer: Writer, { from, to }: KeyRange): Generator<Entry> {
  let start = from;
  for (;;) {
    const piece: Entry[] = [];
    for (const entry of writer.range({ from: start, to }, false)) {
      piece.push(entry);
      if (piece.length >= PIECE) break;
    }
    const last = piece.at(-1);
    if (!last) return;
    yield* piece;
    start = Buffer.concat([last.key, Buffer.alloc(1)]);
  }
}
