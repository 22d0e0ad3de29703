import { CommandError } from '../../errors';
import { timeExpired, type Operation } from '../../operation';
import { Busy, Unfinished, type Snapshot, type Writer } from '../access';
import type { Claims } from './claims';
import { StoreFailure } from '../file/store-failure';

/**
 * Time for which the writes of one commit run before it is flushed, in milliseconds. A write that began in this time
 * may run as long again.
 */
const COMMIT_MS = 20;

/** A write that has not been answered. */
export interface Job {
  readonly work: (writer: Writer) => unknown;
  readonly operation: Operation;
  readonly settle: (outcome: Outcome) => void;
}

export type Outcome = { readonly value: unknown } | { readonly error: Error };

/** The part of the store that the queue uses. */
export interface Committing {
  readonly claims: Claims;
  /** Runs a function in a transaction of LMDB, and resolves when its writes are on disk. */
  readonly transact: (work: (writer: Writer) => void) => Promise<void>;
  readonly snapshot: () => Snapshot;
  readonly onFailure: (failure: StoreFailure) => void;
}

/** The writes that wait for the next commit. */
export class WriteQueue {
  private readonly waiting: Job[] = [];
  private isCommitting = false;

  constructor(private readonly store: Committing) {}

  add(job: Job): void {
    this.waiting.push(job);
    if (!this.isCommitting) void this.commitAll();
  }

  private async commitAll(): Promise<void> {
    this.isCommitting = true;
    while (this.waiting.length > 0) await this.commit();
    this.isCommitting = false;
  }

  private async commit(): Promise<void> {
    const jobs: Job[] = [];
    const ended: (() => void)[] = [];
    try {
      await this.store.transact((writer) => {
        const end = performance.now() + COMMIT_MS;
        do {
          const job = this.waiting.shift();
          if (!job) return;
          jobs.push(job);
          ended.push(this.attempt(job, writer));
        } while (performance.now() < end);
      });
      for (const end of ended) end();
    } catch (cause) {
      // Nothing of the commit was written. Only the clients know which writes can be repeated.
      const failure = await StoreFailure.from(cause);
      const failed = jobs.length > 0 ? jobs : this.waiting.splice(0);
      for (const { settle } of failed) settle({ error: failure.toCommandError() });
      this.store.onFailure(failure);
    }
  }

  /** @returns a function to run when the commit is on disk */
  private attempt(job: Job, writer: Writer): () => void {
    const { work, operation, settle } = job;
    try {
      const value = operation.slice(() => {
        operation.checkTime();
        return work(writer);
      }, COMMIT_MS);
      return () => {
        settle({ value });
      };
    } catch (error) {
      if (error instanceof Busy) {
        return () => {
          this.wait(job, error.key);
        };
      }
      if (error instanceof Unfinished) return () => void this.search(job, error);
      if (!(error instanceof CommandError)) throw error;
      return () => {
        settle({ error });
      };
    }
  }

  /** Runs a write again when a key is free, unless its time limit has passed. */
  private wait(job: Job, key: string): void {
    const { timeLeft } = job.operation;
    let isExpired = false;
    const expire = (): void => {
      isExpired = true;
      job.settle({ error: timeExpired() });
    };
    const expiry = timeLeft === Infinity ? undefined : setTimeout(expire, timeLeft);
    this.store.claims.wait(key, () => {
      clearTimeout(expiry);
      if (!isExpired) this.add(job);
    });
  }

  /** Runs a write again when its search is done. */
  private async search(job: Job, { search }: Unfinished): Promise<void> {
    try {
      if (search) {
        const snapshot = this.store.snapshot();
        await search(snapshot).finally(() => {
          snapshot.release();
        });
      }
      this.add(job);
    } catch (error) {
      job.settle({ error: error as Error });
    }
  }
}
