import { Failure } from '../../shared/failure';
import { Work, type Charge, type WorkPart } from '../../shared/work';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler, Incoming } from '../../shared/http';
import { enterThread, settleThread } from '../../shared/thread-time';
import type { BudgetState } from '../../services/limits/work-budgets';
import { onceAnswered } from '../once-answered';
import { isLightByHead } from './request-class';
import type { ThreadShares } from './thread-shares';

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
      throw new Failure('UNAVAILABLE', 'Too many large responses are being sent at once; try again soon.');
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
  databaseMs: 'too much database time',
  threadMs: 'too much server time',
  bytes: 'too many bytes',
};

function refusal(part: WorkPart, retryAfter: number): Failure {
  const message = `Your requests have used ${SAID_OF[part]}; try again in ${retryAfter} seconds`;
  return new Failure('RATE_LIMITED', message, { retryAfter });
}
