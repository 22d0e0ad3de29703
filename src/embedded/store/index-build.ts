import { CommandError } from '../errors';
import { decode } from '../query/decode';
import type { Entry, Writer } from './access';
import type { Target } from './change';
import type { Collection, Index } from './collection';
import { addEntries, prepareExchange } from './documents';
import { countKey, markersOf, rangeInRoom, ROOM_BYTES, type KeyRange } from './keys';
import { unseal } from './seal';

/** Entries that are read before the first of them is acted upon: no reading goes on while the tree changes. */
const PIECE = 1000;

/**
 * Fills new indexes from the documents that are there.
 *
 * @throws CommandError DuplicateKey, CannotIndexParallelArrays, MaxTimeMSExpired; nothing of the indexes is left then
 */
export function buildIndexes(
  { writer, collection, operation }: Target & { readonly collection: Collection },
  indexes: readonly Index[],
): void {
  // A start with older data asks for all indexes again: reading every document for none of them would take seconds.
  if (indexes.length === 0) return;
  const planned = { ...collection, indexes };
  try {
    for (const { key, value } of entriesIn(writer, rangeInRoom(collection.room))) {
      operation.checkTime();
      const bytes = unseal(key, value, `a document of ${collection.namespace}`);
      const after = { key, idKey: key.subarray(ROOM_BYTES), bytes, document: decode(bytes) };
      addEntries(writer, planned, { ...prepareExchange(planned, { after }), after });
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
  writer.remove(countKey(collection.room));
}

/** The entries of the index on `_id` are the documents. */
function removeIndex(writer: Writer, collection: Collection, { room }: Index): void {
  for (const range of [rangeInRoom(room), markersOf(collection.room, room)]) {
    for (const { key } of entriesIn(writer, range)) writer.remove(key);
  }
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
