import type { ServerResponse } from 'node:http';
import { Failure } from '../../shared/failure';
import type { Handler, Incoming } from '../../shared/http';
import { runInWork } from '../../shared/work';

/** Least time for requests that write or remove many objects at once, in milliseconds. */
const LENGTHY_LIMIT_MS = 30_000;

/** How much more time a request gets while the database is storing what came before it, in milliseconds; again and again. */
const STEP_MS = 250;

/** How long a request may still take to answer by itself once its work was ended, in milliseconds. */
const ENDING_MS = 250;

/** How long the outcome of a write is waited for after the answer was due, in milliseconds: a database that is lost never tells it. */
const OUTCOME_MS = 10_000;

/** Answers a request as refused. */
type Refuse = (failure: Failure, request: Incoming, response: ServerResponse) => void;

export interface DeadlineOptions {
  readonly refuse: Refuse;
  /** Longest that a request is worked on before it is answered, in milliseconds. */
  readonly limitMs: number;
  /** Whether many writes wait while one after the other is stored: then those that wait will be stored, too. */
  readonly isStoring?: () => boolean;
  /** Whether the database is known to be away: then no outcome is waited for. */
  readonly isAway?: () => boolean;
}

/**
 * The deadlines of all requests: whatever a request waits for, it is answered in time, and its work ends with it. What is being read for
 * it stops, what has not begun to be stored is not stored, and the outcome of what is being stored is waited for.
 */
export class Deadlines {
  private readonly running = new WeakMap<Incoming, Deadline>();

  constructor(private readonly options: DeadlineOptions) {}

  readonly begin: Handler = (request, response, next) => {
    const { limitMs } = this.options;
    const { work } = request;
    const deadline = new Deadline(limitMs, this.expiryOf(request, response));
    this.running.set(request, deadline);
    // Each step of a stream may take as long as a whole answer.
    if (work) work.remaining = () => (response.headersSent ? limitMs : deadline.remaining);
    response.once('close', () => {
      this.running.delete(request);
      deadline.pause();
      work?.end();
    });
    deadline.run();
    if (work) runInWork(work, next);
    else next();
  };

  /** Reading a body is not counted: it takes what the line takes. */
  async outside<Result>(request: Incoming, read: () => Promise<Result>): Promise<Result> {
    const deadline = this.running.get(request);
    deadline?.pause();
    try {
      return await read();
    } finally {
      deadline?.run();
    }
  }

  /** Gives a request the time for many objects. */
  extend(request: Incoming): void {
    this.running.get(request)?.extend(Math.max(0, LENGTHY_LIMIT_MS - this.options.limitMs));
  }

  private expiryOf(request: Incoming, response: ServerResponse): (deadline: Deadline) => void {
    const { limitMs, isStoring, isAway, refuse } = this.options;
    const { work } = request;
    let steps = Math.max(0, LENGTHY_LIMIT_MS - limitMs) / STEP_MS;
    let outcomeSteps = OUTCOME_MS / STEP_MS;
    // What is stored is answered, even late: who is refused sends it again.
    const waitsForOutcome = () =>
      work !== undefined && (work.isStoring || work.hasStored) && isAway?.() !== true && outcomeSteps-- >= 1;
    return (deadline) => {
      // A stream has begun in time; from then on it takes what its reader takes.
      if (response.headersSent) return;
      if (work?.signal.aborted !== true && steps-- >= 1 && isStoring?.() === true) {
        deadline.prolong(STEP_MS);
      } else if (waitsForOutcome()) {
        deadline.prolong(STEP_MS);
      } else if (work && !work.signal.aborted) {
        // Whatever waits learns it now, and most requests then answer by themselves, with what they have.
        work.end(tooLate());
        deadline.prolong(ENDING_MS);
      } else {
        refuse(tooLate(), request, response);
      }
    };
  }
}

class Deadline {
  private timer: NodeJS.Timeout | undefined;
  private started = 0;
  private isExtended = false;

  constructor(
    private leftMs: number,
    private readonly expire: (deadline: Deadline) => void,
  ) {}

  /** Milliseconds that are left. */
  get remaining(): number {
    return this.timer === undefined ? this.leftMs : this.leftMs - (performance.now() - this.started);
  }

  run(): void {
    this.started = performance.now();
    this.timer = setTimeout(this.expire, this.leftMs, this);
  }

  pause(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.leftMs = this.remaining;
    this.timer = undefined;
  }

  extend(ms: number): void {
    if (this.isExtended) return;
    this.isExtended = true;
    this.prolong(ms);
  }

  prolong(ms: number): void {
    this.pause();
    this.leftMs = Math.max(0, this.leftMs) + ms;
    this.run();
  }
}

function tooLate(): Failure {
  return new Failure('UNAVAILABLE', 'The request timed out; its changes may still take effect');
}
