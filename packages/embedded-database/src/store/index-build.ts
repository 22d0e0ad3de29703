import { CommandError } from '../errors';
import type { Operation } from '../operation';
import { decode } from '../query/decode';
import { Unfinished, type Entry, type Writer } from './access';
import { catalogueOf, collectionOf, putIndexes } from './catalogue';
import type { Collection, Index } from './collection';
import { addEntries, prepareExchange } from './documents';
import { countKey, markersOf, rangeInRoom, ROOM_BYTES, type KeyRange } from './file/keys';
import { unseal } from './file/seal';
import type { Store } from './store';

/** Entries, and bytes, that are read before the first of them is acted upon: no reading goes on while the tree changes. */
const ENTRIES_PER_READ = 200;
const BYTES_PER_READ = 1024 * 1024;

/** MongoDB's code for the building of indexes that have gone meanwhile. */
const BUILD_ABORTED = 276;

/**
 * Builds indexes in several commits, between which other commands run. From the first one on what is written
 * enters the indexes, and all documents are entered that were there before, in the order of their keys. What is found by an index
 * is found by it from the last one on.
 */
export class IndexBuild {
  /** The key behind the last document that was entered. */
  private from: Buffer | undefined;

  /** @param indexes what is to be built; others may be building some of them already, and then both do */
  constructor(
    private readonly namespace: string,
    private readonly indexes: readonly Index[],
  ) {}

  /** Lets writes enter the indexes from now on. */
  begin(writer: Writer, collection: Collection): void {
    const { indexes, building } = collection;
    const added = this.indexes.filter((index) => !building.includes(index));
    if (added.length > 0) putIndexes(writer, collection, { indexes, building: [...building, ...added] });
  }

  /**
   * Goes on building in this commit.
   *
   * @throws Busy, Unfinished: run it again
   * @throws CommandError DuplicateKey, CannotIndexParallelArrays, MaxTimeMSExpired; the build must be abandoned then
   */
  run(writer: Writer, operation: Operation): void {
    // A start asks for all indexes again: reading every document for none of them would take seconds.
    if (this.indexes.length === 0) return;
    const collection = this.collectionIn(writer);
    const ours = this.oursIn(collection);
    if (ours.length === 0) return;
    this.fill(writer, { ...collection, indexes: ours, building: [] }, operation);
    const building = collection.building.filter((index) => !ours.includes(index));
    putIndexes(writer, collection, { indexes: [...collection.indexes, ...ours], building });
  }

  /** Leaves nothing of the indexes. */
  abandon(writer: Writer): void {
    const collection = collectionOf(writer, this.namespace);
    if (collection) removeBuilding(writer, collection, this.oursIn(collection));
  }

  private fill(writer: Writer, collection: Collection, operation: Operation): void {
    const { from, to } = rangeInRoom(collection.room);
    for (const { key, value } of entriesIn(writer, { from: this.from ?? from, to })) {
      const bytes = unseal(key, value, `a document of ${collection.namespace}`);
      const after = { key, idKey: key.subarray(ROOM_BYTES), bytes, document: decode(bytes) };
      addEntries(writer, collection, { ...prepareExchange(collection, { after }), after });
      this.from = behind(key);
      if (!operation.isDue) continue;
      operation.checkTime();
      throw new Unfinished();
    }
  }

  /** @throws CommandError 276 when the collection was dropped, or whoever built the same has abandoned it */
  private collectionIn(writer: Writer): Collection {
    const collection = collectionOf(writer, this.namespace);
    const rooms = new Set([...(collection?.indexes ?? []), ...(collection?.building ?? [])].map(roomOf));
    if (collection && this.indexes.every(({ room }) => rooms.has(room))) return collection;
    throw new CommandError(BUILD_ABORTED, `The building of indexes of ${this.namespace} was aborted`);
  }

  /** Those that nobody else has finished by now. */
  private oursIn({ building }: Collection): readonly Index[] {
    const rooms = new Set(this.indexes.map(roomOf));
    return building.filter(({ room }) => rooms.has(room));
  }
}

/** Removes what an engine that was stopped has left half built. @returns whether there was something */
export async function forgetBuilding(store: Store): Promise<boolean> {
  const halfBuilt = collectionsIn(store).filter(({ building }) => building.length > 0);
  for (const collection of halfBuilt)
    await store.write((writer) => {
      removeBuilding(writer, collection, collection.building);
    });
  return halfBuilt.length > 0;
}

/** None where the list of them is damaged: each command that reads it says so. */
function collectionsIn({ current }: Store): readonly Collection[] {
  try {
    return [...catalogueOf(current).collections.values()];
  } catch (error) {
    if (error instanceof CommandError && error.codeName === 'DataCorruptionDetected') return [];
    throw error;
  }
}

function removeBuilding(writer: Writer, collection: Collection, removed: readonly Index[]): void {
  for (const index of removed) removeIndex(writer, collection, index);
  const building = collection.building.filter((index) => !removed.includes(index));
  putIndexes(writer, collection, { indexes: collection.indexes, building });
}

/** Removes the documents of a collection and all that belongs to them. */
export function removeContents(writer: Writer, collection: Collection): void {
  const { idIndex, indexes, building } = collection;
  for (const index of [idIndex, ...indexes, ...building]) removeIndex(writer, collection, index);
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
    let bytes = 0;
    for (const entry of writer.range({ from: start, to })) {
      piece.push(entry);
      bytes += entry.value.length;
      if (piece.length >= ENTRIES_PER_READ || bytes >= BYTES_PER_READ) break;
    }
    const last = piece.at(-1);
    if (!last) return;
    yield* piece;
    start = behind(last.key);
  }
}

function behind(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.alloc(1)]);
}

function roomOf({ room }: Index): number {
  return room;
}
