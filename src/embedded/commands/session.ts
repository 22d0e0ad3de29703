import { isDocument, type Document } from '../query/value';
import { CommandError } from '../errors';
import { Binary } from 'bson';
import type { Reply } from '../wire/reply';
import { Arguments } from './arguments';
import type { Command, Context } from './context';

const OK: Reply = { fields: new Map() };

export const commitTransactionCommand: Command = {
  options: ['commitTransaction', 'recoveryToken'],
  run: async (context) => {
    new Arguments('commitTransaction', context.body, commitTransactionCommand.options);
    const { id, number } = transactionOf(context);
    await context.transactions.commit(id, number);
    return OK;
  },
};

export const abortTransactionCommand: Command = {
  options: ['abortTransaction', 'recoveryToken'],
  run: (context) => {
    new Arguments('abortTransaction', context.body, abortTransactionCommand.options);
    const { id, number } = transactionOf(context);
    context.transactions.abort(id, number);
    return OK;
  },
};

export const endSessionsCommand: Command = {
  options: ['endSessions'],
  run: ({ body, transactions, snapshots, sequences }) => {
    const sessions = new Arguments('endSessions', body, endSessionsCommand.options).documents(
      'endSessions',
      sequences,
    );
    for (const session of sessions.map(sessionIdOf)) {
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
export function sessionIdOf(session: Document | undefined): string {
  const id = isDocument(session) ? session.get('id') : undefined;
  if (id instanceof Binary) return Buffer.from(id.buffer).toString('hex');
  throw new CommandError('TypeMismatch', "BSON field 'lsid.id' is not binary data");
}
