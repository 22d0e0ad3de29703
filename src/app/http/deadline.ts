import type { ServerResponse } from 'node:http';
import { Failure } from '../../shared/failure';
import type { Handler, Incoming } from '../../shared/http';

/** Least time for requests that write or remove many objects at once, in milliseconds. */
const LENGTHY_LIMIT_MS = 30_000;

/** How much more time a request gets while the database is storing what came before it, in milliseconds; again and again. */
const TURN_MS = 250;

/** Answers a request as refused. */
type Refuse = (failure: Failure, request: Incoming, response: ServerResponse) => void;

export interface DeadlineOptions {
  readonly refuse: Refuse;
  /** Longest that a request is worked on before it is answered, in milliseconds. */
  readonly limitMs: number;
  /** Whether many writes wait while one after the other is stored: then those that wait will have their turn. */
  readonly isStoring?: () => boolean;
}

/** The deadlines of all requests: whatever a request waits for, it is answered in time. The work behind it is not interrupted. */
export class Deadlines {
  private readonly running = new WeakMap<Incoming, Deadline>();

  constructor(private readonly options: DeadlineOptions) {}

  readonly begin: Handler = (request, response, next) => {
    const { limitMs, isStoring, refuse } = this.options;
    let turns = Math.max(0, LENGTHY_LIMIT_MS - limitMs) / TURN_MS;
    const deadline = new Deadline(limitMs, () => {
      if (response.headersSent) return;
      if (turns-- >= 1 && isStoring?.() === true) deadline.prolong(TURN_MS);
      else refuse(tooLate(), request, response);
    });
    this.running.set(request, deadline);
    response.once('close', () => {
      this.running.delete(request);
      deadline.pause();
    });
    deadline.run();
    next();
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
}

class Deadline {
  private timer: NodeJS.Timeout | undefined;
  private started = 0;
  private isExtended = false;

  constructor(
    private leftMs: number,
    private readonly expire: () => void,
  ) {}

  run(): void {
    this.started = performance.now();
    this.timer = setTimeout(this.expire, this.leftMs);
  }

  pause(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.leftMs -= performance.now() - this.started;
  }

  extend(ms: number): void {
    if (this.isExtended) return;
    this.isExtended = true;
    this.prolong(ms);
  }

  prolong(ms: number): void {
    this.pause();
    this.leftMs += ms;
    this.run();
  }
}

function tooLate(): Failure {
  return new Failure(
    'UNAVAILABLE',
    'The answer took too long; what the request was to change may still change',
  );
}
