import type { Document } from '../query/value';
import { atOnce, type Reader, type Steps, type Writer } from '../store/access';
import { changeCatalogue, collectionOf, withCollection, type Collection } from '../store/catalogue';
import type { Target } from '../store/change';
import type { Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import type { Transactions } from '../store/transactions';
import type { Reply } from '../wire/reply';
import { assertNamespace } from './namespace';
import type { Cursors } from './cursors';
import type { Snapshots } from './snapshots';

/** What all commands share. */
export interface Services {
  readonly store: Store;
  readonly transactions: Transactions;
  readonly cursors: Cursors;
  readonly snapshots: Snapshots;
}

/** One command on its way. */
export interface Context extends Services {
  readonly name: string;
  readonly database: string;
  readonly body: Document;
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  readonly connectionId: number;
  readonly session?: { readonly id: string; readonly number?: bigint };
  readonly transaction?: Transaction;
  /** When the command gives up, in milliseconds of Date.now(). */
  readonly deadline: number;
}

export interface Command {
  /** The fields that it understands besides those that every command has. */
  readonly options: readonly string[];
  readonly inTransaction?: boolean;
  readonly run: (context: Context) => Promise<Reply> | Reply;
}

/** Runs `read` on the open transaction, or on a snapshot that is released afterwards. */
export async function reading<T>(context: Context, read: (reader: Reader) => T | Promise<T>): Promise<T> {
  if (context.transaction) return read(context.transaction.overlay);
  const snapshot = context.store.snapshot();
  try {
    return await read(snapshot);
  } finally {
    snapshot.release();
  }
}

export function collectionFor(context: Context, reader: Reader, namespace: string): Collection | undefined {
  return context.transaction ? context.transaction.collection(namespace) : collectionOf(reader, namespace);
}

/**
 * Runs a write on a collection, in the open transaction or in the next commit.
 *
 * @param work gets undefined for a collection where none exists and `create` is not set
 */
export async function writing<T>(
  context: Context,
  { namespace, create }: { readonly namespace: string; readonly create: boolean },
  work: (target: Target) => Steps<T>,
): Promise<T> {
  const { transaction, store } = context;
  if (!transaction) {
    return store.write((writer) => {
      if (create && !collectionOf(writer, namespace)) addCollection(writer, namespace);
      return work({ writer, collection: () => collectionOf(writer, namespace) });
    }, context.deadline);
  }
  if (create && !transaction.collection(namespace)) {
    // Outside the transaction: an empty collection that outlives an abort does no harm.
    await store.write((writer) =>
      atOnce(() => {
        if (!collectionOf(writer, namespace)) addCollection(writer, namespace);
      }),
    );
  }
  return transaction.write((writer) => {
    const collection = transaction.collection(namespace);
    if (collection) transaction.pin(collection);
    return work({ writer, collection: () => collection });
  });
}

export function addCollection(writer: Writer, namespace: string): void {
  assertNamespace(namespace);
  changeCatalogue(writer, (catalogue) => ({
    ...withCollection(catalogue, { namespace, room: catalogue.nextRoom, revision: '', indexes: [] }),
    nextRoom: catalogue.nextRoom + 1,
  }));
}
