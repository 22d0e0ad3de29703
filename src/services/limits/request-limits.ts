import type { Viewer } from '../../shared/viewer';
import type { AttemptLimit } from '../../storage/accounts/attempt-limits';
import type { Storage } from '../../storage/storage';
import { isLoopback, type LoginLimitRules, networkOf } from '../accounts/login-limits';
import { SharedCount, type CountState } from './shared-count';

const MINUTE = 60;

/** Source of both: interface decisions, section 7, "Defaults". */
const ANONYMOUS = { points: 1200, duration: 5 * MINUTE } as const;
const WITH_TOKEN = { points: 3000, duration: 5 * MINUTE } as const;

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
    private readonly rules: LoginLimitRules,
  ) {
    this.byAddress = new SharedCount({
      shared: storage.attempts('request-address', ANONYMOUS),
      limit: ANONYMOUS,
    });
    this.byAccount = new SharedCount({
      shared: storage.attempts('request-account', WITH_TOKEN),
      limit: WITH_TOKEN,
    });
  }

  /** Counts a request; `undefined` for callers that are not counted. */
  take(viewer: Viewer, address: string): RequestState | undefined {
    if (!this.rules.isOn || (this.rules.sparesLoopback && isLoopback(address))) return undefined;
    return viewer.role === 'anonymous'
      ? { limit: ANONYMOUS, ...this.byAddress.take(networkOf(address)) }
      : { limit: WITH_TOKEN, ...this.byAccount.take(accountKeyOf(viewer.role, viewer.accountId)) };
  }
}

/** Users and applications have separate identifiers; roles of one kind share theirs. */
export function accountKeyOf(role: Viewer['role'], accountId: string): string {
  return role === 'user' || role === 'admin' ? `user:${accountId}` : `application:${accountId}`;
}
