import type { ServerResponse } from 'node:http';
import { Failure } from '../../shared/failure';
import type { Handler, HttpRequest } from '../../shared/http';
import { runInWork } from '../../shared/work';

/** Minimum time for bulk requests, in milliseconds. */
const LENGTHY_LIMIT_MS = 30_000;

/** Extra time that a request gets, repeatedly, while the database stores earlier writes, in milliseconds. */
const EXTENSION_MS = 250;

/** Time in which a request may still answer by itself after its work was ended, in milliseconds. */
const ENDING_MS = 250;

/**
 * Time to wait for the outcome of a write after the deadline, in milliseconds. An unreachable database never reports
 * one.
 */
const OUTCOME_MS = 10_000;

/** Methods of requests that change nothing. */
const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Sends the response of a refused request. */
type Refuse = (failure: Failure, request: HttpRequest, response: ServerResponse) => void;

export interface DeadlineOptions {
  readonly refuse: Refuse;
  /** Longest time of work before a request is answered, in milliseconds. */
  readonly limitMs: number;
  /** Whether writes are queued behind a write that is being stored; they will be stored too. */
  readonly isStoring?: () => boolean;
  /** Whether the database is known to be unavailable; then the server waits for no outcome. */
  readonly isAway?: () => boolean;
}

/**
 * The deadlines of all requests. Every request is answered in time, and its work ends with the response: reads stop,
 * writes that have not begun are not stored, and the server waits for the outcome of writes that have.
 */
export class Deadlines {
  private readonly running = new WeakMap<HttpRequest, Deadline>();

  constructor(private readonly options: DeadlineOptions) {}

  readonly begin: Handler = (request, response, next) => {
    const { limitMs } = this.options;
    const { work } = request;
    const deadline = new Deadline(limitMs, this.expiryOf(request, response));
    this.running.set(request, deadline);
    // Each step of a stream may take as long as a whole response.
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

  /** The time to receive a body does not count; it depends on the client's connection. */
  async outside<Result>(request: HttpRequest, read: () => Promise<Result>): Promise<Result> {
    const deadline = this.running.get(request);
    deadline?.pause();
    try {
      return await read();
    } finally {
      // A request whose client has gone in the meantime is not timed any more.
      if (this.running.has(request)) deadline?.run();
    }
  }

  /** Gives a request the time limit of bulk requests. */
  extend(request: HttpRequest): void {
    this.running.get(request)?.extend(Math.max(0, LENGTHY_LIMIT_MS - this.options.limitMs));
  }

  private expiryOf(request: HttpRequest, response: ServerResponse): (deadline: Deadline) => void {
    const { limitMs, isStoring, isAway, refuse } = this.options;
    const { work } = request;
    let steps = Math.max(0, LENGTHY_LIMIT_MS - limitMs) / EXTENSION_MS;
    let outcomeSteps = OUTCOME_MS / EXTENSION_MS;
    // A stored write is reported even late: a refused client would send it again.
    const waitsForOutcome = () =>
      work !== undefined && (work.isStoring || work.hasStored) && isAway?.() !== true && outcomeSteps-- >= 1;
    return (deadline) => {
      // A stream has begun in time; from then on its duration depends on the reader.
      if (response.headersSent) return;
      if (work?.ended === undefined && steps-- >= 1 && isStoring?.() === true) {
        deadline.prolong(EXTENSION_MS);
      } else if (waitsForOutcome()) {
        deadline.prolong(EXTENSION_MS);
      } else if (work && work.ended === undefined) {
        // Everything that waits is notified now, and most requests then answer by themselves with the data they have.
        work.end(tooLate(request));
        deadline.prolong(ENDING_MS);
      } else {
        refuse(tooLate(request), request, response);
      }
    };
  }
}

class Deadline {
  private timer: NodeJS.Timeout | undefined;
  private started = 0;
  private isExtended = false;

  constructor(
    private remainingMs: number,
    private readonly expire: (deadline: Deadline) => void,
  ) {}

  /** Remaining milliseconds. */
  get remaining(): number {
    return this.timer === undefined
      ? this.remainingMs
      : this.remainingMs - (performance.now() - this.started);
  }

  run(): void {
    this.started = performance.now();
    this.timer = setTimeout(this.expire, this.remainingMs, this);
  }

  pause(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.remainingMs = this.remaining;
    this.timer = undefined;
  }

  extend(ms: number): void {
    if (this.isExtended) return;
    this.isExtended = true;
    this.prolong(ms);
  }

  prolong(ms: number): void {
    this.pause();
    this.remainingMs = Math.max(0, this.remainingMs) + ms;
    this.run();
  }
}

function tooLate({ method }: HttpRequest): Failure {
  const message = READING_METHODS.has(method)
    ? 'The request timed out'
    : 'The request timed out; its changes may still take effect';
  return new Failure('UNAVAILABLE', message);
}
