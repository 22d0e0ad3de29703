import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../shared/failure';
import { Work, type Charge, type WorkPart, enterThread, settleThread } from '../../shared/work';
import type { Handler, Incoming } from '../../shared/http';
import type { BudgetState } from '../../services/limits/work-budgets';
import { onceAnswered } from '../once-answered';
import { isLightByHead } from './request-class';
import type { RequestState } from '../../services/limits/request-limits';

/** Answers that are sent part by part at once, of one caller and of all: each keeps a part in memory while its reader is slow. */
const MOST_OF_CALLER = 4;
const MOST = 24;

/** Longest that such an answer is sent, in milliseconds: a reader that takes a little now and then would keep it for ever. */
const LONGEST_MS = 300_000;

/** The answers that are being sent part by part. They hold no slot: most of their time goes to the line of the client. */
export class Streams {
  private readonly running = new Set<Work>();

  constructor(private readonly longestMs = LONGEST_MS) {}

  /**
   * @param cut breaks the answer off where it lasts too long
   * @throws Failure UNAVAILABLE when there are too many, of this caller or of all, or nobody waits any more
   */
  begin(work: Work, cut: () => void): void {
    work.assertGoesOn();
    const ofCaller = [...this.running].filter(({ caller }) => caller === work.caller).length;
    const isTooMuch = work.caller !== undefined && ofCaller >= MOST_OF_CALLER;
    if (isTooMuch || this.running.size >= MOST)
      throw new Failure('UNAVAILABLE', 'Too many long answers are being sent at once; try again soon.');
    this.running.add(work);
    const timer = setTimeout(cut, this.longestMs).unref();
    const leave = (): void => {
      clearTimeout(timer);
      this.running.delete(work);
    };
    work.signal.addEventListener('abort', leave, { once: true });
  }
}

/** What is known of the one who sends a request before anything is looked up. */
export interface RequestAccount {
  /** Names the caller among all of them. */
  readonly key: string;
  readonly charge: Charge;
  readonly state: () => BudgetState;
}

/** Names of the parts of work in headers, and to what they are rounded there: exact figures would tell what the server did. */
const NAMES: readonly (readonly [WorkPart, name: string, unit: number])[] = [
  ['databaseMs', 'database-ms', 100],
  ['threadMs', 'thread-ms', 100],
  ['bytes', 'bytes', 1_048_576],
];

export interface RequestWorkOptions {
  /** Whose budget a request counts against; `undefined` for a caller without one. */
  readonly accountOf: (request: Incoming) => RequestAccount | undefined;
  /** Learns how long the thread worked for whom. */
  readonly shares: Pick<ThreadShares, 'charge'>;
  /** Whether answers say what they have cost: exact times would help to tell accounts that exist from others. */
  readonly tellsCost: boolean;
  /** Learns of answers that are broken off since they are sent for too long. */
  readonly onCut: (request: Incoming) => void;
  /** Longest that an answer is sent part by part, in milliseconds; the usual limit when absent. */
  readonly longestStreamMs?: number;
}

/**
 * Gives every request its work, charged to its caller, and says in the head of the answer what it has cost and what is left. A
 * caller whose budget is used up is refused before anything else is done.
 */
export function requestWork(options: RequestWorkOptions): Handler {
  const { accountOf, shares, tellsCost, onCut } = options;
  const streams = new Streams(options.longestStreamMs);
  return (request, response, next) => {
    const account = accountOf(request);
    const work = new Work(account?.key, account && chargeOf(account, shares));
    work.isLight = isLightByHead(request);
    work.beginStream = () => {
      streams.begin(work, () => {
        onCut(request);
        // Ended in order, a part would look like the whole.
        response.destroy();
      });
    };
    work.pace = () => budgetOf(account, work);
    request.work = work;
    enterThread(work);
    onceAnswered(response, () => {
      settleThread();
      if (tellsCost) response.setHeader('Server-Timing', timingOf(work));
      const length = Number(response.getHeader('Content-Length') ?? 0);
      work.charge('bytes', length);
      const state = account?.state();
      if (state) response.setHeader('X-Work-Remaining', remainingOf(state));
    });
    const state = account?.state();
    if (state) response.setHeader('X-Work-Policy', policyOf(state));
    if (state?.exhausted !== undefined) throw refusal(state.exhausted, state.resetsAfter);
    next();
  };
}

/** Takes what the work of a caller uses, for its budget and for its share of the thread. */
export function chargeOf(
  { key, charge }: Pick<RequestAccount, 'key' | 'charge'>,
  shares: RequestWorkOptions['shares'],
): Charge {
  return (part, amount) => {
    charge(part, amount);
    if (part === 'threadMs') shares.charge(key, amount);
  };
}

