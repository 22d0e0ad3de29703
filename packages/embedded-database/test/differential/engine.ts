import { MongoServerError, type ClientSession, type MongoClient } from 'mongodb';
import type { Document } from '../../src/query/value';
import { answerOf, textOfDocument, type Answer } from './answer';
import { onCollection } from './script';

const CURSOR_COMMANDS = new Set(['find', 'aggregate', 'listIndexes']);

/** The outcome of a command. For an error, its code, and whether its label asks to repeat the transaction. */
export type Outcome =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: number; readonly isTransient: boolean; readonly pattern: string };

/** One of the two compared databases, through the official driver. */
export class Engine {
  private session: ClientSession | undefined;

  /** @param client with the option `raw`, because documents are compared byte by byte */
  constructor(
    private readonly client: MongoClient,
    private readonly database: string,
    private readonly collection: string,
  ) {}

  async run(command: Document, isInside = false): Promise<Outcome> {
    const options = { raw: true, ...(isInside && this.session ? { session: this.session } : {}) };
    // The driver copies the fields of a command, which is impossible for those of a map.
    const named = Object.fromEntries(onCollection(command, this.collection));
    const database = this.client.db(this.database);
    const [name = ''] = command.keys();
    return outcomeOf(async () => {
      if (!CURSOR_COMMANDS.has(name)) return answerOf(name, await database.command(named, options));
      const cursor = database.runCursorCommand(named, options);
      const size = command.get('batchSize');
      if (size !== undefined) cursor.setBatchSize(Number(size));
      return answerOf(name, { documents: await cursor.toArray() });
    });
  }

  begin(): void {
    this.session = this.client.startSession();
    this.session.startTransaction();
  }

  /** Ends the transaction. An abort never fails. */
  async end(commits: boolean): Promise<Outcome> {
    const { session } = this;
    this.session = undefined;
    const outcome = await outcomeOf(async () => {
      await (commits ? session?.commitTransaction() : session?.abortTransaction());
      return { fields: '' };
    });
    await session?.endSession();
    return outcome;
  }

  async drop(): Promise<void> {
    await this.run(new Map([['drop', '']]));
  }
}

async function outcomeOf(work: () => Promise<Answer>): Promise<Outcome> {
  try {
    return { ok: true, answer: await work() };
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error;
    return {
      ok: false,
      code: Number(error.code),
      isTransient: error.hasErrorLabel('TransientTransactionError'),
      pattern: patternOf(error['keyPattern']),
    };
  }
}

function patternOf(keyPattern: unknown): string {
  return Buffer.isBuffer(keyPattern) ? textOfDocument(keyPattern) : '';
}
