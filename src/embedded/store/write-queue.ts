import { CommandError } from '../errors';
import { type Entry, rangeOptions, type ClaimedKey, type Steps, type Writer } from './access';
import { claimName, type Claims } from './claims';
import type { Lmdb } from './environment';
import type { KeyRange } from './keys';
import { StoreFailure } from './store-failure';

interface Job {
  readonly start: () => Steps<unknown>;
  readonly deadline: number;
  readonly settle: (outcome: Outcome) => void;
  /** Set once the job has begun; a job that waited goes on where it stopped. */
  steps?: Steps<unknown>;
}

type Outcome = { readonly value: unknown } | { readonly error: CommandError };

interface Round {
  readonly finished: Map<Job, Outcome>;
  readonly parked: Map<Job, ClaimedKey>;
}

/**
 * The only way to write. Writes that arrive while LMDB flushes share the next commit, so that the number of flushes
 * does not grow with the number of writers. A write is answered after the flush of the commit that holds it.
 */
export class WriteQueue {
  /** Keys written by the commit under way: readers cannot see them yet, transactions must not claim them. */
  readonly inFlight = new Set<ClaimedKey>();
  private waiting: Job[] = [];
  private isRunning = false;

  constructor(
    private readonly lmdb: Lmdb,
    private readonly claims: Claims,
    private readonly onFailure: (failure: StoreFailure) => void,
  ) {}

  /**
   * Runs a write in the next commit.
   *
   * @param work its steps; it must throw CommandError only before it has changed something
   * @param deadline when to stop waiting for claimed keys, in milliseconds of Date.now()
   * @throws CommandError MaxTimeMSExpired past the deadline, OutOfDiskSpace when the disk is full
   */
  submit<T>(work: (writer: Writer) => Steps<T>, deadline = Infinity): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome): void => {
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value as T);
      };
      this.enqueue({ start: () => work(this.writer), deadline, settle });
    });
  }

  private enqueue(job: Job): void {
    this.waiting.push(job);
    if (!this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) await this.commit(this.waiting.splice(0));
    this.isRunning = false;
  }

  private async commit(jobs: readonly Job[]): Promise<void> {
    const round: Round = { finished: new Map(), parked: new Map() };
    const resumed = new Set(jobs.filter(({ steps }) => steps));
    let current: Job | undefined;
    try {
      await this.lmdb.childTransaction(() => {
        for (const job of jobs) {
          current = job;
          this.advance(job, round);
        }
        current = undefined;
      });
      this.lmdb.resetReadTxn();
      this.inFlight.clear();
      for (const [job, outcome] of round.finished) job.settle(outcome);
      for (const [job, key] of round.parked) this.park(job, key);
    } catch (cause) {
      this.inFlight.clear();
      await this.recover({ jobs, resumed, guilty: current, cause });
    }
  }

  private advance(job: Job, { finished, parked }: Round): void {
    try {
      job.steps ??= job.start();
      const step = job.steps.next();
      if (step.done === true) finished.set(job, { value: step.value });
      else parked.set(job, step.value);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      finished.set(job, { error });
    }
  }

  /**
   * Nothing of the commit was written. Where one write was to blame, the others are tried again, but for those that had
   * waited: what they did before is committed, and they cannot be repeated.
   */
  private async recover(failed: FailedCommit): Promise<void> {
    const failure = await StoreFailure.from(failed.cause);
    const error = failure.toCommandError();
    for (const job of failed.jobs) {
      const isInnocent = failed.guilty && job !== failed.guilty && !failed.resumed.has(job);
      delete job.steps;
      if (isInnocent) this.waiting.push(job);
      else job.settle({ error });
    }
    this.onFailure(failure);
  }

  private park(job: Job, key: ClaimedKey): void {
    const timer =
      job.deadline === Infinity
        ? undefined
        : setTimeout(
            () => {
              stop();
              job.settle({ error: new CommandError('MaxTimeMSExpired', 'operation exceeded time limit') });
            },
            Math.max(0, job.deadline - Date.now()),
          );
    const wake = (): void => {
      clearTimeout(timer);
      this.enqueue(job);
    };
    if (this.claims.ownerOf(key) === undefined) {
      wake();
      return;
    }
    const stop = this.claims.wait(key, wake);
  }

  /** Inside the commit's LMDB transaction; only `advance` runs it. */
  private readonly writer: Writer = {
    get: (key) => this.lmdb.get(key),
    range: (range: KeyRange, reverse: boolean): Iterable<Entry> =>
      this.lmdb.getRange(rangeOptions(range, reverse)),
    put: (key, value) => {
      this.lmdb.putSync(key, value);
    },
    remove: (key) => {
      this.lmdb.removeSync(key);
    },
    claim: (keys) => this.claim(keys),
  };

  private *claim(keys: readonly Buffer[]): Steps<boolean> {
    const names = keys.map(claimName);
    let hasWaited = false;
    for (;;) {
      const taken = names.find((name) => this.claims.ownerOf(name) !== undefined);
      if (taken === undefined) break;
      hasWaited = true;
      yield taken;
    }
    for (const name of names) this.inFlight.add(name);
    return hasWaited;
  }
}

interface FailedCommit {
  readonly jobs: readonly Job[];
  readonly resumed: ReadonlySet<Job>;
  readonly guilty: Job | undefined;
  readonly cause: unknown;
}