/** Resolves when the caller has a budget again, or the work has ended. */
async function budgetOf(account: RequestAccount | undefined, { signal }: Work): Promise<void> {
  while (!signal.aborted) {
    const state = account?.state();
    if (state?.exhausted === undefined) return;
    await sleep(state.resetsAfter * 1000, undefined, { signal }).catch(() => undefined);
  }
}

/** What the request has used until now. Source of the form: W3C Server Timing. */
function timingOf({ usage: { databaseMs, threadMs } }: Work): string {
  return `database;dur=${databaseMs.toFixed(1)}, thread;dur=${threadMs.toFixed(1)}`;
}

function policyOf({ limit, windowSeconds }: BudgetState): string {
  return NAMES.map(([part, name]) => `${name}=${limit[part]};w=${windowSeconds}`).join(', ');
}

function remainingOf({ remaining }: BudgetState): string {
  return NAMES.map(([part, name, unit]) => `${name}=${Math.floor(remaining[part] / unit) * unit}`).join(', ');
}

const SAID_OF: Readonly<Record<WorkPart, string>> = {
  databaseMs: 'too much time of the database',
  threadMs: 'too much time of the server',
  bytes: 'too many bytes',
};

function refusal(part: WorkPart, retryAfter: number): Failure {
  const message = `Your requests have used ${SAID_OF[part]}; try again in ${retryAfter} seconds`;
  return new Failure('RATE_LIMITED', message, { retryAfter });
}

/**
 * Refuses requests beyond a limit, and tells every counted caller where it stands.
 *
 * @param take counts a request; `undefined` for one that is not counted
 */
export function requestLimit(take: (request: Incoming) => Promise<RequestState | undefined>): Handler {
  return async (request, response, next) => {
    const state = await take(request);
    if (state) {
      const { limit, isAllowed, remaining, resetsAfter } = state;
      response.setHeader('RateLimit-Limit', limit.points);
      response.setHeader('RateLimit-Policy', `${limit.points};w=${limit.duration}`);
      response.setHeader('RateLimit-Remaining', remaining);
      response.setHeader('RateLimit-Reset', resetsAfter);
      if (!isAllowed) throw tooManyRequests(resetsAfter);
    }
    next();
  };
}

function tooManyRequests(retryAfter: number): Failure {
  return new Failure('RATE_LIMITED', `Too many requests; try again in ${retryAfter} seconds`, { retryAfter });
}

/** How fast the past is forgotten: what was used so many milliseconds ago counts about a third. */
const MEMORY_MS = 1000;

/** Below this, in remembered milliseconds, nobody waits: a page of a front-end asks for several things at once. */
const BURST_MS = 150;

/** What is remembered of a caller until it is forgotten, in milliseconds. */
const FORGOTTEN_MS = 1;

/** How often callers are forgotten, in milliseconds. */
const PRUNE_MS = 250;

/**
 * How much of the main thread each caller takes. It runs one thing after the other, so that a caller with many small requests would keep
 * everybody else waiting long before its budget is used up: whoever has taken much, and more than the others on average, waits for them.
 */
export class ThreadShares {
  private readonly used = new Map<string, number>();
  private total = 0;
  private at: number;
  private prunedAt: number;

  /** @param now milliseconds of any beginning; the clock of the process when absent */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.at = this.prunedAt = now();
  }

  charge(caller: string, ms: number): void {
    // Amounts grow instead of all others shrinking; pruning brings them back.
    const amount = ms * this.growth();
    this.used.set(caller, (this.used.get(caller) ?? 0) + amount);
    this.total += amount;
    if (this.now() - this.prunedAt >= PRUNE_MS) this.prune();
  }

  /** Whether a caller has to wait for others. */
  isExceeded(caller: string | undefined): boolean {
    if (caller === undefined) return false;
    const used = this.used.get(caller) ?? 0;
    return used / this.growth() > BURST_MS && used > this.total / this.used.size;
  }

  private growth(): number {
    return Math.exp((this.now() - this.at) / MEMORY_MS);
  }

  private prune(): void {
    const growth = this.growth();
    this.total = 0;
    for (const [caller, used] of this.used) {
      const left = used / growth;
      if (left < FORGOTTEN_MS) this.used.delete(caller);
      else this.used.set(caller, left);
      this.total += left < FORGOTTEN_MS ? 0 : left;
    }
    this.at = this.prunedAt = this.now();
  }
}
