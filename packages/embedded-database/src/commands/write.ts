import { Int32 } from 'bson';
import { CommandError } from '../errors';
import { compileUpdate } from '../query/update';
import { documentOf, type Document } from '../query/value';
import { ChangeStatement, documentChangeOf, insertDocument, REMOVAL, type Target } from '../store/change';
import type { Query } from '../store/match';
import type { Reply } from '../wire/reply';
import { Arguments, optionsOf } from './arguments';
import { namespaceOf, writing, type Command, type Context } from './context';

/** Maximum number of statements of one command; `hello` announces it as maxWriteBatchSize. */
export const MAX_STATEMENTS = 100_000;
/** Number of statements per commit; other commands run between commits. */
const STATEMENTS_PER_COMMIT = 500;
const STATEMENTS_PER_PIECE = 50;

/** Results of the statements of a command. */
interface Result {
  n: number;
  nModified: number;
  readonly upserted: Document[];
  readonly writeErrors: Document[];
}

type Statement = (target: Target, result: Result, index: number) => void;

export const insertCommand: Command = {
  options: optionsOf('insert', ['insert', 'documents', 'ordered']),
  inTransaction: true,
  run: (context) => {
    const raw = context.sequences.get('documents');
    const documents = context.args.documents('documents', context.sequences);
    const statements = documents.map((document): Statement => {
      return (target, result, index) => {
        insertDocument(target, document, raw?.[index]);
        result.n++;
      };
    });
    return runAll(context, { statements, create: true });
  },
};

const UPDATE_OPTIONS = optionsOf('update.updates', ['q', 'u', 'multi', 'upsert']);

export const updateCommand: Command = {
  options: optionsOf('update', ['update', 'updates', 'ordered']),
  inTransaction: true,
  run: (context) => {
    const updates = context.args
      .documents('updates', context.sequences)
      .map((fields) => new Arguments('update.updates', fields, UPDATE_OPTIONS));
    const create = updates.some((update) => update.flag('upsert'));
    return runAll(context, { statements: updates.map(updateStatement), create });
  },
};

function updateStatement(args: Arguments): Statement {
  const query = { filter: args.document('q'), limit: args.flag('multi') ? 0 : 1 };
  let change: ChangeStatement | undefined;
  return (target, result, index) => {
    change ??= updateOf(args, query);
    const { matched, modified, inserted } = change.run(target);
    result.n += matched + (inserted ? 1 : 0);
    result.nModified += modified;
    if (!inserted) return;
    result.upserted.push(documentOf({ index: new Int32(index), _id: inserted.get('_id') }));
  };
}

function updateOf(args: Arguments, query: Query): ChangeStatement {
  const update = compileUpdate(args.value('u'));
  if (query.limit === 0 && update.isReplacement) {
    throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update');
  }
  return new ChangeStatement(query, documentChangeOf(update, args.flag('upsert') ? query : undefined));
}

const DELETE_OPTIONS = optionsOf('delete.deletes', ['q', 'limit']);

export const deleteCommand: Command = {
  options: optionsOf('delete', ['delete', 'deletes', 'ordered']),
  inTransaction: true,
  run: (context) => {
    const statements = context.args
      .documents('deletes', context.sequences)
      .map((fields) => deleteStatement(new Arguments('delete.deletes', fields, DELETE_OPTIONS)));
    return runAll(context, { statements, create: false });
  },
};

function deleteStatement(args: Arguments): Statement {
  const filter = args.document('q');
  const limit = args.count('limit');
  if (limit === undefined || limit > 1) {
    throw new CommandError('FailedToParse', 'The limit field in delete objects must be 0 or 1.');
  }
  const change = new ChangeStatement({ filter, limit }, REMOVAL);
  return (target, result) => {
    result.n += change.run(target).matched;
  };
}

/** Runs the statements. Each is atomic. Ordered statements stop at the first error. */
async function runAll(
  context: Context,
  { statements, create }: { readonly statements: readonly Statement[]; readonly create: boolean },
): Promise<Reply> {
  if (statements.length === 0 || statements.length > MAX_STATEMENTS) {
    const message = `Write batch sizes must be between 1 and ${MAX_STATEMENTS}. Got ${statements.length} operations.`;
    throw new CommandError('InvalidLength', message);
  }
  const { name, args, operation } = context;
  const isOrdered = args.value('ordered') === undefined || args.flag('ordered');
  const namespace = namespaceOf(context, name);
  const result: Result = { n: 0, nModified: 0, upserted: [], writeErrors: [] };
  let next = 0;
  // After waiting for a transaction, the run continues at the statement that had to wait.
  const runTo = (end: number, target: Target): void => {
    for (; next < Math.min(end, statements.length); next++) {
      if (!runOne(target, { statement: statements[next], index: next, result }) && isOrdered) next = Infinity;
    }
  };
  const runSome = (target: Target): void => {
    const end = Math.min(next + STATEMENTS_PER_COMMIT, statements.length);
    if (end - next <= STATEMENTS_PER_PIECE) runTo(end, target);
    while (next < end) {
      target.writer.piece(() => {
        runTo(next + STATEMENTS_PER_PIECE, target);
      });
      if (operation.isDue) return;
    }
  };
  for (;;) {
    await writing(context, { namespace, create }, runSome);
    if (next >= statements.length) break;
    // A command does not start if its client has gone.
    await operation.yield().finally(() => {
      operation.pause();
    });
  }
  return { fields: name === 'update' ? updateReply(result) : writeReply(result) };
}

interface Step {
  readonly statement: Statement | undefined;
  readonly index: number;
  readonly result: Result;
}

/** @returns whether it succeeded */
function runOne(target: Target, { statement, index, result }: Step): boolean {
  try {
    statement?.(target, result, index);
    return true;
  } catch (error) {
    // A conflict ends the whole transaction, and a time limit all remaining statements, so neither is the error of one
    // statement.
    if (!(error instanceof CommandError) || error.extra.has('errorLabels')) throw error;
    if (error.codeName === 'MaxTimeMSExpired') throw error;
    const { code, message, extra } = error;
    const own = documentOf({ index: new Int32(index), code: new Int32(code), errmsg: message });
    result.writeErrors.push(new Map([...own, ...extra]));
    return false;
  }
}

function updateReply({ n, nModified, upserted, writeErrors }: Result): Document {
  return documentOf({
    n: new Int32(n),
    nModified: new Int32(nModified),
    upserted: upserted.length > 0 ? upserted : undefined,
    writeErrors: writeErrors.length > 0 ? writeErrors : undefined,
  });
}

function writeReply({ n, writeErrors }: Result): Document {
  return documentOf({ n: new Int32(n), writeErrors: writeErrors.length > 0 ? writeErrors : undefined });
}
