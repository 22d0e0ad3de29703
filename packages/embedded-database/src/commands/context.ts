import { CommandError } from '../errors';
import type { Operation } from '../operation';
import type { Document } from '../query/value';
import { Unfinished, type Reader, type Writer } from '../store/access';
import { addCollection, collectionOf } from '../store/catalogue';
import type { Collection } from '../store/collection';
import type { Target } from '../store/change';
import type { Store } from '../store/store';
import type { Transaction } from '../store/transactions/transaction';
import type { Transactions } from '../store/transactions/transactions';
import type { Reply } from '../wire/reply';
import type { Arguments, Options } from './arguments';
import type { Cursors } from './cursors';
import type { SnapshotRequest, Snapshots } from './snapshots';

/** The context of all commands. */
export interface Services {
  readonly store: Store;
  readonly transactions: Transactions;
  readonly cursors: Cursors;
  readonly snapshots: Snapshots;
}

/** The context of one command. */
export interface Context extends Services {
  readonly name: string;
  readonly database: string;
  readonly body: Document;
  readonly args: Arguments;
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  readonly connectionId: number;
  readonly operation: Operation;
  readonly session?: { readonly id: string; readonly number?: bigint };
  readonly transaction?: Transaction;
  /** The snapshot that the client requests; undefined if it accepts any. */
  readonly snapshot: SnapshotRequest | undefined;
}

export interface Command {
  /** Its fields, besides those of every command. */
  readonly options: Options;
  readonly inTransaction?: boolean;
  readonly run: (context: Context) => Promise<Reply> | Reply;
}

/** The namespace of the collection that a field of the command names. */
export function namespaceOf({ database, args }: Context, field: string): string {
  return `${database}.${args.text(field)}`;
}

export function collectionFor(
  { transaction }: Context,
  reader: Reader,
  namespace: string,
): Collection | undefined {
  return transaction ? transaction.collection(namespace) : collectionOf(reader, namespace);
}

/**
 * Runs a write on a collection, in the open transaction or in the next commit.
 *
 * @param create whether a missing collection is created
 * @param work runs again after Busy and Unfinished, and continues where it stopped
 */
export async function writing<T>(
  { transaction, store, operation }: Context,
  { namespace, create }: { readonly namespace: string; readonly create: boolean },
  work: (target: Target) => T,
): Promise<T> {
  const existing = (writer: Writer) =>
    collectionOf(writer, namespace) ?? (create ? createCollection(writer, namespace) : undefined);
  if (!transaction)
    return store.write((writer) => work({ writer, operation, collection: existing(writer) }), operation);
  // The collection is created outside the transaction: an empty collection that remains after an abort does no harm.
  if (create && !transaction.collection(namespace)) await store.write(existing, operation);
  const { overlay: writer } = transaction;
  for (;;) {
    const collection = transaction.collection(namespace);
    if (collection) transaction.pin(collection);
    try {
      return operation.slice(() => work({ writer, operation, collection }));
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error;
      await error.search?.(writer);
      await operation.yield();
    }
  }
}

const MAX_NAMESPACE_BYTES = 255;

/** @throws CommandError InvalidNamespace as in MongoDB, and for system collections, which this engine does not have */
export function createCollection(writer: Writer, namespace: string): Collection {
  const dot = namespace.indexOf('.');
  const name = namespace.slice(dot + 1);
  const isWrong = name === '' || /^\.|^system\.|[$\0]/.test(name);
  if (!isWrong && Buffer.byteLength(namespace) <= MAX_NAMESPACE_BYTES)
    return addCollection(writer, namespace);
  throw new CommandError('InvalidNamespace', `Invalid namespace specified '${namespace}'`);
}
