import type { ClientSession, Connection } from 'mongoose';

/** Runs work in one transaction: all of it is stored, or none. Repeats it when it met a conflict, so it must be repeatable. */
export type Transact = <Result>(work: (session: ClientSession) => Promise<Result>) => Promise<Result>;

/**
 * Transactions of one connection, one after the other within this process: writes to the same totals would only meet as
 * conflicts and be repeated. Between processes the database decides, and the loser repeats.
 */
export function transactionsOf(connection: Connection): Transact {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = () => connection.withSession((session) => session.withTransaction(() => work(session)));
    const result = last.then(run, run);
    last = result.catch(() => undefined);
    return result;
  };
}
