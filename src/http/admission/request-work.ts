import type { ServerResponse } from 'node:http';
import { Failure } from '../../shared/failure';
import { chargeThreadTo, chargeThreadTime } from '../../shared/thread-time';
import { Work, type Charge, type StreamKind, type WorkPart } from '../../shared/work';
import { type Handler, type HttpRequest, beforeResponse } from '../../shared/http';
import { isLightByHead } from './request-class';
import type { ThreadShares } from './thread-limits';
import type { BudgetState, RequestState } from '../../services/limits/request-limits';

/** Limits of streamed responses. */
interface StreamBounds {
  /** Responses at once, of one caller and of all. Each keeps a part in memory while its reader is slow. */
  readonly maxPerCaller: number;
  readonly max: number;
  /**
   * Maximum duration, in milliseconds. Otherwise a slow reader could keep a response open forever. The time in which it waits for budget is
   * not the reader's, and does not count.
   */
  readonly longestMs: number;
}

const STREAM_BOUNDS: Readonly<Record<StreamKind, StreamBounds>> = {
  long: { maxPerCaller: 4, max: 24, longestMs: 300_000 },
  // A page shows many of them at once, and slow lines take them too: 15 MiB at 17 kB/s.
  media: { maxPerCaller: 40, max: 240, longestMs: 900_000 },
};

/**
 * The responses that are being streamed. They hold no slot, because most of their time depends on the client's
 * connection.
 */
export class Streams {
  private readonly running = new Set<Work>();

  constructor(private readonly bounds: StreamBounds = STREAM_BOUNDS.long) {}

  /**
   * @param cut aborts the response if it takes too long
   * @param pausedMs how long it has waited for budget so far
   * @throws Failure UNAVAILABLE when there are too many, of this caller or of all, or the client has disconnected
   */
  begin(work: Work, cut: () => void, pausedMs: () => number = () => 0): void {
    work.assertNotEnded();
    const ofCaller = [...this.running].filter(({ caller }) => caller === work.caller).length;
    const { maxPerCaller, max, longestMs } = this.bounds;
    const isTooMuch = work.caller !== undefined && ofCaller >= maxPerCaller;
    if (isTooMuch || this.running.size >= max)
      throw new Failure('UNAVAILABLE', 'Too many large responses are being sent at once; try again soon.');
    this.running.add(work);
    let grantedMs = 0;
    const onTime = (): void => {
      const more = Math.ceil(pausedMs() - grantedMs);
      grantedMs += more;
      if (more > 0) timer = setTimeout(onTime, more).unref();
      else cut();
    };
    let timer = setTimeout(onTime, longestMs).unref();
    const leave = (): void => {
      clearTimeout(timer);
      this.running.delete(work);
    };
    work.onEnd(leave);
  }
}

/** Sender of a request, as far as it is known without a lookup. */
export interface RequestAccount {
  /** Unique key of the caller. */
  readonly key: string;
  readonly charge: Charge;
  readonly state: () => BudgetState;
}

/**
 * Names of the parts of work in headers, and the precision to which they are rounded. Exact figures would reveal what
 * the server did.
 */
const WORK_PARTS: readonly (readonly [WorkPart, name: string, unit: number])[] = [
  ['databaseMs', 'database-ms', 100],
  ['threadMs', 'thread-ms', 100],
  ['bytes', 'bytes', 1_048_576],
];

export interface RequestWorkOptions {
  /** Whose budget a request is charged to; `undefined` for a caller without one. */
  readonly accountOf: (request: HttpRequest) => RequestAccount | undefined;
  /** Called with the main-thread time used for a caller. */
  readonly shares: Pick<ThreadShares, 'charge'>;
  /** Whether responses state their cost. Exact times would help to distinguish existing accounts from others. */
  readonly showsCost: boolean;
  /** Called when a response is aborted because it takes too long. */
  readonly onCut: (request: HttpRequest) => void;
  /** Maximum duration of a streamed response, in milliseconds. Defaults to the usual limit. */
  readonly longestStreamMs?: number;
}

/**
 * Gives every request its work, charged to its caller, and states cost and remaining budget in the response headers.
 * Refuses callers whose budget is used up before anything else runs.
 */
