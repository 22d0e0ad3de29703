import { CommandError, refused } from '../errors';
import { compileUpdate } from '../query/update';
import { isArray, isDocument, type Document } from '../query/value';
import type { Steps } from '../store/access';
import { changeMatching, insert, insertUpserted, type Target } from '../store/change';
import { Arguments } from './arguments';
import { writing, type Command, type Context } from './context';
import { WriteResult } from './write-result';

/** Most statements that one command may have; `hello` announces it as maxWriteBatchSize. */
export const MAX_STATEMENTS = 100_000;
/** Statements that share one commit; between them others have their turn. */
const STATEMENTS_PER_COMMIT = 500;

type Statement = (target: Target, index: number, result: WriteResult) => Steps<void>;

export const insertCommand: Command = {
  options: ['insert', 'documents', 'ordered', 'bypassDocumentValidation'],
  inTransaction: true,
  run: async (context) => {
    const args = new Arguments(context.name, context.body, insertCommand.options);
    const raw = context.sequences.get('documents');
    const documents = args.documents('documents', context.sequences);
    const statements = documents.map((document, index): Statement => {
      return function* (target, _index, result) {
        yield* insert(target, document, raw?.[index]);
        result.n++;
      };
    });
    return { fields: (await runAll(context, args, { statements, create: true })).toDocument() };
  },
};

export const updateCommand: Command = {
  options: ['update', 'updates', 'ordered', 'bypassDocumentValidation'],
  inTransaction: true,
  run: async (context) => {
    const args = new Arguments(context.name, context.body, updateCommand.options);
    const updates = args
      .documents('updates', context.sequences)
      .map(
        (fields) => new Arguments('update.updates', fields, ['q', 'u', 'multi', 'upsert', 'arrayFilters']),
      );
    const create = updates.some((update) => update.flag('upsert'));
    const result = await runAll(context, args, { statements: updates.map(updateStatement), create });
    return { fields: result.toDocument(true) };
  },
};

export const deleteCommand: Command = {
  options: ['delete', 'deletes', 'ordered'],
  inTransaction: true,
  run: async (context) => {
    const args = new Arguments(context.name, context.body, deleteCommand.options);
    const statements = args
      .documents('deletes', context.sequences)
      .map((fields) => deleteStatement(new Arguments('delete.deletes', fields, ['q', 'limit'])));
    return { fields: (await runAll(context, args, { statements, create: false })).toDocument() };
  },
};

function updateStatement(args: Arguments): Statement {
  const filter = args.document('q');
  const multi = args.flag('multi');
  return function* (target, index, result) {
    const update = compileUpdate(updateOf(args));
    if (multi && update.isReplacement) {
      throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update');
    }
    const change = (document: Document): Document => update.apply(document, { isInsert: false });
    const changed = yield* changeMatching(target, { filter, sort: new Map(), limit: multi ? 0 : 1 }, change);
    result.n += changed.length;
    result.nModified += changed.filter(({ isModified }) => isModified).length;
    if (changed.length > 0 || !args.flag('upsert')) return;
    const inserted = yield* insertUpserted(target, update, filter);
    result.n++;
    result.addUpserted(index, inserted.get('_id') ?? null);
  };
}

/** The update of a statement or of findAndModify. */
export function updateOf(args: Arguments, name = 'u'): Document {
  if (args.value('arrayFilters') !== undefined) throw refused('arrayFilters');
  const update = args.value(name);
  if (isArray(update)) throw refused('an update with a pipeline');
  if (isDocument(update)) return update;
  throw new CommandError('TypeMismatch', `BSON field '${name}' is required and must be an object`);
}

function deleteStatement(args: Arguments): Statement {
  const filter = args.document('q');
  const limit = args.count('limit');
  if (limit === undefined || limit > 1) {
    throw new CommandError('FailedToParse', 'The limit field in delete objects must be 0 or 1.');
  }
  return function* (target, _index, result) {
    const removed = yield* changeMatching(target, { filter, sort: new Map(), limit }, () => undefined);
    result.n += removed.length;
  };
}

interface Statements {
  readonly statements: readonly Statement[];
  readonly create: boolean;
}

/** Runs the statements; each is all or nothing. Ordered ones stop at the first error. */
async function runAll(
  context: Context,
  args: Arguments,
  { statements, create }: Statements,
): Promise<WriteResult> {
  if (statements.length === 0 || statements.length > MAX_STATEMENTS) {
    const message = `Write batch sizes must be between 1 and ${MAX_STATEMENTS}. Got ${statements.length} operations.`;
    throw new CommandError('InvalidLength', message);
  }
  const isOrdered = args.value('ordered') === undefined || args.flag('ordered');
  const namespace = `${context.database}.${args.text(context.name)}`;
  const result = new WriteResult();
  for (let start = 0; start < statements.length; start += STATEMENTS_PER_COMMIT) {
    const some = statements.slice(start, start + STATEMENTS_PER_COMMIT);
    result.add(
      await writing(context, { namespace, create }, (target) => runSome(target, { some, start, isOrdered })),
    );
    if (isOrdered && result.hasErrors) break;
  }
  return result;
}

interface Some {
  readonly some: readonly Statement[];
  readonly start: number;
  readonly isOrdered: boolean;
}

function* runSome(target: Target, { some, start, isOrdered }: Some): Steps<WriteResult> {
  const result = new WriteResult();
  for (const [offset, statement] of some.entries()) {
    try {
      yield* statement(target, start + offset, result);
    } catch (error) {
      if (!(error instanceof CommandError) || isOfTransaction(error)) throw error;
      result.addError(start + offset, error);
      if (isOrdered) break;
    }
  }
  return result;
}

/** A conflict ends the whole transaction, and is no matter of one statement. */
function isOfTransaction({ extra }: CommandError): boolean {
  return extra.has('errorLabels');
}
