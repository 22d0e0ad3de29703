import type { Transaction } from 'lmdb';
import type { Lmdb } from './environment';
import type { KeyRange } from './keys';

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Reading keys and values: from a snapshot, inside a write, or through what a transaction has changed so far. */
export interface Reader {
  get(key: Buffer): Buffer | undefined;
  range(range: KeyRange, reverse: boolean): Iterable<Entry>;
}

/** The name of a key that a write has to wait for, since an open transaction has claimed it. */
export type ClaimedKey = string;

/** A write that runs in steps; it gives way with the key it waits for. */
export type Steps<T> = Generator<ClaimedKey, T, void>;

const NO_WAIT: readonly ClaimedKey[] = [];

/** A write that never has to wait, as steps. */
export function* atOnce<T>(work: () => T): Steps<T> {
  yield* NO_WAIT;
  return work();
}

export interface Writer extends Reader {
  put(key: Buffer, value: Buffer): void;
  remove(key: Buffer): void;
  /**
   * Makes sure that nobody else has uncommitted changes to the keys. Every document and every key of a unique index
   * that a write reads for its decision is claimed before it is read.
   *
   * @returns whether it had to wait, so that what was read before must be read again
   */
  claim(keys: readonly Buffer[]): Steps<boolean>;
}

/** What was committed when it was taken. It keeps old pages from being reused: release it. */
export class Snapshot implements Reader {
  private readonly transaction: Transaction;
  private isReleased = false;

  constructor(private readonly lmdb: Lmdb) {
    this.transaction = lmdb.useReadTransaction();
  }

  get(key: Buffer): Buffer | undefined {
    return this.lmdb.get(key, { transaction: this.transaction });
  }

  range(range: KeyRange, reverse: boolean): Iterable<Entry> {
    return this.lmdb.getRange({ ...rangeOptions(range, reverse), transaction: this.transaction });
  }

  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    this.transaction.done();
  }
}

/** Bounds as lmdb-js wants them: a reverse range starts at its upper end. */
export function rangeOptions({ from, to }: KeyRange, reverse: boolean) {
  if (!reverse) return { start: from, end: to };
  return { start: to, exclusiveStart: true, end: from, inclusiveEnd: true, reverse: true };
}
