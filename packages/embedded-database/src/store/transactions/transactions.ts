import { Long } from 'bson';
import { CommandError } from '../../errors';
import type { Operation } from '../../operation';
import { decode } from '../../query/decode';
import { encode } from '../../query/encode';
import { amountOf, documentOf } from '../../query/value';
import type { Entry } from '../access';
import { allOutcomes, outcomeKey } from '../file/keys';
import { withChecksum, verifiedContent } from '../file/checksum';
import type { Store } from '../store';
import { noSuchTransaction, Transaction } from './transaction';

/** Lifetime of an unused session, in milliseconds. `hello` announces it as logicalSessionTimeoutMinutes. */
export const SESSION_MS = 30 * 60 * 1000;

/**
 * Maximum number of open transactions. Each keeps a snapshot. Together with those of cursors and sessions, they leave
 * slots for reads.
 */
const MAX_OPEN_TRANSACTIONS = 500;

interface Session {
  readonly number: bigint;
  readonly state: 'open' | 'committing' | 'committed' | 'aborted';
  readonly transaction?: Transaction;
  /** The running commit, for a client that repeats the command before it is answered. */
  readonly commit?: Promise<void>;
  /** The connection that used the open transaction last. */
  readonly connectionId?: number;
  readonly usedAt: number;
}

interface Committing {
  readonly session: string;
  readonly number: bigint;
  /** The command that needs it. */
  readonly operation: Operation | undefined;
}

/** The transactions of all sessions. Each session has at most one. */
export class Transactions {
  private readonly sessions = new Map<string, Session>();
  private open = 0;

  constructor(
    private readonly store: Store,
    private readonly lifetimeMilliseconds: number,
  ) {}

  /**
   * Begins a transaction, and aborts the previous one of the session if it is open.
   *
   * @throws CommandError TransactionTooOld if the session already used a higher number; 96 if too many are open
   */
  begin(session: string, number: bigint): Transaction {
    const last = this.lastOf(session);
    if (last && last.number >= number) throw tooOld(number, last.number);
    this.abortOpen(session);
    if (this.open >= MAX_OPEN_TRANSACTIONS)
      throw new CommandError(96, `More than ${MAX_OPEN_TRANSACTIONS} transactions are open`);
    const transaction = new Transaction(this.store);
    this.open++;
    const expiry = setTimeout(() => {
      this.drop(session, transaction);
    }, this.lifetimeMilliseconds);
    transaction.onEnd(() => {
      clearTimeout(expiry);
      this.open--;
    });
    this.set(session, { number, state: 'open', transaction });
    return transaction;
  }

  /** @throws CommandError NoSuchTransaction, TransactionCommitted, TransactionTooOld */
  get(session: string, number: bigint): Transaction {
    const last = this.lastOf(session);
    if (last && last.number > number) throw tooOld(number, last.number);
    if (last?.number === number) {
      if (last.state === 'open' && last.transaction) return last.transaction;
      if (last.state === 'committed') {
        throw new CommandError('TransactionCommitted', `Transaction ${number} has been committed.`);
      }
    }
    throw noSuchTransaction();
  }

  /** Commits a transaction. Repeated calls have the same outcome, also after a restart of the engine. */
  async commit(session: string, number: bigint, operation?: Operation): Promise<void> {
    const last = this.lastOf(session);
    if (last?.number === number && last.state === 'committed') return;
    if (last?.number === number && last.commit) return last.commit;
    const transaction = this.get(session, number);
    const commit = this.makePermanent(transaction, { session, number, operation });
    this.set(session, { number, state: 'committing', commit });
    let state: Session['state'] = 'aborted';
    try {
      await commit;
      state = 'committed';
    } finally {
      // The client may have begun its next transaction since.
      if (this.sessions.get(session)?.commit === commit) this.set(session, { number, state });
      transaction.end();
    }
  }

  private async makePermanent(
    transaction: Transaction,
    { session, number, operation }: Committing,
  ): Promise<void> {
    if (transaction.overlay.isEmpty) return;
    await this.store.write((writer) => {
      transaction.apply(writer);
      const key = outcomeKey(session);
      writer.put(key, withChecksum(key, outcomeRecord(number)));
    }, operation);
  }

  /** @throws CommandError NoSuchTransaction if it is not open */
  abort(session: string, number: bigint): void {
    this.get(session, number);
    this.abortOpen(session);
  }

  /** Records the connection that uses the open transaction of a session. */
  use(session: string, connectionId: number): void {
    const last = this.sessions.get(session);
    if (last?.state === 'open' && last.connectionId !== connectionId)
      this.set(session, { ...last, connectionId });
  }

  /**
   * Aborts the transactions of a closed connection. Otherwise a killed client would block other writers for the maximum
   * lifetime of a transaction. A client that continues on another connection gets an error and must start again.
   */
  abandon(connectionId: number): void {
    for (const [session, last] of this.sessions)
      if (last.state === 'open' && last.connectionId === connectionId) this.abortOpen(session);
  }

  /** Aborts a transaction, unless it has ended. */
  drop(session: string, transaction: Transaction): void {
    if (this.sessions.get(session)?.transaction === transaction) this.abortOpen(session);
  }

  /** Aborts the open transaction of a session, if any. */
  private abortOpen(session: string): void {
    const last = this.sessions.get(session);
    if (last?.state !== 'open') return;
    this.set(session, { number: last.number, state: 'aborted' });
    last.transaction?.end();
  }

  endSession(session: string): void {
    this.abortOpen(session);
    if (this.sessions.get(session)?.state !== 'committing') this.sessions.delete(session);
  }

  endAll(): void {
    for (const session of this.sessions.keys()) this.abortOpen(session);
  }

  /** Removes the outcomes of expired sessions. */
  async forgetOld(now: number): Promise<void> {
    for (const [session, { state, usedAt }] of this.sessions) {
      if (state !== 'open' && state !== 'committing' && usedAt < now - SESSION_MS) {
        this.sessions.delete(session);
      }
    }
    const isOld = ({ key, value }: Entry): boolean => outcomeIn(key, value).usedAt < now - SESSION_MS;
    await this.store.write((writer) => {
      const old = [...writer.range(allOutcomes())].filter(isOld);
      for (const { key } of old) writer.remove(key);
    });
  }

  private set(session: string, last: Omit<Session, 'usedAt'>): void {
    this.sessions.set(session, { ...last, usedAt: Date.now() });
  }

  private lastOf(session: string): Session | undefined {
    const known = this.sessions.get(session);
    if (known) return known;
    const key = outcomeKey(session);
    const stored = this.store.current.get(key);
    return stored && outcomeIn(key, stored);
  }
}

function outcomeRecord(number: bigint): Buffer {
  return encode(documentOf({ number: Long.fromBigInt(number), at: Long.fromNumber(Date.now()) }));
}

function outcomeIn(key: Buffer, value: Buffer): Session {
  const stored = decode(verifiedContent(key, value, 'the outcome of a transaction'));
  const number = BigInt(amountOf(stored.get('number')));
  return { number, state: 'committed', usedAt: amountOf(stored.get('at')) };
}

function tooOld(number: bigint, last: bigint): CommandError {
  const message = `Cannot use transaction number ${number}: the session has come to ${last}`;
  return new CommandError('TransactionTooOld', message);
}
