import { CommandError } from '../errors';
import { decode } from '../query/document';
import { isExact } from '../query/key';
import type { Entry, Writer } from './access';
import type { Collection, Index } from './catalogue';
import { duplicate, entryKey } from './documents';
import { markerKey, markersOf, ROOM_BYTES, wholeRoom, type KeyRange } from './keys';

/** Entries that are read before the first of them is acted upon: no reading goes on while the tree changes. */
const PIECE = 1000;

/**
 * Fills a new index from the documents that are there.
 *
 * @throws CommandError DuplicateKey, CannotIndexParallelArrays; nothing of the index is left then
 */
export function buildIndex(writer: Writer, collection: Collection, index: Index): void {
  try {
    for (const piece of piecesOf(writer, wholeRoom(collection.room))) {
      for (const { key, value } of piece)
        addEntries(writer, { collection, index }, { idKey: key.subarray(ROOM_BYTES), bytes: value });
    }
  } catch (error) {
    if (error instanceof CommandError) removeIndex(writer, collection, index);
    throw error;
  }
}

interface Place {
  readonly collection: Collection;
  readonly index: Index;
}

function addEntries(
  writer: Writer,
  { collection, index }: Place,
  { idKey, bytes }: { readonly idKey: Buffer; readonly bytes: Buffer },
): void {
  const document = decode(bytes);
  const { keys, multikey } = index.keysOf(document);
  for (const key of keys) {
    const entry = entryKey(index, key, idKey);
    if (index.isUnique && writer.get(entry)) throw duplicate(collection.namespace, index, document);
    writer.put(entry, idKey);
  }
  const markers = keys.every(isExact) ? [...multikey] : [...multikey, ''];
  for (const path of markers) writer.put(markerKey(collection.room, index.room, path), Buffer.alloc(1));
}

export function removeIndex(writer: Writer, collection: Collection, index: Index): void {
  removeRange(writer, wholeRoom(index.room));
  removeRange(writer, markersOf(collection.room, index.room));
}

/** Removes the documents of a collection and all that belongs to them. */
export function removeContents(writer: Writer, collection: Collection): void {
  for (const index of collection.indexes) removeIndex(writer, collection, index);
  removeRange(writer, wholeRoom(collection.room));
  removeRange(writer, markersOf(collection.room));
}

function removeRange(writer: Writer, range: KeyRange): void {
  for (const piece of piecesOf(writer, range)) for (const { key } of piece) writer.remove(key);
}

function* piecesOf(writer: Writer, { from, to }: KeyRange): Generator<readonly Entry[]> {
  let start = from;
  for (;;) {
    const piece: Entry[] = [];
    for (const entry of writer.range({ from: start, to }, false)) {
      piece.push(entry);
      if (piece.length >= PIECE) break;
    }
    const last = piece.at(-1);
    if (!last) return;
    yield piece;
    start = Buffer.concat([last.key, Buffer.alloc(1)]);
  }
}
