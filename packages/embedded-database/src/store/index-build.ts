import { CommandError } from '../errors';
import type { Operation } from '../operation';
import { decode } from '../query/decode';
import { Unfinished, type Entry, type Writer } from './access';
import { catalogueOf, collectionOf, putIndexes } from './catalogue';
import type { Collection, Index } from './collection';
import { addEntries, prepareDocumentWrite } from './documents';
import { countKey, markersOf, keyspaceRange, KEYSPACE_BYTES, type KeyRange } from './file/keys';
import { verifiedContent } from './file/checksum';
import type { Store } from './store';

/**
 * Maximum number of entries, and of bytes, that are read before they are processed, because no read can continue while
 * the tree changes.
 */
const ENTRIES_PER_READ = 200;
const BYTES_PER_READ = 1024 * 1024;

/** MongoDB's error code for an index build whose indexes were dropped. */
const BUILD_ABORTED = 276;

/**
 * Builds indexes in several commits, between which other commands run. From the first commit on, writes
 * also update the new indexes, while the build adds all existing documents in the order of their keys. Queries use an index
 * after the last commit.
 */
export class IndexBuild {
  /** The key after the last document that was added. */
  private from: Buffer | undefined;

  /** @param indexes the indexes to build; concurrent builds of the same index are allowed */
  constructor(
    private readonly namespace: string,
    private readonly indexes: readonly Index[],
  ) {}

  /** Makes writes update the indexes from now on. */
  begin(writer: Writer, collection: Collection): void {
    const { indexes, building } = collection;
    const added = this.indexes.filter((index) => !building.includes(index));
    if (added.length > 0) putIndexes(writer, collection, { indexes, building: [...building, ...added] });
  }

  /**
   * Continues the build in this commit.
   *
   * @throws Busy, Unfinished if it must run again @throws CommandError DuplicateKey, CannotIndexParallelArrays,
   *   MaxTimeMSExpired; the build must then be abandoned
   */
  run(writer: Writer, operation: Operation): void {
    // Each start requests all indexes again. To read every document without building any would take seconds.
    if (this.indexes.length === 0) return;
    const collection = this.collectionIn(writer);
    const ours = this.oursIn(collection);
    if (ours.length === 0) return;
    this.fill(writer, { ...collection, indexes: ours, building: [] }, operation);
    const building = collection.building.filter((index) => !ours.includes(index));
    putIndexes(writer, collection, { indexes: [...collection.indexes, ...ours], building });
  }

  /** Removes all data of the indexes. */
  abandon(writer: Writer): void {
    const collection = collectionOf(writer, this.namespace);
    if (collection) removeBuilding(writer, collection, this.oursIn(collection));
  }

  private fill(writer: Writer, collection: Collection, operation: Operation): void {
    const { from, to } = keyspaceRange(collection.keyspace);
    for (const { key, value } of entriesIn(writer, { from: this.from ?? from, to })) {
      const bytes = verifiedContent(key, value, `a document of ${collection.namespace}`);
      const after = { key, idKey: key.subarray(KEYSPACE_BYTES), bytes, document: decode(bytes) };
      addEntries(writer, collection, { ...prepareDocumentWrite(collection, { after }), after });
      this.from = behind(key);
      if (!operation.isDue) continue;
      operation.checkTime();
      throw new Unfinished();
    }
  }

  /** @throws CommandError 276 if the collection was dropped, or another build of the same index was abandoned */
  private collectionIn(writer: Writer): Collection {
    const collection = collectionOf(writer, this.namespace);
    const keyspaces = new Set(
      [...(collection?.indexes ?? []), ...(collection?.building ?? [])].map(keyspaceOf),
    );
    if (collection && this.indexes.every(({ keyspace }) => keyspaces.has(keyspace))) return collection;
    throw new CommandError(BUILD_ABORTED, `The building of indexes of ${this.namespace} was aborted`);
  }

  /** Returns the indexes that no other build has finished. */
  private oursIn({ building }: Collection): readonly Index[] {
    const keyspaces = new Set(this.indexes.map(keyspaceOf));
    return building.filter(({ keyspace }) => keyspaces.has(keyspace));
  }
}

/** Removes indexes that a stopped engine did not finish. @returns whether there were any */
export async function forgetBuilding(store: Store): Promise<boolean> {
  const halfBuilt = collectionsIn(store).filter(({ building }) => building.length > 0);
  for (const collection of halfBuilt)
    await store.write((writer) => {
      removeBuilding(writer, collection, collection.building);
    });
  return halfBuilt.length > 0;
}

/** Returns no collections if the catalogue is damaged. Each command that reads it reports the damage. */
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

/** Removes the documents of a collection with their index entries and count. */
export function removeContents(writer: Writer, collection: Collection): void {
  const { idIndex, indexes, building } = collection;
  for (const index of [idIndex, ...indexes, ...building]) removeIndex(writer, collection, index);
  writer.remove(countKey(collection.keyspace));
}

/** The entries of the index on `_id` are the documents. */
function removeIndex(writer: Writer, collection: Collection, { keyspace }: Index): void {
  for (const range of [keyspaceRange(keyspace), markersOf(collection.keyspace, keyspace)]) {
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

function keyspaceOf({ keyspace }: Index): number {
  return keyspace;
}
