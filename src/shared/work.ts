import { AsyncLocalStorage } from 'node:async_hooks';
import { Failure } from './failure';

/** What work has used so far. Times in milliseconds, as measured. */
export interface WorkUsage {
  /** Time that the database worked, by its own account where it keeps one. */
  readonly databaseMs: number;
  /** Time that the main thread of this process worked. */
  readonly threadMs: number;
  /** Bytes that were read from the client and the database, and sent to the client. */
  readonly bytes: number;
}

/** Largest answer that is built in memory, in bytes. Streamed answers have no such bound. */
export const MAX_ANSWER_BYTES = 16 * 1_048_576;

/** The work that one request causes: what it uses, and whether anybody still waits for it. */
export class Work {
  private readonly controller = new AbortController();
  private readonly used = { databaseMs: 0, threadMs: 0, bytes: 0 };
  private answerBytes = 0;

  /** Aborted when the request was answered, or its client went away. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get usage(): WorkUsage {
    return this.used;
  }

  charge(part: keyof WorkUsage, amount: number): void {
    this.used[part] += amount;
  }

  /**
   * Counts bytes of an answer that is built in memory.
   *
   * @throws Failure TOO_LARGE when the answer would exceed `MAX_ANSWER_BYTES`
   */
  addToAnswer(bytes: number): void {
    this.answerBytes += bytes;
    if (this.answerBytes > MAX_ANSWER_BYTES)
      throw new Failure(
        'TOO_LARGE',
        `The answer would be larger than ${MAX_ANSWER_BYTES / 1_048_576} MiB; ask for fewer items or fields.`,
      );
  }

  /** Ends everything that is still being done for the request. */
  end(reason: Failure = new Failure('UNAVAILABLE', 'The request has ended')): void {
    this.controller.abort(reason);
  }
}

const running = new AsyncLocalStorage<Work | undefined>();

/** The work that this code runs for; `undefined` at start, in commands and in work that several requests share. */
export function currentWork(): Work | undefined {
  return running.getStore();
}

/** Runs a function, and everything that it awaits, as part of a request's work. */
export function runInWork<Result>(work: Work | undefined, run: () => Result): Result {
  return running.run(work, run);
}
