import { Binary } from 'bson';
import { CommandError } from '../errors';
import { isDocument, type Value } from '../query/value';
import type { Reply } from '../wire/reply';
import { optionsOf } from './arguments';
import type { Command, Context } from './context';

const OK: Reply = { fields: new Map() };

export const commitTransactionCommand: Command = {
  options: optionsOf('commitTransaction', ['commitTransaction']),
  run: async (context) => {
    const { id, number } = transactionOf(context);
    await context.transactions.commit(id, number);
    return OK;
  },
};

export const abortTransactionCommand: Command = {
  options: optionsOf('abortTransaction', ['abortTransaction']),
  run: (context) => {
    const { id, number } = transactionOf(context);
    context.transactions.abort(id, number);
    return OK;
  },
};

export const endSessionsCommand: Command = {
  options: optionsOf('endSessions', ['endSessions']),
  run: ({ args, transactions, snapshots, sequences }) => {
    for (const session of args.documents('endSessions', sequences).map(sessionIdOf)) {
      transactions.endSession(session);
      snapshots.forget(session);
    }
    return OK;
  },
};

function transactionOf({ session, name }: Context): { readonly id: string; readonly number: bigint } {
  if (session?.number !== undefined) return { id: session.id, number: session.number };
  throw new CommandError('InvalidOptions', `${name} must be run within a transaction`);
}

/** @throws CommandError TypeMismatch when it is no session identifier */
export function sessionIdOf(session: Value): string {
  const id = isDocument(session) ? session.get('id') : undefined;
  if (id instanceof Binary) return Buffer.from(id.buffer).toString('hex');
  throw new CommandError('TypeMismatch', "BSON field 'lsid.id' is not binary data");
}
