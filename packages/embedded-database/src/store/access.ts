import type { RangeOptions, Transaction } from 'lmdb';
import type { Catalogue } from './collection';
import type { Lmdb } from './file/environment';
import type { KeyRange } from './file/keys';
import { storedCount, type Counted } from './file/checksum';

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** State that is cached in memory, because to read it each time would take longer than the command. */
export interface Memory {
  /** Catalogues by their version. */
  readonly catalogues: Map<string, Catalogue>;
  /** Markers by the keyspace of an index (see markerKey). May contain more markers than the file. */
  readonly marks: Map<number, Set<string>>;
}

/** Reads keys and values: from a snapshot, inside a write, or with the changes of a transaction. */
export interface Reader {
  readonly memory: Memory;
  /** Whether its data may change during a read, as in a transaction by its own statements. */
  readonly isChanging: boolean;
  get(key: Buffer): Buffer | undefined;
  /**
   * Like `get`, without a copy if possible: the bytes change with the next read. Only indexed access and `length` are
   * correct.
   */
  view(key: Buffer): Buffer | undefined;
  range(range: KeyRange, reverse?: boolean): Iterable<Entry>;
  /** Skips entries of ranges. Absent if skipping would take as long as reading them. */
  readonly skipper?: RangeSkipper;
  /** Returns the recorded number of documents of a collection. @throws CommandError DataCorruptionDetected */
  countOf(collection: Counted): number;
}

/** Skips entries of a range within LMDB, about thirty times as fast as reading them. Blocks the thread. */
export interface RangeSkipper {
  /** Returns the entries of the range after the first `skip` ones. */
  entriesAfter(
    range: KeyRange,
    options: { readonly reverse: boolean; readonly skip: number },
  ): Iterable<Entry>;
  /** Returns the number of entries. */
  count(range: KeyRange): number;
}

export interface Writer extends Reader {
  put(key: Buffer, value: Buffer): void;
  /**
   * Writes a value at the end of the commit. Of several values for the key, the last one counts. Nothing may read it
   * before.
   */
  putLast(key: Buffer, value: () => Buffer): void;
  remove(key: Buffer): void;
  /** Changes the number of documents of a collection, which is written with the commit. @throws CommandError DataCorruptionDetected */
  grow(collection: Counted, by: number): void;
  /**
   * Ensures that no other transaction has uncommitted changes of the keys. A statement claims every document and every
   * key of a unique index that it changes before it changes anything.
   *
   * @throws Busy if an open transaction has claimed one; the write runs again when the key is free
   */
  claim(keys: readonly Buffer[]): void;
  /** Whether `claim` may throw Busy. */
  readonly isContended: boolean;
  /**
   * Runs a part of a large write. LMDB keeps the pages that a transaction has changed in a sorted array and moves half of
   * it for each further page; each piece has a separate small array, which is merged at its end.
   */
  piece(work: () => void): void;
}

/** Thrown to end an attempt of a plain write that must wait for a transaction. */
export class Busy extends Error {
  constructor(readonly key: string) {
    super('a transaction has claimed the key');
  }
}

/**
 * Thrown to end an attempt of a write whose slice is over. Its changes are committed, and a later commit continues it.
 */
export class Unfinished extends Error {
  /** @param search finds the documents before the next attempt, on a snapshot, without blocking other writes */
  constructor(readonly search?: (reader: Reader) => Promise<void>) {
    super('the slice of the write is over');
  }
}

/** An option that `get` passes on, which the types of the binding omit. */
interface Viewing {
  getBinaryFast(key: Buffer, options: { readonly transaction: Transaction }): Buffer | undefined;
}

/** Functions of the store that a snapshot uses. */
interface SnapshotOwner {
  /** Whether LMDB would read uncommitted changes of a write transaction. */
  readonly isWriting: () => boolean;
  readonly onRelease: () => void;
}

/**
 * Reads the data that were committed when it was taken. Release it, because old pages cannot be reused while it is
 * held.
 */
export class Snapshot implements Reader {
  readonly isChanging = false;
  private readonly transaction: Transaction;
  private holders = 1;

  constructor(
    private readonly lmdb: Lmdb,
    readonly memory: Memory,
    private readonly owner?: SnapshotOwner,
  ) {
    this.transaction = lmdb.useReadTransaction();
  }

  get(key: Buffer): Buffer | undefined {
    return this.lmdb.get(key, { transaction: this.transaction });
  }

  view(key: Buffer): Buffer | undefined {
    return (this.lmdb as unknown as Viewing).getBinaryFast(key, { transaction: this.transaction });
  }

  range(range: KeyRange, reverse = false): Iterable<Entry> {
    return this.read(rangeOptions(range, reverse));
  }

  readonly skipper: RangeSkipper = {
    entriesAfter: (range, { reverse, skip }) => this.read({ ...rangeOptions(range, reverse), offset: skip }),
    count: (range) => this.lmdb.getCount({ ...rangeOptions(range), transaction: this.transaction }),
  };

  private read(options: RangeOptions): Iterable<Entry> {
    // Decided when the read begins, because the current transaction may have changed before.
    const read = () =>
      this.lmdb.getRange(this.isCurrent ? options : { ...options, transaction: this.transaction });
    return { [Symbol.iterator]: () => read()[Symbol.iterator]() };
  }

  /**
   * Whether the binding would read the same without an explicit transaction. It keeps a cursor for its own transaction,
   * and creates a new one for each range of other transactions, which takes longer than to find a key.
   */
  private get isCurrent(): boolean {
    if (this.owner?.isWriting() !== false) return false;
    const current = this.lmdb.useReadTransaction();
    current.done();
    return current === this.transaction;
  }

  countOf(collection: Counted): number {
    return storedCount(this, collection);
  }

  get isShared(): boolean {
    return this.holders > 1;
  }

  /** Adds a user of the snapshot, which must also release it. */
  share(): this {
    this.holders++;
    return this;
  }

  release(): void {
    if (--this.holders > 0) return;
    this.transaction.done();
    this.owner?.onRelease();
  }
}

/** Returns the bounds in the form of lmdb-js: a reverse range starts at its upper end. */
export function rangeOptions({ from, to }: KeyRange, reverse = false) {
  if (!reverse) return { start: from, end: to };
  return { start: to, exclusiveStart: true, end: from, inclusiveEnd: true, reverse: true };
}
