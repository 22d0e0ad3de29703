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
 * Maximum number of changed keys that are remembered. A transaction that is older than a forgotten change cannot claim
 * further keys.
 */
const MAX_REMEMBERED_KEYS = 200_000;

/**
 * The claimed keys that each commit changed, for as long as an open transaction may need them. A version is the number
 * of previous commits. Values do not suffice, because a value may have been changed and changed back.
 */
export class History {
  private readonly versions = new Map<string, number>();
  private readonly changing = new Set<string>();
  private version = 0;
  /** The oldest version after which all changes are known. */
  private oldest = 0;
  private open = 0;

  /** @returns the version that a transaction reads if it begins now; call `end` after it */
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

  /** Records that the running commit is on disk and visible in new snapshots. */
  advance(): void {
    this.version++;
    if (this.open > 0) for (const name of this.changing) this.versions.set(name, this.version);
    this.changing.clear();
    if (this.versions.size <= MAX_REMEMBERED_KEYS) return;
    this.versions.clear();
    this.oldest = this.version;
  }

  /** Removes the records of a failed commit. */
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
  /**
   * Keys that the running commit has written. They are not visible to readers yet, and transactions must not claim
   * them.
   */
  readonly inFlight = new Set<string>();
  /** Keyspaces in which keys were claimed: those of documents and of unique indexes, which have few of all changes. */
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

  /** @throws CommandError 96 if too many are open */
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

  /** Reads the committed data and, inside a commit, its changes so far. */
  readonly current: Reader = {
    memory: this.memory,
    isChanging: false,
    get: (key) => this.lmdb.get(key),
    view: (key) => this.lmdb.get(key),
    range: (range, reverse) => this.lmdb.getRange(rangeOptions(range, reverse)),
    countOf: (collection) => storedCount(this.current, collection),
  };

  /**
   * Runs a write in the next commit. Writes that arrive while LMDB flushes share the next commit, so that the number of
   * flushes does not grow with the number of writers. A write resolves after the flush of its commit.
   *
   * @param work throws CommandError only before its first change. After Busy and Unfinished, its changes are committed;
   *   it runs again and continues where it stopped
   * @param operation the operation of the command; absent if no command causes the work
   * @throws CommandError OutOfDiskSpace if the disk is full; FileNotOpen if the data file was deleted; MaxTimeMSExpired
   *   before it begins, or between two attempts
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
    // A dropped collection has no count.
    for (const [keyspace, count] of this.counts)
      if (this.lmdb.doesExist(countKey(keyspace))) putCount(this.writer, keyspace, count);
  }

  /** Records a changed key. Only claimed keys can conflict, with open transactions or with the one that commits. */
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