export function requestWork(options: RequestWorkOptions): Handler {
  const { accountOf, shares, showsCost, onCut } = options;
  const streamsOf = (kind: StreamKind): Streams => {
    const { longestStreamMs: longestMs = STREAM_BOUNDS[kind].longestMs } = options;
    return new Streams({ ...STREAM_BOUNDS[kind], longestMs });
  };
  const streams = { long: streamsOf('long'), media: streamsOf('media') };
  return (request, response, next) => {
    const account = accountOf(request);
    const work = new Work(account?.key, account && chargeOf(account, shares));
    work.isLight = isLightByHead(request);
    const pauses = new Pauses();
    let isStream = false;
    work.beginStream = (kind = 'long') => {
      const cut = (): void => {
        onCut(request);
        // If the response ended normally, a part of it would look complete.
        response.destroy();
      };
      streams[kind].begin(work, cut, () => pauses.total);
      isStream = true;
    };
    work.pace = () => pauses.during(() => budgetOf(account, work));
    request.work = work;
    chargeThreadTo(work);
    beforeResponse(response, () => {
      chargeThreadTime();
      if (showsCost) response.setHeader('Server-Timing', timingOf(work));
      // Streamed responses are charged while they are sent.
      const isSent = request.method !== 'HEAD' && !isStream;
      if (isSent) work.charge('bytes', Number(response.getHeader('Content-Length') ?? 0));
      const state = account?.state();
      if (state) response.setHeader('X-Work-Remaining', remainingOf(state));
    });
    const state = account?.state();
    if (state) response.setHeader('X-Work-Policy', policyOf(state));
    if (state?.exhausted !== undefined) throw budgetUsedUp(state.exhausted, state.resetsAfter);
    next();
  };
}

/** Charges the work of a caller to its budget and to its share of the thread. */
export function chargeOf(
  { key, charge }: Pick<RequestAccount, 'key' | 'charge'>,
  shares: RequestWorkOptions['shares'],
): Charge {
  return (part, amount) => {
    charge(part, amount);
    if (part === 'threadMs') shares.charge(key, amount);
  };
}

/** Measures the total time of pauses, including a running one. */
class Pauses {
  private ended = 0;
  private since: number | undefined;

  get total(): number {
    return this.ended + (this.since === undefined ? 0 : performance.now() - this.since);
  }

  async during(wait: () => Promise<void>): Promise<void> {
    this.since = performance.now();
    try {
      await wait();
    } finally {
      this.ended = this.total;
      this.since = undefined;
    }
  }
}

/** Resolves when the caller has budget again, or the work has ended. */
async function budgetOf(account: RequestAccount | undefined, work: Work): Promise<void> {
  while (work.ended === undefined) {
    const state = account?.state();
    if (state?.exhausted === undefined) return;
    await untilEnd(work, state.resetsAfter * 1000);
  }
}

/** Resolves when running work has ended, or after some milliseconds. */
function untilEnd(work: Work, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const timer = setTimeout(goOn, ms);
    const stopListening = work.onEnd(goOn);
  });
}

/** Cost of the request so far. Source of the format: W3C Server Timing. */
function timingOf({ usage: { databaseMs, threadMs } }: Work): string {
  return `database;dur=${databaseMs.toFixed(1)}, thread;dur=${threadMs.toFixed(1)}`;
}

function policyOf({ limit, windowSeconds }: BudgetState): string {
  return WORK_PARTS.map(([part, name]) => `${name}=${limit[part]};w=${windowSeconds}`).join(', ');
}

function remainingOf({ remaining }: BudgetState): string {
  return WORK_PARTS.map(([part, name, unit]) => `${name}=${Math.floor(remaining[part] / unit) * unit}`).join(
    ', ',
  );
}

const USED_UP: Readonly<Record<WorkPart, string>> = {
  databaseMs: 'too much database time',
  threadMs: 'too much server time',
  bytes: 'too many bytes',
};

function budgetUsedUp(part: WorkPart, retryAfter: number): Failure {
  const message = `Your requests have used ${USED_UP[part]}; try again in ${retryAfter} seconds`;
  return new Failure('RATE_LIMITED', message, { retryAfter });
}

/**
 * Refuses requests beyond a limit, and states the remaining requests in every counted response.
 *
 * @param take counts a request; `undefined` for one that is not counted
 */
export function requestLimit(take: (request: HttpRequest) => Counted | Promise<Counted>): Handler {
  return (request, response, next) => {
    const counted = take(request);
    const goOn = (state: Counted): void => {
      if (state) setLimitHeaders(response, state);
      next();
    };
    if (counted instanceof Promise) return counted.then(goOn);
    goOn(counted);
    return undefined;
  };
}

type Counted = RequestState | undefined;

/** @throws Failure RATE_LIMITED beyond the limit */
function setLimitHeaders(
  response: ServerResponse,
  { limit, isAllowed, remaining, resetsAfter }: RequestState,
): void {
  response.setHeader('RateLimit-Limit', limit.points);
  response.setHeader('RateLimit-Policy', `${limit.points};w=${limit.duration}`);
  response.setHeader('RateLimit-Remaining', remaining);
  response.setHeader('RateLimit-Reset', resetsAfter);
  if (!isAllowed) throw tooManyRequests(resetsAfter);
}

function tooManyRequests(retryAfter: number): Failure {
  return new Failure('RATE_LIMITED', `Too many requests; try again in ${retryAfter} seconds`, { retryAfter });
}
