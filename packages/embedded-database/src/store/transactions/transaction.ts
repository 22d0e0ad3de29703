import { CommandError } from '../../errors';
import { documentOf } from '../../query/value';
import type { Snapshot, Writer } from '../access';
import { collectionOf } from '../catalogue';
import type { Collection } from '../collection';
import { keyspaceOf } from '../file/keys';
import { claimName } from './claims';
import { Overlay } from './overlay';
import type { Store } from '../store';

/** An error after which a client may retry the whole transaction, as the driver's withTransaction does. */
const TRANSIENT_LABEL = documentOf({ errorLabels: ['TransientTransactionError'] });

/** Number of changes per piece. Values from 500 to 2,000 make little difference. */
const CHANGES_PER_PIECE = 1000;

/** The error for commands in a transaction that has ended. */
export function noSuchTransaction(): CommandError {
  const message = 'The transaction has been aborted, has expired or was never begun.';
  return new CommandError('NoSuchTransaction', message, TRANSIENT_LABEL);
}

function writeConflict(): CommandError {
  return new CommandError(
    'WriteConflict',
    'Another write has changed this document. Please retry.',
    TRANSIENT_LABEL,
  );
}

/**
 * An open transaction: it reads one snapshot and its own changes. The first transaction that claims a key gets it. A
 * second one, or one that would change a key that was committed after its snapshot, fails immediately.
 */
export class Transaction {
  readonly overlay: Overlay;
  private readonly snapshot: Snapshot;
  private readonly claimed = new Set<string>();
  private readonly revisions = new Map<string, string>();
  private readonly endings = new Set<() => void>();
  private readonly version: number;
  private over = false;

  constructor(private readonly store: Store) {
    this.version = store.history.begin();
    this.snapshot = store.snapshot();
    this.overlay = new Overlay(this.snapshot, (keys) => {
      this.claim(keys);
    });
  }

  get isOver(): boolean {
    return this.over;
  }

  /**
   * The collection of the snapshot; a collection that was created later is empty.
   *
   * @throws CommandError NoSuchTransaction if the transaction has ended while its statement waited
   */
  collection(namespace: string): Collection | undefined {
    if (this.over) throw noSuchTransaction();
    return collectionOf(this.snapshot, namespace) ?? collectionOf(this.store.current, namespace);
  }

  /** Checks, now and at the commit, that no index is created or dropped while this transaction writes. */
  pin(collection: Collection): void {
    if (collectionOf(this.store.current, collection.namespace)?.revision !== collection.revision) {
      throw writeConflict();
    }
    this.revisions.set(collection.namespace, collection.revision);
  }

  /** Makes the changes permanent, inside a commit. They cannot conflict, because all keys are claimed. */
  apply(writer: Writer): void {
    for (const [namespace, revision] of this.revisions) {
      if (collectionOf(writer, namespace)?.revision !== revision) throw writeConflict();
    }
    const { all, growths } = this.overlay;
    for (const { collection, by } of growths) writer.grow(collection, by);
    for (let from = 0; from < all.length; from += CHANGES_PER_PIECE) {
      writer.piece(() => {
        for (const { key, value } of all.slice(from, from + CHANGES_PER_PIECE)) {
          if (value) writer.put(key, value);
          else writer.remove(key);
        }
      });
    }
  }

  /** Called when the transaction ends, before its snapshot is released. */
  onEnd(ending: () => void): void {
    this.endings.add(ending);
  }

  /** Ends the transaction. Without `apply` before, its changes are discarded. */
  end(): void {
    this.over = true;
    for (const ending of this.endings) ending();
    this.snapshot.release();
    this.store.history.end();
    this.store.claims.release(this.claimed);
  }

  private claim(keys: readonly Buffer[]): void {
    for (const key of keys) {
      const name = claimName(key);
      if (this.claimed.has(name)) continue;
      const { claims, inFlight, history } = this.store;
      const isTaken = claims.ownerOf(name) !== undefined || inFlight.has(name);
      if (isTaken || history.hasChangedSince(this.version, name)) throw writeConflict();
      this.store.claimedKeyspaces.add(keyspaceOf(key));
      claims.take(name, this);
      this.claimed.add(name);
    }
  }
}
