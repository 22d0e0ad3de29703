import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';
import { FairQueue } from '../../shared/fair-queue';
import { Failure } from '../../shared/failure';
import { type Claim, currentWork, REQUEST_ENDED, runDetached, Work } from '../../shared/work';
import type { CallerCheck } from '../accounts/session-repository';
import { asNetworkError, isDatabaseAway } from './database-error';
import type { DatabaseAddress } from './connection';

/** Maximum waiting times for a busy database, in milliseconds. */
export interface TimeLimits {
  /** Maximum time in the queue, and again for retries after conflicts. */
  readonly transactionMs: number;
  /** Maximum wait for a server that accepts commands. Defaults to the limit of the connection. */
  readonly selectionMs?: number;
}

/** Limits for requests. After this time the client has received a 503, so its write must not run after an outage. */
export const REQUEST_TIME_LIMITS: TimeLimits = { transactionMs: 10_000 };

/**
 * Limits for commands of an operator, for which no client waits. The driver retries a transaction for at most two
 * minutes.
 */
export const COMMAND_TIME_LIMITS: TimeLimits = { transactionMs: 120_000, selectionMs: 10_000 };

/** The address with these limits, unless its connection string sets them. */
export function addressFor(address: DatabaseAddress, { selectionMs }: TimeLimits): DatabaseAddress {
  const { uri } = address;
  if (selectionMs === undefined || /[?&]serverSelectionTimeoutMS=/i.test(uri)) return address;
  const start = uri.includes('?') ? `${uri}&` : /\/\/[^/]*\//.test(uri) ? `${uri}?` : `${uri}/?`;
  return { ...address, uri: `${start}serverSelectionTimeoutMS=${selectionMs}` };
}

/** Number of queued transactions that counts as a burst of writes. Fewer finish quickly unless there is an error. */
const LONG_QUEUE_TRANSACTIONS = 10;

/** The queue of the transactions of a process. */
export class TransactionQueue {
  private waiting = 0;
  private storedAt = -Infinity;
  private storedBefore = -Infinity;

  /** Adds a waiting transaction. @returns a function that removes it; calling it again has no effect */
  join(): () => void {
    let waits = true;
    this.waiting++;
    return () => {
      if (waits) this.waiting--;
      waits = false;
    };
  }

  store(): void {
    [this.storedBefore, this.storedAt] = [this.storedAt, performance.now()];
  }

  /** Whether a transaction committed in the last `ms` milliseconds. */
  hasStoredWithin(ms: number): boolean {
    return performance.now() - this.storedAt <= ms;
  }

  /** Whether the queue is long but moves: transactions commit at intervals of at most this many milliseconds. */
  isMoving(ms: number): boolean {
    return (
      this.waiting >= LONG_QUEUE_TRANSACTIONS &&
      this.hasStoredWithin(ms) &&
      this.storedAt - this.storedBefore <= ms
    );
  }
}

/** Pause between two attempts, and their total time, in milliseconds. After a minute, servers abort such transactions. */
const PAUSE_MS = 200;
const GIVE_UP_MS = 60_000;

/**
 * Aborts a transaction on the server whose connection was lost: starts another one in its session, which replaces it, and
 * aborts that. Until then, its writes would block others. Then ends the session; never rejects.
 */
