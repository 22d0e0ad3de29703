import type { DumpedBatch, DumpedCollection, LoadTarget } from '../../domain/imports/dump';
import { readDump } from './dump-reader';

/** Maximum size of a batch. The embedded engine does nothing else while it stores one, and long pauses would look like a failure. */
const BATCH_DOCUMENTS = 200;
const BATCH_BYTES = 1024 * 1024;

export interface LoadCallbacks {
  readonly signal: AbortSignal;
  /** The checksum that the check of the file computed. */
  readonly digest: string;
  /** Receives the collection that is being stored, and the total number of documents in the database. */
  readonly onStored: (collection: string, documents: number) => void;
}

/**
 * Stores the documents of a dump, except those that an interrupted load has already stored.
 *
 * @throws Error if the file is not the one that was checked, or if the load is cancelled
 */
export async function loadDump(file: string, target: LoadTarget, callbacks: LoadCallbacks): Promise<void> {
  // The next batch is read while the database stores the current one.
  let previous = Promise.resolve();
  for await (const batch of batchesOf(file, target, callbacks.digest)) {
    await previous;
    callbacks.signal.throwIfAborted();
    previous = target.store(batch);
    // The next round awaits the promise. Until then, its rejection must not count as unhandled.
    previous.catch(() => undefined);
    callbacks.onStored(batch.collection.name, batch.before + batch.documents.length);
  }
  await previous;
}

interface CountedBatch extends DumpedBatch {
  /** Number of documents of all preceding collections. */
  readonly before: number;
}

async function* batchesOf(file: string, target: LoadTarget, digest: string): AsyncGenerator<CountedBatch> {
  let open: OpenBatch | undefined;
  let before = 0;
  for await (const part of readDump(file)) {
    if (part.kind === 'document' && open) {
      if (open.isFull) yield open.take();
      open.add(part.bytes);
      before += 1;
    } else {
      if (open && !open.isEmpty) yield open.take();
      if (part.kind === 'collection')
        open = new OpenBatch(part.collection, { before, skipped: target.stored(part.collection.name) });
      if (part.kind === 'end' && part.end.digest !== digest)
        throw new Error(`${file} has been changed since it was checked.`);
    }
  }
}

/** Collects documents of one collection into batches. */
class OpenBatch {
  private documents: Buffer[] = [];
  private bytes = 0;
  private seen = 0;

  constructor(
    private readonly collection: DumpedCollection,
    private readonly from: { readonly before: number; readonly skipped: number },
  ) {}

  get isEmpty(): boolean {
    return this.documents.length === 0;
  }

  get isFull(): boolean {
    return this.documents.length >= BATCH_DOCUMENTS || this.bytes >= BATCH_BYTES;
  }

  add(document: Buffer): void {
    this.seen += 1;
    if (this.seen <= this.from.skipped) return;
    this.documents.push(document);
    this.bytes += document.length;
  }

  take(): CountedBatch {
    const { documents, collection, seen, from } = this;
    [this.documents, this.bytes] = [[], 0];
    const first = seen - documents.length;
    return { collection, documents, first, before: from.before + first };
  }
}
