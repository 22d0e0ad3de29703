import { isKnownNetwork, type KnownNetwork } from '../../domain/account/known-networks';
import { Failure } from '../../shared/failure';
import type { AttemptCounter } from '../../storage/accounts/attempt-limits';
import type { Storage } from '../../storage/storage';
import { isCounted, type LimitRules, networkOf } from '../limits/request-limits';
import { digestOf } from '../../shared/digest';

const SECONDS_PER_MINUTE = 60;

/** Source of the first two: interface decisions, section 7, "Defaults". */
const FAILURES_OF_NETWORK = { points: 20, duration: 15 * SECONDS_PER_MINUTE } as const;
const FAILURES_OF_ACCOUNT_AND_ADDRESS = { points: 5, duration: 10 * SECONDS_PER_MINUTE } as const;

/**
 * Failures of an account from all unknown networks together. Ten networks that use up their limits for the account reach it, so guessing
 * from many networks is limited to 1,200 guesses a day.
 */
const FAILURES_OF_ACCOUNT = { points: 50, duration: 60 * SECONDS_PER_MINUTE } as const;

/** The account and address of a login attempt. */
export interface LoginAttempt {
  /** Network address of the client. */
  readonly address: string;
  /** The account that is tried, by a key that does not change with its names; without an account, the tried name. */
  readonly account: string;
  /** Networks from which the account has logged in; empty if there is no account. */
  readonly known?: readonly KnownNetwork[] | undefined;
}

/**
 * Limits on password guessing: by network, by account and network, and by account from all networks from which it has
 * never logged in. So nobody can lock the owner of an account out of the owner's usual network.
 * Attempts are counted before the password is checked, so of many concurrent attempts only the allowed number is
 * checked. Successful ones are subtracted again. An account that does not exist costs the same as one that does.
 */
export class LoginLimits {
  private readonly byNetwork: AttemptCounter;
  private readonly byPair: AttemptCounter;
  private readonly byAccount: AttemptCounter;

  constructor(
    storage: Pick<Storage, 'attempts'>,
    private readonly rules: LimitRules,
  ) {
    this.byNetwork = storage.attempts('login-network', FAILURES_OF_NETWORK);
    this.byPair = storage.attempts('login-pair', FAILURES_OF_ACCOUNT_AND_ADDRESS);
    this.byAccount = storage.attempts('login-account', FAILURES_OF_ACCOUNT);
  }

  /**
   * Runs a login within the limits.
   *
   * @param login returns `undefined` when the password was wrong
   * @throws Failure RATE_LIMITED before the login runs
   */
  async guard<Result>(
    { address, account, known = [] }: LoginAttempt,
    login: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    if (!isCounted(this.rules, address)) return login();
    // A text that is given as a name may be a password, so digests are counted.
    const network = digestOf(networkOf(address));
    const pair = `${digestOf(account)}.${network}`;
    // A known network has a separate count beside the one that all others share.
    const shared = isKnownNetwork(known, networkMark(account, address)) ? pair : digestOf(account);
    await take(this.byNetwork, network);
    await Promise.all([take(this.byPair, pair), take(this.byAccount, shared)]);
    const result = await login();
    if (result !== undefined)
      await Promise.all([this.byPair.giveBack(pair), this.byAccount.giveBack(shared)]);
    return result;
  }

  /** Clears all failures of an account, and those of the networks they came from. */
  async clear(account: string): Promise<void> {
    const networks = await this.byPair.clear(`${digestOf(account)}.`);
    await this.byAccount.clear(digestOf(account));
    for (const network of networks) await this.byNetwork.clear(network);
  }
}

async function take(counter: AttemptCounter, key: string): Promise<void> {
  const { isAllowed, resetsAfter } = await counter.take(key);
  if (isAllowed) return;
  const message = `Too many login attempts; try again in ${resetsAfter} seconds`;
  throw new Failure('RATE_LIMITED', message, { retryAfter: resetsAfter });
}

/**
 * The key of an application in the limits: its public identifier, so that attempts by name and by email count
 * together.
 */
export function applicationAccount(publicId: string): string {
  return `application:${publicId}`;
}

/** The key of a user in the limits: the form of the name in which names are unique. */
export function userAccount(nameKey: string): string {
  return `user:${nameKey}`;
}

/** The stored mark of a network from which an account has logged in. */
export function networkMark(account: string, address: string): string {
  return digestOf(`${account} ${networkOf(address)}`);
}

/** Actions that one address, or one account, may do `points` times per hour. */
const ACTIONS_PER_HOUR = {
  'reset-address': { points: 30, what: 'Too many password reset links have been tried' },
  'reset-account': { points: 30, what: 'Too many password reset links have been created' },
  'registration-address': { points: 5, what: 'Too many applications have been registered' },
  'suggestion-address': { points: 10, what: 'Too many articles have been suggested' },
} as const;

/** Limits what callers without an account do and store. */
export class AddressLimit {
  private readonly byAddress: AttemptCounter;

  constructor(
    storage: Pick<Storage, 'attempts'>,
    private readonly rules: LimitRules,
    private readonly name: keyof typeof ACTIONS_PER_HOUR,
  ) {
    this.byAddress = storage.attempts(name, { points: ACTIONS_PER_HOUR[name].points, duration: 3600 });
  }

  /** @throws Failure RATE_LIMITED when the address, or the account that replaces it, has exceeded its limit */
  async take(address: string): Promise<void> {
    if (!isCounted(this.rules, address)) return;
    const { isAllowed, resetsAfter } = await this.byAddress.take(networkOf(address));
    if (isAllowed) return;
    const message = `${ACTIONS_PER_HOUR[this.name].what}; try again in ${resetsAfter} seconds`;
    throw new Failure('RATE_LIMITED', message, { retryAfter: resetsAfter });
  }

  /** Takes back an attempt that does not count. */
  async giveBack(address: string): Promise<void> {
    if (isCounted(this.rules, address)) await this.byAddress.giveBack(networkOf(address));
  }
}
