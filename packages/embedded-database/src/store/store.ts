import { CommandError } from '../errors';
import { Operation } from '../operation';
import { Scheduler } from '../scheduler';
import { Busy, type Memory, rangeOptions, type Reader, Snapshot, type Writer } from './access';
import { type Lmdb, MAX_SNAPSHOTS } from './file/environment';
import { countKey, keyspaceOf } from './file/keys';
import { putCount, storedCount } from './file/checksum';
import type { StoreFailure } from './file/store-failure';
import { claimName, Claims } from './transactions/claims';
import { WriteQueue } from './transactions/write-queue';

/**
 * Maximum number of changed keys that are remembered. A transaction that is older than the forgotten ones may claim no
 * further key.
 */
const MAX_REMEMBERED_KEYS = 200_000;

/**
 * Which claimed keys were changed by which commit, for as long as a transaction is open that may have to know. A version
 * is the number of commits before it. Values are not enough: one may have been changed and changed back.
 */
export class History {
  private readonly versions = new Map<string, number>();
  private readonly changing = new Set<string>();
  private version = 0;
  /** The oldest version since which all changes are known. */
  private oldest = 0;
  private open = 0;

  /** @returns the version that a transaction reads which begins now; `end` must follow */
  begin(): number {
    this.open++;
    return this.version;
  }

  end(): void {
    if (--this.open === 0) this.versions.clear();
  }

  /** Records that the running commit changes a key. */
  note(name: string): void {
    this.changing.add(name);
  }

  /** Records that the running commit is on disk, and new snapshots show it. */
  advance(): void {
    this.version++;
    if (this.open > 0) for (const name of this.changing) this.versions.set(name, this.version);
    this.changing.clear();
    if (this.versions.size <= MAX_REMEMBERED_KEYS) return;
    this.versions.clear();
    this.oldest = this.version;
  }

  /** Removes the notes of a failed commit. */
  undo(): void {
    this.changing.clear();
  }

  /** Whether a commit after a version has changed a key. */
  hasChangedSince(version: number, name: string): boolean {
    return version < this.oldest || (this.versions.get(name) ?? 0) > version;
  }
}

/** LMDB cannot write pages of a transaction out early that pieces have changed: it holds about 131,000 of them. */
const MAX_PIECES = 60;

/** The data of one folder. */
export class Store {
  readonly claims = new Claims();
  readonly history = new History();
  /** Keys written by the commit under way: readers cannot see them yet, transactions must not claim them. */
  readonly inFlight = new Set<string>();
  /** Keyspaces in which keys have ever been claimed: those of documents and of unique indexes, which few changes are in. */
  readonly claimedKeyspaces = new Set<number>();
  readonly memory: Memory = { catalogues: new Map(), marks: new Map() };
  readonly scheduler = new Scheduler();
  private readonly queue: WriteQueue;
  private openSnapshots = 0;
  private isWriting = false;
  /**
   * State of the running commit: the number of its pieces, and the counts of documents by the keyspace of their collection.
   */
  private pieces = 0;
  private readonly counts = new Map<number, number>();
  private readonly last = new Map<Buffer, () => Buffer>();

  constructor(
    private readonly lmdb: Lmdb,
    private readonly checkFile: () => void,
    onFailure: (failure: StoreFailure) => void,
  ) {
    const { claims } = this;
    this.queue = new WriteQueue({
      claims,
      onFailure,
      transact: (work) => this.transact(work),
      snapshot: () => this.snapshot(),
    });
  }

  /** @throws CommandError 96 when too many are open */
  snapshot(): Snapshot {
    if (this.openSnapshots >= MAX_SNAPSHOTS)
      throw new CommandError(96, `More than ${MAX_SNAPSHOTS} reads, cursors and transactions are open`);
    const snapshot = new Snapshot(this.lmdb, this.memory, {
      isWriting: () => this.isWriting,
      onRelease: () => {
        this.openSnapshots--;
      },
    });
    this.openSnapshots++;
    return snapshot;
  }

