import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { isKnown, type KnownNetwork } from '../../domain/account/known-networks';
import { Failure } from '../../shared/failure';
import type { AttemptCounter } from '../../storage/accounts/attempt-limits';
import type { Storage } from '../../storage/storage';

const MINUTE = 60;

/** Source of the first two: interface decisions, section 7, "Defaults". */
const BY_NETWORK = { points: 20, duration: 15 * MINUTE } as const;
const BY_PAIR = { points: 5, duration: 10 * MINUTE } as const;

/** As many as ten networks may fail at once; guessing from everywhere gets no further than some hundred guesses a day. */
const BY_ACCOUNT = { points: 50, duration: 60 * MINUTE } as const;

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
  /** From where the account has logged in; nothing where there is no account. */
  readonly known?: readonly KnownNetwork[] | undefined;
}

/**
 * Limits on guessing passwords: by network, by account and network, and by account from all networks that it has never logged in
 * from. So nobody can keep the owner of an account out from where he usually is.
 *
 * Attempts are counted, not requests, and before the password is looked at: of many at once only so many get that far.
 * What turns out right is given back. An account that does not exist costs the same as one that does.
 */
export class LoginLimits {
  private readonly byNetwork: AttemptCounter;
  private readonly byPair: AttemptCounter;
  private readonly byAccount: AttemptCounter;

  constructor(
    storage: Pick<Storage, 'attempts'>,
    private readonly rules: LoginLimitRules,
  ) {
    this.byNetwork = storage.attempts('login-network', BY_NETWORK);
    this.byPair = storage.attempts('login-pair', BY_PAIR);
    this.byAccount = storage.attempts('login-account', BY_ACCOUNT);
  }

  /**
   * Runs a login within the limits.
   *
   * @param login gives `undefined` when the password was wrong
   * @throws Failure RATE_LIMITED before the login runs
   */
  async guard<Result>(
    { address, account, known = [] }: LoginAttempt,
    login: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    if (!this.rules.isOn || (this.rules.sparesLoopback && isLoopback(address))) return login();
    const network = keyOf(networkOf(address));
    const pair = `${keyOf(account)}.${network}`;
    // A known network has a count of its own beside those that all others share.
    const shared = isKnown(known, networkMark(account, address)) ? pair : keyOf(account);
    await take(this.byNetwork, network);
    await Promise.all([take(this.byPair, pair), take(this.byAccount, shared)]);
    const result = await login();
    if (result !== undefined)
      await Promise.all([this.byPair.giveBack(pair), this.byAccount.giveBack(shared)]);
    return result;
  }

  /** Forgets all failures at an account, and those of the networks that they came from. */
  async lift(account: string): Promise<void> {
    const networks = await this.byPair.forget(`${keyOf(account)}.`);
    await this.byAccount.forget(keyOf(account));
    for (const network of networks) await this.byNetwork.forget(network);
  }
}

async function take(counter: AttemptCounter, key: string): Promise<void> {
  const { isAllowed, resetsAfter } = await counter.take(key);
  if (isAllowed) return;
  const message = `Too many login attempts; try again in ${resetsAfter} seconds`;
  throw new Failure('RATE_LIMITED', message, { retryAfter: resetsAfter });
}

/** An application as the limits know it, by its public identifier; by name and email it has the same attempts. */
export function applicationAccount(publicId: string): string {
  return `application:${publicId}`;
}

/** A user as the limits know it, by the form of the name in which names are unique. */
export function userAccount(nameKey: string): string {
  return `user:${nameKey}`;
}

/** What is remembered of a network from which an account has logged in. */
export function networkMark(account: string, address: string): string {
  return keyOf(`${account} ${networkOf(address)}`);
}

/** What was typed for a name may be a password: it is counted by its hash. 128 bits. */
function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
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

/** Applications that one address may register in an hour while anyone may. */
const BY_ADDRESS = { points: 5, duration: 3600 } as const;

/** Limits how many applications strangers make. */
export class RegistrationLimit {
  private readonly byAddress: AttemptCounter;

  constructor(
    storage: Pick<Storage, 'attempts'>,
    private readonly rules: LoginLimitRules,
  ) {
    this.byAddress = storage.attempts('registration-address', BY_ADDRESS);
  }

  /** @throws Failure RATE_LIMITED when the address has made too many */
  async take(address: string): Promise<void> {
    if (!this.rules.isOn || (this.rules.sparesLoopback && isLoopback(address))) return;
    const { isAllowed, resetsAfter } = await this.byAddress.take(networkOf(address));
    if (isAllowed) return;
    const message = `Too many applications have been registered; try again in ${resetsAfter} seconds`;
    throw new Failure('RATE_LIMITED', message, { retryAfter: resetsAfter });
  }
}
