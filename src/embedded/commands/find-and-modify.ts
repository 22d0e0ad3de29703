import { Int32 } from 'bson';
import { CommandError } from '../errors';
import { compileProjection } from '../query/project';
import { compileUpdate } from '../query/update';
import type { Document, Value } from '../query/value';
import type { Steps } from '../store/access';
import { changeMatching, insertUpserted, type Target } from '../store/change';
import { Arguments } from './arguments';
import { writing, type Command } from './context';
import { updateOf } from './write';

interface Outcome {
  readonly value: Document | undefined;
  readonly n: number;
  readonly updatedExisting?: boolean;
  readonly upserted?: Value;
}

export const findAndModifyCommand: Command = {
  options: [
    'findAndModify',
    'findandmodify',
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'upsert',
    'fields',
    'arrayFilters',
    'bypassDocumentValidation',
  ],
  inTransaction: true,
  run: async (context) => {
    const args = new Arguments('findAndModify', context.body, findAndModifyCommand.options);
    const namespace = `${context.database}.${args.text(context.name)}`;
    const work = args.flag('remove') ? removal(args) : modification(args);
    const outcome = await writing(context, { namespace, create: args.flag('upsert') }, work);
    return { fields: answer(outcome, args.document('fields')) };
  },
};

function removal(args: Arguments): (target: Target) => Steps<Outcome> {
  if (args.value('update') !== undefined || args.flag('new') || args.flag('upsert')) {
    throw new CommandError('FailedToParse', "Cannot specify 'update', 'new' or 'upsert' with 'remove'");
  }
  const question = { filter: args.document('query'), sort: args.document('sort'), limit: 1 };
  return function* (target) {
    const [removed] = yield* changeMatching(target, question, () => undefined);
    return { value: removed?.before, n: removed ? 1 : 0 };
  };
}

function modification(args: Arguments): (target: Target) => Steps<Outcome> {
  const question = { filter: args.document('query'), sort: args.document('sort'), limit: 1 };
  const update = compileUpdate(updateOf(args, 'update'));
  const wantsNew = args.flag('new');
  return function* (target) {
    const [changed] = yield* changeMatching(target, question, (document) =>
      update.apply(document, { isInsert: false }),
    );
    if (changed) return { value: wantsNew ? changed.after : changed.before, n: 1, updatedExisting: true };
    if (!args.flag('upsert')) return { value: undefined, n: 0, updatedExisting: false };
    const inserted = yield* insertUpserted(target, update, question.filter);
    const value = wantsNew ? inserted : undefined;
    return { value, n: 1, updatedExisting: false, upserted: inserted.get('_id') ?? null };
  };
}

function answer({ value, n, updatedExisting, upserted }: Outcome, fields: Document): Document {
  const project = fields.size > 0 ? compileProjection(fields) : (document: Document): Document => document;
  const last = new Map<string, Value>([['n', new Int32(n)]]);
  if (updatedExisting !== undefined) last.set('updatedExisting', updatedExisting);
  if (upserted !== undefined) last.set('upserted', upserted);
  return new Map<string, Value>([
    ['lastErrorObject', last],
    ['value', value ? project(value) : null],
  ]);
}