  /** Reads the committed data; inside a commit, also its changes so far. */
  readonly current: Reader = {
    memory: this.memory,
    isChanging: false,
    get: (key) => this.lmdb.get(key),
    view: (key) => this.lmdb.get(key),
    range: (range, reverse) => this.lmdb.getRange(rangeOptions(range, reverse)),
    countOf: (collection) => storedCount(this.current, collection),
  };

  /**
   * Runs a write in the next commit. Writes that arrive while LMDB flushes share that commit, so that the number of
   * flushes does not grow with the number of writers. A write is answered after the flush of the commit that holds it.
   *
   * @param work throws CommandError only before it has changed something. After Busy it is run again, and continues where
   *   it stopped, as after Unfinished: what it had done is committed
   * @param operation whose work it is; absent for work that no command causes
   * @throws CommandError OutOfDiskSpace when the disk is full; FileNotOpen if the data file was deleted; MaxTimeMSExpired before it begins, or between two attempts
   */
  write<T>(work: (writer: Writer) => T, operation = new Operation(this.scheduler)): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.add({
        work,
        operation,
        settle: (outcome) => {
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.value as T);
        },
      });
    });
  }

  close(): Promise<void> {
    return this.lmdb.close();
  }

  private async transact(work: (writer: Writer) => void): Promise<void> {
    this.pieces = 0;
    this.counts.clear();
    this.last.clear();
    this.checkFile();
    try {
      await this.lmdb.childTransaction(() => {
        this.isWriting = true;
        try {
          work(this.writer);
          this.putCounts();
          for (const [key, value] of this.last) this.writer.put(key, value());
        } finally {
          this.isWriting = false;
        }
      });
      this.lmdb.resetReadTxn();
      this.history.advance();
    } finally {
      this.history.undo();
      this.inFlight.clear();
    }
  }

  private putCounts(): void {
    // A collection that was dropped has none.
    for (const [keyspace, count] of this.counts)
      if (this.lmdb.doesExist(countKey(keyspace))) putCount(this.writer, keyspace, count);
  }

  /** Records a changed key. Only claimed keys can conflict, now or with the transaction whose commit this is. */
  private noteChange(key: Buffer): void {
    if (!this.claimedKeyspaces.has(keyspaceOf(key))) return;
    const name = claimName(key);
    if (this.inFlight.has(name) || this.claims.ownerOf(name) !== undefined) this.history.note(name);
  }

  /** Inside the commit's LMDB transaction. */
  private readonly writer: Writer = ((store: Store): Writer => ({
    ...store.current,
    put: (key, value) => {
      store.lmdb.putSync(key, value);
      store.noteChange(key);
    },
    putLast: (key, value) => store.last.set(key, value),
    remove: (key) => {
      store.lmdb.removeSync(key);
      store.noteChange(key);
    },
    countOf: (collection) => store.counts.get(collection.keyspace) ?? storedCount(store.current, collection),
    grow: (collection, by) => {
      store.counts.set(collection.keyspace, store.writer.countOf(collection) + by);
    },
    // The changes of a piece are kept, even if it stops to wait for a transaction.
    piece: (work) => {
      if (++store.pieces > MAX_PIECES) {
        work();
        return;
      }
      let stop: (() => never) | undefined;
      void store.lmdb.childTransaction(() => {
        try {
          work();
        } catch (error) {
          stop = () => {
            throw error;
          };
        }
      });
      stop?.();
    },
    get isContended() {
      return !store.claims.isEmpty;
    },
    claim: (keys) => {
      const names = keys.map(claimName);
      const taken = names.find((name) => store.claims.ownerOf(name) !== undefined);
      if (taken !== undefined) throw new Busy(taken);
      for (const key of keys) store.claimedKeyspaces.add(keyspaceOf(key));
      for (const name of names) store.inFlight.add(name);
    },
  }))(this);
}
