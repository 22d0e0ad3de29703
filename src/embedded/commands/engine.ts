import { Double, Int32, Long } from 'bson';
import { CommandError } from '../errors';
import { decode } from '../query/document';
import { isDocument, isNumber, numberOf, type Document, type Value } from '../query/value';
import type { Transaction } from '../store/transaction';
import type { Reply } from '../wire/reply';
import { assertConcerns } from './concerns';
import type { Command, Context, Services } from './context';
import { COMMANDS } from './registry';
import { sessionIdOf } from './session';

export interface Call {
  /** The command as BSON. */
  readonly body: Buffer;
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  readonly connectionId: number;
}

/** Answers commands; it knows no socket. */
export class Engine {
  constructor(
    private readonly services: Services,
    private readonly log: (line: string) => void,
  ) {}

  /** @returns an answer in any case; what failed is told in it */
  async run(call: Call): Promise<Reply> {
    try {
      const reply = await this.perform(call, decode(call.body));
      return { ...reply, fields: new Map<string, Value>([...reply.fields, ['ok', new Double(1)]]) };
    } catch (error) {
      return { fields: this.describe(error) };
    }
  }

  private async perform({ sequences, connectionId }: Call, body: Document): Promise<Reply> {
    const [name = ''] = body.keys();
    const command = COMMANDS.get(name);
    if (!command) throw new CommandError('CommandNotFound', `no such command: '${name}'`);
    const database = body.get('$db') ?? 'admin';
    if (typeof database !== 'string' || !/^[^/\\. "$\0]{1,63}$/.test(database)) {
      throw new CommandError('InvalidNamespace', 'Invalid database name');
    }
    assertConcerns(body);
    const session = sessionOf(body);
    const deadline = deadlineOf(body);
    const context: Context = {
      ...this.services,
      ...{ name, database, body, sequences, connectionId, deadline },
      ...(session && { session }),
    };
    return session?.number === undefined || isEnding(name)
      ? command.run(context)
      : this.performInTransaction(command, context, session.id, session.number);
  }

  private async performInTransaction(
    command: Command,
    context: Context,
    id: string,
    number: bigint,
  ): Promise<Reply> {
    if (!command.inTransaction) {
      const message = `Cannot run '${context.name}' in a multi-document transaction.`;
      throw new CommandError('OperationNotSupportedInTransaction', message);
    }
    const { transactions } = this.services;
    const isFirst = context.body.get('startTransaction') === true;
    const transaction: Transaction = isFirst ? transactions.begin(id, number) : transactions.get(id, number);
    try {
      const reply = await command.run({ ...context, transaction });
      // As in MongoDB, no error leaves a transaction open, not even one of a single statement.
      if (reply.fields.has('writeErrors')) transactions.abortOpen(id);
      return reply;
    } catch (error) {
      transactions.abortOpen(id);
      throw error;
    }
  }

  private describe(error: unknown): Document {
    if (!(error instanceof CommandError))
      this.log(`defect: ${error instanceof Error ? String(error.stack) : String(error)}`);
    const { message, code, codeName, extra } =
      error instanceof CommandError
        ? error
        : new CommandError('InternalError', `The engine failed: ${String(error)}`);
    return new Map<string, Value>([
      ['ok', new Double(0)],
      ['errmsg', message],
      ['code', new Int32(code)],
      ['codeName', codeName],
      ...extra,
    ]);
  }
}

function isEnding(name: string): boolean {
  return name === 'commitTransaction' || name === 'abortTransaction';
}

/** @throws CommandError IllegalOperation for a numbered write that is to be repeatable: `hello` does not offer that */
function sessionOf(body: Document): Context['session'] {
  const session = body.get('lsid');
  const number = body.get('txnNumber');
  if (session === undefined) return undefined;
  const id = sessionIdOf(isDocument(session) ? session : undefined);
  if (number === undefined) return { id };
  if (body.get('autocommit') !== false || !(number instanceof Long)) {
    throw new CommandError('IllegalOperation', 'Transaction numbers are only allowed in transactions');
  }
  return { id, number: number.toBigInt() };
}

function deadlineOf(body: Document): number {
  const limit = body.get('maxTimeMS');
  if (!isNumber(limit)) return Infinity;
  const milliseconds = Number(numberOf(limit));
  return milliseconds > 0 ? Date.now() + milliseconds : Infinity;
}
