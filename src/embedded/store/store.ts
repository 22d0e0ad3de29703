import { CommandError } from '../errors';
import { Busy, rangeOptions, Snapshot, type Memory, type Reader, type Writer } from './access';
import { Claims, claimName } from './claims';
import type { Lmdb } from './environment';
import { StoreFailure } from './store-failure';

/** LMDB cannot write pages of a transaction out early that pieces have changed: it holds about 131,000 of them. */
const MOST_PIECES = 60;

interface Job {
  readonly work: (writer: Writer) => unknown;
  readonly settle: (outcome: Outcome) => void;
}

type Outcome = { readonly value: unknown } | { readonly error: CommandError };

/** The data of one folder: what everything else reads from and writes to. */
export class Store {
  readonly claims = new Claims();
  /** Keys written by the commit under way: readers cannot see them yet, transactions must not claim them. */
  readonly inFlight = new Set<string>();
  readonly memory: Memory = { catalogues: new Map(), marks: new Map() };
  private waiting: Job[] = [];
  private isCommitting = false;
  /** Of the commit under way. */
  private pieces = 0;

  constructor(
    private readonly lmdb: Lmdb,
    private readonly onFailure: (failure: StoreFailure) => void,
  ) {}

  snapshot(): Snapshot {
    return new Snapshot(this.lmdb, this.memory);
  }

  /** What is committed now; inside a commit, also what it has changed so far. */
  readonly current: Reader = {
    memory: this.memory,
    isChanging: false,
    get: (key) => this.lmdb.get(key),
    view: (key) => this.lmdb.get(key),
    range: (range, reverse) => this.lmdb.getRange(rangeOptions(range, reverse)),
  };

  /**
   * Runs a write in the next commit. Writes that arrive while LMDB flushes share that commit, so that the number of
   * flushes does not grow with the number of writers. A write is answered after the flush of the commit that holds it.
   *
   * @param work throws CommandError only before it has changed something. After Busy it is run again, and goes on where
   *   it stopped: what it had done is committed
   * @throws CommandError OutOfDiskSpace when the disk is full
   */
  write<T>(work: (writer: Writer) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome): void => {
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value as T);
      };
      this.enqueue({ work, settle });
    });
  }

  close(): Promise<void> {
    return this.lmdb.close();
  }

  private enqueue(job: Job): void {
    this.waiting.push(job);
    if (!this.isCommitting) void this.commitAll();
  }

  private async commitAll(): Promise<void> {
    this.isCommitting = true;
    while (this.waiting.length > 0) await this.commit(this.waiting.splice(0));
    this.isCommitting = false;
  }

  private async commit(jobs: readonly Job[]): Promise<void> {
    const ended: (() => void)[] = [];
    this.pieces = 0;
    try {
      await this.lmdb.childTransaction(() => {
        for (const job of jobs) ended.push(this.attempt(job));
      });
      this.lmdb.resetReadTxn();
      this.inFlight.clear();
      for (const end of ended) end();
    } catch (cause) {
      this.inFlight.clear();
      // Nothing of the commit was written. Which of its writes could be repeated is their clients' to know.
      const failure = await StoreFailure.from(cause);
      for (const { settle } of jobs) settle({ error: failure.toCommandError() });
      this.onFailure(failure);
    }
  }

  /** @returns what is to be done when the commit is on disk */
  private attempt(job: Job): () => void {
    try {
      const value = job.work(this.writer);
      return () => {
        job.settle({ value });
      };
    } catch (error) {
      if (error instanceof Busy) {
        return () => {
          this.claims.wait(error.key, () => {
            this.enqueue(job);
          });
        };
      }
      if (!(error instanceof CommandError)) throw error;
      return () => {
        job.settle({ error });
      };
    }
  }

  /** Inside the commit's LMDB transaction; only `attempt` uses it. */
  private readonly writer: Writer = ((store: Store): Writer => ({
    ...store.current,
    put: (key, value) => {
      store.lmdb.putSync(key, value);
    },
    remove: (key) => {
      store.lmdb.removeSync(key);
    },
    // What a piece has done stays, also when it has to stop and wait for a transaction.
    piece: (work) => {
      if (++store.pieces > MOST_PIECES) {
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
      for (const name of names) store.inFlight.add(name);
    },
  }))(this);
}
