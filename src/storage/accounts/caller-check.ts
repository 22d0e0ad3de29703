import { trusted } from 'mongoose';
import { Failure } from '../../shared/failure';
import { currentWork, type Work } from '../../shared/work';
import type { Models } from '../models';
import type { SessionRecord } from '../records';

/** An account that writes, by its session. */
export type Writer = NonNullable<Work['writer']>;

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
    const writer = currentWork()?.writer;
    if (writer && !(await this.live([writer])).has(writer.sessionId)) throw sessionEnded();
  }

  /** Those sessions of writers that still last. */
  async live(writers: readonly Writer[]): Promise<ReadonlySet<string>> {
    const ids = [...new Set(writers.map(({ sessionId }) => sessionId))];
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
