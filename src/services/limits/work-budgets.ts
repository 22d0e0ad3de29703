import type { Charge, WorkPart } from '../../shared/work';
import type { Viewer } from '../../shared/viewer';
import type { AttemptLimit } from '../../storage/accounts/attempt-limits';
import type { Storage } from '../../storage/storage';
import type { LoginLimitRules } from '../accounts/login-limits';
import { isLoopback, networkOf } from '../accounts/login-limits';
import { accountKeyOf } from './request-limits';
import { SharedCount } from './shared-count';

/** Seconds after which budgets start again. Short, so that callers who have used theirs need not wait for long. */
const WINDOW = 20;

const MIB = 1_048_576;

type Budget = Readonly<Record<WorkPart, number>>;

/** What the requests of one caller may use in each window, over all processes. */
const BUDGETS = {
  /** By network address; about a third of the time of the embedded database. */
  address: { databaseMs: 6000, threadMs: 6000, bytes: 128 * MIB },
  /** By user or application. */
  account: { databaseMs: 8000, threadMs: 8000, bytes: 256 * MIB },
  /** By admin, and the platform's own application: they import, export and read whole lists. */
  trusted: { databaseMs: 16_000, threadMs: 16_000, bytes: 1024 * MIB },
} as const satisfies Readonly<Record<string, Budget>>;

type Class = keyof typeof BUDGETS;

/** The holder of a budget. */
export interface Caller {
  /** Unique key of the caller. */
  readonly key: string;
  readonly class: Class;
}

const PARTS: readonly WorkPart[] = ['databaseMs', 'threadMs', 'bytes'];

/** The remaining budget. */
export interface BudgetState {
  readonly limit: Budget;
  readonly remaining: Budget;
  readonly windowSeconds: number;
  /** The part that is used up; `undefined` if work may continue. */
  readonly exhausted: WorkPart | undefined;
  /** Seconds until the budget is full again. */
  readonly resetsAfter: number;
}

/** Budgets of work: the measured cost that the requests of one caller may cause. */
export class WorkBudgets {
  private readonly counts: Readonly<Record<Class, Readonly<Record<WorkPart, SharedCount>>>>;

  constructor(
    storage: Pick<Storage, 'attempts'>,
    private readonly rules: LoginLimitRules,
  ) {
    const count = (name: Class, part: WorkPart): SharedCount => {
      const limit: AttemptLimit = { points: BUDGETS[name][part], duration: WINDOW };
      return new SharedCount({ shared: storage.attempts(`work-${name}-${part}`, limit), limit });
    };
    const parts = (name: Class) => ({
      databaseMs: count(name, 'databaseMs'),
      threadMs: count(name, 'threadMs'),
      bytes: count(name, 'bytes'),
    });
    this.counts = { address: parts('address'), account: parts('account'), trusted: parts('trusted') };
  }

  /** The caller behind an address; `undefined` for one without a budget. */
  ofAddress(address: string): Caller | undefined {
    return this.isCounted(address) ? { key: networkOf(address), class: 'address' } : undefined;
  }

  /** The caller behind an account; `undefined` for one without a budget. */
  ofAccount(
    role: Exclude<Viewer['role'], 'anonymous'>,
    accountId: string,
    address: string,
  ): Caller | undefined {
    if (!this.isCounted(address)) return undefined;
    const isTrusted = role === 'admin' || role === 'platform';
    return { key: accountKeyOf(role, accountId), class: isTrusted ? 'trusted' : 'account' };
  }

  /** Charges work to the budget of a caller. */
  accountOf({ key, class: name }: Caller): Charge {
    const counts = this.counts[name];
    return (part, amount) => {
      counts[part].add(key, amount);
    };
  }

  stateOf({ key, class: name }: Caller): BudgetState {
    const states = PARTS.map((part) => [part, this.counts[name][part].stateOf(key)] as const);
    const exhausted = states.find(([, { isAllowed }]) => !isAllowed)?.[0];
    const remaining = Object.fromEntries(states.map(([part, state]) => [part, state.remaining]));
    const resetsAfter = Math.max(...states.map(([, state]) => state.resetsAfter));
    return {
      limit: BUDGETS[name],
      remaining: remaining as Budget,
      windowSeconds: WINDOW,
      exhausted,
      resetsAfter,
    };
  }

  private isCounted(address: string): boolean {
    return this.rules.isOn && !(this.rules.sparesLoopback && isLoopback(address));
  }
}
