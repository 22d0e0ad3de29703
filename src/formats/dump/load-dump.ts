import type { DumpedBatch, DumpedCollection, LoadTarget } from '../../domain/imports/dump';
import { readDump } from './dump-reader';

/** Bounds of one batch. The embedded engine does nothing else while it stores one, and must not seem to be away. */
const BATCH_DOCUMENTS = 200;
const BATCH_BYTES = 1024 * 1024;

export interface LoadCallbacks {
  readonly signal: AbortSignal;
  /** The checksum that the file had when it was checked. */
  readonly digest: string;
  /** Gets the collection that is stored, and how many documents of all are in the database. */
  readonly onStored: (collection: string, documents: number) => void;
}

/**
 * Stores the documents of a dump, but for those that an interrupted load has stored.
 *
 * @throws Error when the file is not the one that was checked, or the load is to stop
 */
export async function loadDump(file: string, target: LoadTarget, callbacks: LoadCallbacks): Promise<void> {
  // While the database stores one batch, the next one is read.
  let previous = Promise.resolve();
  for await (const batch of batchesOf(file, target, callbacks.digest)) {
    await previous;
    callbacks.signal.throwIfAborted();
    previous = target.store(batch);
    // It is looked at a round later; until then nobody else takes its failure.
    previous.catch(() => undefined);
    callbacks.onStored(batch.collection.name, batch.before + batch.documents.length);
  }
  await previous;
}

interface CountedBatch extends DumpedBatch {
  /** Documents of all collections that stand before it. */
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

/** Gathers documents of one collection. */
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
