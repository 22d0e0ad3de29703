import { Double, Int32, Long } from 'bson';
import { CommandError } from '../errors';
import { unknownName } from '../profile/mongodb-names';
import { Operation, type Client } from '../operation';
import { Table } from '../profile/profile';
import { decode } from '../query/decode';
import { amountOf, documentOf, isDocument, type Document, type Value } from '../query/value';
import { noSuchTransaction, type Transaction } from '../store/transactions/transaction';
import type { Reply } from '../wire/reply';
import { Arguments, maxTimeOf } from './arguments';
import {
  createCommand,
  createIndexesCommand,
  dropCommand,
  listCollectionsCommand,
  listIndexesCommand,
} from './catalogue';
import type { Command, Context, Services } from './context';
import { findAndModifyCommand } from './find-and-modify';
import { helloCommand } from './hello';
import { aggregateCommand, findCommand, getMoreCommand, killCursorsCommand } from './read';
import {
  abortTransactionCommand,
  commitTransactionCommand,
  endSessionsCommand,
  sessionIdOf,
} from './session';
import { snapshotRequestIn } from './snapshots';
import { deleteCommand, insertCommand, updateCommand } from './write';

const COMMANDS = new Table<Command>('command', {
  hello: helloCommand,
  ismaster: helloCommand,
  find: findCommand,
  getMore: getMoreCommand,
  killCursors: killCursorsCommand,
  aggregate: aggregateCommand,
  insert: insertCommand,
  update: updateCommand,
  delete: deleteCommand,
  findAndModify: findAndModifyCommand,
  create: createCommand,
  drop: dropCommand,
  listCollections: listCollectionsCommand,
  createIndexes: createIndexesCommand,
  listIndexes: listIndexesCommand,
  commitTransaction: commitTransactionCommand,
  abortTransaction: abortTransactionCommand,
  endSessions: endSessionsCommand,
});

export interface Call {
  /** The command as BSON. */
  readonly body: Buffer;
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  readonly connectionId: number;
  /** The waiting client; absent if it requested no reply. */
  readonly client?: Client | undefined;
}

/** Executes commands, independently of sockets. */
export class Engine {
  constructor(
    private readonly services: Services,
    private readonly log: (line: string) => void,
  ) {}

  /** @returns always a reply, which contains the error if the command failed */
  async run(call: Call): Promise<Reply> {
    const operation = new Operation(this.services.store.scheduler, call.client);
    const reply = await this.execute(call, operation);
    const workMicros = new Double(operation.workMicros);
    return { ...reply, fields: new Map<string, Value>([...reply.fields, ['workMicros', workMicros]]) };
  }

  private async execute(call: Call, operation: Operation): Promise<Reply> {
    try {
      const reply = await operation.slice(() => this.perform(call, operation));
      return { ...reply, fields: new Map<string, Value>([...reply.fields, ['ok', new Double(1)]]) };
    } catch (error) {
      return { fields: this.describe(error) };
    }
  }

  /** Runs the operation; its first slice lasts until it first waits. */
  private async perform(
    { body: bytes, sequences, connectionId }: Call,
    operation: Operation,
  ): Promise<Reply> {
    const body = decode(bytes);
    operation.limit(maxTimeOf(body));
    const [name = ''] = body.keys();
    const command = COMMANDS.get(name);
    if (!command)
      throw unknownName({ kind: 'command', name }, 'CommandNotFound', `no such command: '${name}'`);
    const database = body.get('$db') ?? 'admin';
    if (typeof database !== 'string' || !/^[^/\\. "$\0]{1,63}$/.test(database)) {
      throw new CommandError('InvalidNamespace', 'Invalid database name');
    }
    const snapshot = snapshotRequestIn(body);
    assertWriteConcern(body.get('writeConcern'));
    const session = sessionOf(body);
    const args = new Arguments(name, body, command.options);
    const context: Context = {
      ...this.services,
      name,
      database,
      body,
      args,
      sequences,
      connectionId,
      operation,
      snapshot,
      ...(session && { session }),
    };
    return session?.number === undefined || isEnding(name)
      ? command.run(context)
      : this.performInTransaction(command, context, { id: session.id, number: session.number });
  }

  private async performInTransaction(
    command: Command,
    context: Context,
    { id, number }: { readonly id: string; readonly number: bigint },
  ): Promise<Reply> {
    if (!command.inTransaction) {
      const message = `Cannot run '${context.name}' in a multi-document transaction.`;
      throw new CommandError('OperationNotSupportedInTransaction', message);
    }
    const { transactions } = this.services;
    const isFirst = context.body.get('startTransaction') === true;
    const transaction: Transaction = isFirst ? transactions.begin(id, number) : transactions.get(id, number);
    transactions.use(id, context.connectionId);
    context.operation.guardWith(() => {
      if (transaction.isOver) throw noSuchTransaction();
    });
    try {
      const reply = await command.run({ ...context, transaction });
      // As in MongoDB, no error leaves a transaction open, not even the error of one statement.
      if (reply.fields.has('writeErrors')) transactions.drop(id, transaction);
      return reply;
    } catch (error) {
      // The running operation fails because the transaction is over, not because of its own error.
      if (transaction.isOver) throw noSuchTransaction();
      transactions.drop(id, transaction);
      throw error;
    }
  }

  private describe(error: unknown): Document {
    const isKnown = error instanceof CommandError;
    if (!isKnown) this.log(`defect: ${error instanceof Error ? String(error.stack) : String(error)}`);
    const { message, code, codeName, extra } = isKnown
      ? error
      : new CommandError('InternalError', `The engine failed: ${String(error)}`);
    const own = { ok: new Double(0), errmsg: message, code: new Int32(code), codeName };
    return new Map([...documentOf(own), ...extra]);
  }
}

function isEnding(name: string): boolean {
  return name === 'commitTransaction' || name === 'abortTransaction';
}

/** @throws CommandError IllegalOperation for a retryable write, which `hello` does not offer */
function sessionOf(body: Document): Context['session'] {
  const session = body.get('lsid');
  const number = body.get('txnNumber');
  if (session === undefined) return undefined;
  const id = sessionIdOf(session);
  if (number === undefined) return { id };
  if (body.get('autocommit') !== false || !(number instanceof Long)) {
    throw new CommandError('IllegalOperation', 'Transaction numbers are only allowed in transactions');
  }
  return { id, number: number.toBigInt() };
}

/**
 * Refuses write concerns that need several servers. On one server that flushes every commit, all other write concerns
 * are equivalent.
 */
function assertWriteConcern(concern: Value | undefined): void {
  const w = isDocument(concern) ? concern.get('w') : undefined;
  if (w === undefined || w === 'majority' || amountOf(w) <= 1) return;
  throw new CommandError('BadValue', "cannot use 'w' > 1 when a host is not replicated");
}
