import { isIPv6 } from 'node:net';
import { Failure } from '../shared/failure';
import type { AttemptCounter } from '../storage/attempt-limits';
import type { Storage } from '../storage/storage';

const MINUTE = 60;

/** Source of both: interface decisions, section 7, "Defaults". */
const BY_ADDRESS = { points: 20, duration: 15 * MINUTE } as const;
const BY_ACCOUNT = { points: 5, duration: 10 * MINUTE } as const;

export interface LoginLimitRules {
  /** Off counts nothing. */
  readonly isOn: boolean;
  /** Whether this machine's own addresses are left uncounted. */
  readonly sparesLoopback: boolean;
}

/** Who tries to log in as whom. */
export interface LoginAttempt {
  /** Network address of the client. */
  readonly address: string;
  /** The account that is tried, by what no change of its names changes; where there is none, by the name that is tried. */
  readonly account: string;
}

/**
 * Limits on guessing passwords. Attempts are counted, not requests, and before the password is looked at: of many at once
 * only so many get that far. What turns out right is given back.
 */
export class LoginLimits {
  private readonly byAddress: AttemptCounter;
  private readonly byAccount: AttemptCounter;

  constructor(
    storage: Pick<Storage, 'attempts'>,
    private readonly rules: LoginLimitRules,
  ) {
    this.byAddress = storage.attempts('login-address', BY_ADDRESS);
    this.byAccount = storage.attempts('login-account', BY_ACCOUNT);
  }

  /**
   * Runs a login within the limits.
   *
   * @param login gives `undefined` when the password was wrong
   * @throws Failure RATE_LIMITED before the login runs
   */
  async guard<Result>(
    { address, account }: LoginAttempt,
    login: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    if (!this.rules.isOn || (this.rules.sparesLoopback && isLoopback(address))) return login();
    await take(this.byAddress, networkOf(address));
    await take(this.byAccount, account);
    const result = await login();
    if (result !== undefined) await this.byAccount.giveBack(account);
    return result;
  }
}

async function take(counter: AttemptCounter, key: string): Promise<void> {
  const { isAllowed, resetsAfter } = await counter.take(key);
  if (isAllowed) return;
  const message = `Too many attempts to log in; try again in ${resetsAfter} seconds`;
  throw new Failure('RATE_LIMITED', message, { retryAfter: resetsAfter });
}

/** An application as the limits know it, by its public identifier; by name and email it has the same attempts. */
export function applicationAccount(publicId: string): string {
  return `application:${publicId}`;
}

/** One household or host has a whole /64 of IPv6 addresses. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/i.test(address);
}

/** The eight groups of an IPv6 address, its "::" written out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}
