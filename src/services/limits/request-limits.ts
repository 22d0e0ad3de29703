import { isIPv6 } from 'node:net';
import type { Charge, WorkPart } from '../../shared/work';
import type { Viewer } from '../../shared/viewer';
import type { AttemptLimit } from '../../storage/accounts/attempt-limits';
import type { Storage } from '../../storage/storage';
import { SharedCount, type CountState } from './shared-count';

const SECONDS_PER_MINUTE = 60;

/** Source of both: interface decisions, section 7, "Defaults". */
const REQUESTS_OF_ADDRESS = { points: 1200, duration: 5 * SECONDS_PER_MINUTE } as const;
const REQUESTS_OF_ACCOUNT = { points: 3000, duration: 5 * SECONDS_PER_MINUTE } as const;

/** Which callers the limits on requests, work and logins count. */
export interface LimitRules {
  /** `off` turns counting off. */
  readonly isOn: boolean;
  /** Whether requests from the local machine are not counted. */
  readonly sparesLoopback: boolean;
}

/** The state of the limit against which a request was counted, for the caller. */
export interface RequestState extends CountState {
  readonly limit: AttemptLimit;
}

/** Limits on requests: by account with a valid token, otherwise by network address. */
export class RequestLimits {
  private readonly byAddress: SharedCount;
  private readonly byAccount: SharedCount;

  constructor(
    storage: Pick<Storage, 'attempts'>,
    private readonly rules: LimitRules,
  ) {
    this.byAddress = new SharedCount({
      shared: storage.attempts('request-address', REQUESTS_OF_ADDRESS),
      limit: REQUESTS_OF_ADDRESS,
    });
    this.byAccount = new SharedCount({
      shared: storage.attempts('request-account', REQUESTS_OF_ACCOUNT),
      limit: REQUESTS_OF_ACCOUNT,
    });
  }

  /** Counts a request; `undefined` for callers that are not counted. */
  take(viewer: Viewer, address: string): RequestState | undefined {
    if (!isCounted(this.rules, address)) return undefined;
    return viewer.role === 'anonymous'
      ? { limit: REQUESTS_OF_ADDRESS, ...this.byAddress.take(networkOf(address)) }
      : { limit: REQUESTS_OF_ACCOUNT, ...this.byAccount.take(accountKeyOf(viewer.role, viewer.accountId)) };
  }
}

/** Seconds after which budgets start again. Short, so that callers who have used theirs need not wait for long. */
const WINDOW_SECONDS = 20;

const MIB = 1_048_576;

type Budget = Readonly<Record<WorkPart, number>>;

/** The budget of one caller in each window, over all processes. */
const BUDGETS = {
  /** For each network address: about a third of the time of the embedded database. */
  address: { databaseMs: 6000, threadMs: 6000, bytes: 128 * MIB },
  /** For each user or application. */
  account: { databaseMs: 8000, threadMs: 8000, bytes: 256 * MIB },
  /** For each admin, and the platform's own application, which import, export and read whole lists. */
  trusted: { databaseMs: 16_000, threadMs: 16_000, bytes: 1024 * MIB },
} as const satisfies Readonly<Record<string, Budget>>;

type Class = keyof typeof BUDGETS;

/** The holder of a budget. */
export interface BudgetHolder {
  /** Unique key of the caller. */
  readonly key: string;
  readonly class: Class;
}

const WORK_PARTS: readonly WorkPart[] = ['databaseMs', 'threadMs', 'bytes'];

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
    private readonly rules: LimitRules,
  ) {
    const count = (name: Class, part: WorkPart): SharedCount => {
      const limit: AttemptLimit = { points: BUDGETS[name][part], duration: WINDOW_SECONDS };
      return new SharedCount({ shared: storage.attempts(`work-${name}-${part}`, limit), limit });
    };
    const parts = (name: Class) => ({
      databaseMs: count(name, 'databaseMs'),
      threadMs: count(name, 'threadMs'),
      bytes: count(name, 'bytes'),
    });
    this.counts = { address: parts('address'), account: parts('account'), trusted: parts('trusted') };
  }

  /** The caller of an address; `undefined` for one without a budget. */
  ofAddress(address: string): BudgetHolder | undefined {
    return isCounted(this.rules, address) ? { key: networkOf(address), class: 'address' } : undefined;
  }

  /** The caller of an account; `undefined` for one without a budget. */
  ofAccount(
    role: Exclude<Viewer['role'], 'anonymous'>,
    accountId: string,
    address: string,
  ): BudgetHolder | undefined {
    if (!isCounted(this.rules, address)) return undefined;
    const isTrusted = role === 'admin' || role === 'platform';
    return { key: accountKeyOf(role, accountId), class: isTrusted ? 'trusted' : 'account' };
  }

  /** Returns the function that charges work to the budget of a caller. */
  chargeTo({ key, class: name }: BudgetHolder): Charge {
    const counts = this.counts[name];
    return (part, amount) => {
      counts[part].add(key, amount);
    };
  }

  stateOf({ key, class: name }: BudgetHolder): BudgetState {
    const remaining = { databaseMs: 0, threadMs: 0, bytes: 0 };
    let exhausted: WorkPart | undefined;
    let resetsAfter = 0;
    for (const part of WORK_PARTS) {
      const state = this.counts[name][part].stateOf(key);
      remaining[part] = state.remaining;
      if (!state.isAllowed) exhausted ??= part;
      resetsAfter = Math.max(resetsAfter, state.resetsAfter);
    }
    return { limit: BUDGETS[name], remaining, windowSeconds: WINDOW_SECONDS, exhausted, resetsAfter };
  }
}

/**
 * The key of an account in the limits. Users and applications have separate identifiers; roles of one kind share
 * theirs.
 */
function accountKeyOf(role: Viewer['role'], accountId: string): string {
  return role === 'user' || role === 'admin' ? `user:${accountId}` : `application:${accountId}`;
}

/** The network of an address. One household or host has a whole /64 of IPv6 addresses. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

/** Whether requests from an address are counted. */
export function isCounted({ isOn, sparesLoopback }: LimitRules, address: string): boolean {
  return isOn && !(sparesLoopback && /^(::ffff:)?127\.|^::1$/i.test(address));
}

/** The eight groups of an IPv6 address, with "::" expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}