async function abortOrphaned(connection: Connection, session: ClientSession): Promise<void> {
  const since = performance.now();
  while (!session.hasEnded && performance.now() - since < GIVE_UP_MS) {
    if (await isOrphaned(connection, session)) break;
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
  await session.endSession();
}

async function isOrphaned({ db }: Connection, session: ClientSession): Promise<boolean> {
  try {
    session.startTransaction();
    await db?.collection('counters').findOne({}, { session });
    return true;
  } catch {
    // The connection is still lost: try again.
    return false;
  } finally {
    await session.abortTransaction().catch(() => undefined);
  }
}

/**
 * Runs work in one transaction: all of it is stored, or none. After a conflict the work runs again, so it must be
 * repeatable. Nothing is stored for an account whose session has ended by the end of the work.
 *
 * @param requestedAt when it was requested, if earlier than now, by `performance.now()`
 */
export type Transact = <Result>(
  work: (session: ClientSession) => Promise<Result>,
  requestedAt?: number,
) => Promise<Result>;

/** If a transaction committed within this time, in milliseconds, the queue is moving and its transactions may wait longer. */
const RECENT_COMMIT_MS = 1000;

export interface TransactionOptions {
  /** Reports progress to other parts. */
  readonly queue?: TransactionQueue;
  /** Maximum times for which a transaction is queued, and for which it is retried after a conflict or a broken connection. */
  readonly timeLimits?: TimeLimits;
  /** Refuses writes of accounts that have lost their rights. Commands have no account. */
  readonly check?: Pick<CallerCheck, 'assertCurrent'>;
  /** Records in the transaction that a request with an idempotency key has written. */
  readonly markWritten?: (claim: Claim, session: ClientSession) => Promise<void>;
}

/** The work of commands, which belong to no request. */
const NO_REQUEST = new Work();

/**
 * Runs the transactions of a connection one after another within this process, because concurrent writes to the same totals
 * would conflict and be retried. One of light work may run beside another. Between processes, the database detects
 * conflicts and the loser retries.
 */
export function transactionsOf(
  connection: Connection,
  {
    queue = new TransactionQueue(),
    timeLimits = REQUEST_TIME_LIMITS,
    check,
    markWritten,
  }: TransactionOptions = {},
): Transact {
  const { transactionMs } = timeLimits;
  // The queue is fair between callers, and logins do not wait for bulk writes.
  const fairQueue = new FairQueue({ max: 2, maxPerCaller: 1, reserved: 1 });
  return (change, requestedAt = performance.now()) => {
    const leaveQueue = queue.join();
    const work = currentWork();
    const run = async () => {
      work?.assertNotEnded();
      if (!queue.hasStoredWithin(RECENT_COMMIT_MS)) refuseAfter(transactionMs, requestedAt);
      const startedAt = performance.now();
      return transaction(connection, async (session) => {
        refuseAfter(transactionMs, startedAt);
        const stored = await change(session);
        if (work?.claim) await markWritten?.(work.claim, session);
        // The check runs last: until the commit, no other transaction of this process can end the login session.
        await check?.assertCurrent();
        return stored;
      });
    };
    const stored = fairQueue.run(async () => {
      leaveQueue();
      const result = await run();
      queue.store();
      return result;
    }, work ?? NO_REQUEST);
    return untilEnded(work, stored.finally(leaveQueue));
  };
}

/** The result of a transaction, or the reason for which its request ended while it was queued; then it does not begin. */
function untilEnded<Result>(work: Work | undefined, result: Promise<Result>): Promise<Result> {
  if (work === undefined) return result;
  return new Promise((resolve, reject) => {
    const end = (): void => {
      if (!work.isStoring) reject(work.ended ?? REQUEST_ENDED);
    };
    const stopListening = work.onEnd(end);
    void result.then(resolve, reject).finally(stopListening);
  });
}

/**
 * Runs a transaction. If it fails because the connection was lost, it may stay open on the server and block others, so
 * it is aborted.
 *
 * @throws Error when one of several requests has been refused, so that nothing may be stored for it
 */
async function transaction<Result>(
  connection: Connection,
  change: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const session = await connection.startSession();
  guardCommits(session);
  const lost: unknown[] = [];
  try {
    const result = await session.withTransaction(async () => {
      try {
        const changed = await change(session);
        // The driver expects only errors of its own from a commit, so the check stands before it.
        assertNoneRefused(currentWork());
        return changed;
      } catch (error) {
        if (isDatabaseAway(error)) lost.push(error);
        throw asNetworkError(error, 'TransientTransactionError');
      }
    });
    void session.endSession();
    return result;
  } catch (error) {
    const isOpen = lost.length > 0 || isDatabaseAway(error);
    void runDetached(() => (isOpen ? abortOrphaned(connection, session) : session.endSession()));
    throw error;
  }
}

function assertNoneRefused(work: Work | undefined): void {
  work?.assertNotEnded();
  if (work?.hasEndedMembers === true)
    throw new Error('One writer of the group was refused; the other writes are retried');
}

/** Retries a commit; the driver itself retries only on its own errors. Once a commit has begun, the request waits for its outcome. */
function guardCommits(session: ClientSession): void {
  const commit = session.commitTransaction.bind(session);
  const work = currentWork();
  const commitOnce = async (...options: Parameters<typeof commit>): Promise<void> => {
    try {
      await commit(...options);
    } catch (error) {
      throw asNetworkError(error, 'UnknownTransactionCommitResult');
    }
  };
  session.commitTransaction = async (...options) => {
    if (work === undefined) return commitOnce(...options);
    await work.store(() => commitOnce(...options));
    work.markStored();
  };
}

/** @throws Failure UNAVAILABLE if the time limit has passed */
function refuseAfter(limitMs: number, since: number): void {
  if (performance.now() - since > limitMs)
    throw new Failure('UNAVAILABLE', 'The database is busy or unavailable; try again soon.');
}
