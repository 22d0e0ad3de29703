import { Binary } from 'bson';
import { CommandError } from '../errors';
import type { Operation } from '../operation';
import { isDocument, type Value } from '../query/value';
import type { Transactions } from '../store/transactions/transactions';
import { optionsOf } from './arguments';
import type { Command } from './context';

export const commitTransactionCommand = ending(
  'commitTransaction',
  (transactions, { id, number, operation }) => {
    // A commit is never interrupted, because the client would not learn its outcome.
    operation.limit(Infinity);
    return transactions.commit(id, number, operation);
  },
);

export const abortTransactionCommand = ending('abortTransaction', (transactions, { id, number }) => {
  transactions.abort(id, number);
});

interface Ending {
  readonly id: string;
  readonly number: bigint;
  readonly operation: Operation;
}

function ending(
  name: string,
  end: (transactions: Transactions, ending: Ending) => Promise<void> | void,
): Command {
  return {
    options: optionsOf(name, [name]),
    run: async ({ session, transactions, operation }) => {
      if (session?.number === undefined)
        throw new CommandError('InvalidOptions', `${name} must be run within a transaction`);
      await end(transactions, { id: session.id, number: session.number, operation });
      return { fields: new Map() };
    },
  };
}

export const endSessionsCommand: Command = {
  options: optionsOf('endSessions', ['endSessions']),
  run: ({ args, transactions, snapshots, sequences }) => {
    for (const session of args.documents('endSessions', sequences).map(sessionIdOf)) {
      transactions.endSession(session);
      snapshots.forget(session);
    }
    return { fields: new Map() };
  },
};

/** @throws CommandError TypeMismatch if it is not a session identifier */
export function sessionIdOf(session: Value): string {
  const id = isDocument(session) ? session.get('id') : undefined;
  if (id instanceof Binary) return Buffer.from(id.buffer).toString('hex');
  throw new CommandError('TypeMismatch', "BSON field 'lsid.id' is not binary data");
}
