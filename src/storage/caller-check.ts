import { trusted } from 'mongoose';
import { type Caller, currentCaller } from '../shared/caller';
import { Failure } from '../shared/failure';
import type { Models } from './models';
import type { SessionRecord } from './records';

/**
 * Refuses the writes of accounts whose session has ended. Whatever takes power from an account (disabling it, another role, another
 * password, deleting it) ends its sessions in the same transaction, so that the session alone says whether the account may go on.
 *
 * The session is read outside the transaction of the write, whose snapshot would show it as it was at the beginning. It is
 * read and not changed: two writes of one session would conflict otherwise, and a long write would delay the disabling of its account.
 */
export class CallerCheck {
  constructor(private readonly models: Pick<Models, 'sessions'>) {}

  /** @throws Failure UNAUTHENTICATED when the session of the account that asks has ended */
  async assertCurrent(): Promise<void> {
    const caller = currentCaller();
    if (caller && !(await this.live([caller])).has(caller.sessionId)) throw sessionEnded();
  }

  /** Those sessions of callers that still last. */
  async live(callers: readonly Caller[]): Promise<ReadonlySet<string>> {
    const ids = [...new Set(callers.map(({ sessionId }) => sessionId))];
    if (ids.length === 0) return new Set();
    const found = await this.models.sessions
      .find({ _id: trusted({ $in: ids }) }, { _id: 1, expiresAt: 1 })
      .lean<Pick<SessionRecord, '_id' | 'expiresAt'>[]>();
    return new Set(found.map(({ _id }) => _id));
  }
}

/** What a caller is told whose account was disabled, changed or logged out while it wrote. */
export function sessionEnded(): Failure {
  return new Failure('UNAUTHENTICATED', 'Your session has ended; nothing was written');
}
