import { Int32 } from 'bson';
import { CommandError } from '../errors';
import { compileUpdate } from '../query/update';
import type { Document, Value } from '../query/value';
import { changeMatching, insertUpserted, type Changed, type Target } from '../store/change';
import { optionsOf, type Arguments } from './arguments';
import { namespaceOf, writing, type Command } from './context';

interface Outcome {
  readonly value: Document | undefined;
  readonly n: number;
  readonly updatedExisting?: boolean;
  readonly upserted?: Value;
}

export const findAndModifyCommand: Command = {
  options: optionsOf('findAndModify', ['findAndModify', 'query', 'remove', 'update', 'new', 'upsert']),
  inTransaction: true,
  run: async (context) => {
    const { args } = context;
    const namespace = namespaceOf(context, 'findAndModify');
    const work = args.flag('remove') ? removal(args) : modification(args);
    return { fields: answer(await writing(context, { namespace, create: args.flag('upsert') }, work)) };
  },
};

function removal(args: Arguments): (target: Target) => Outcome {
  if (args.value('update') !== undefined || args.flag('new') || args.flag('upsert')) {
    throw new CommandError('FailedToParse', "Cannot specify 'update', 'new' or 'upsert' with 'remove'");
  }
  return (target) => {
    const removed = changeFirst(target, args.document('query'), () => undefined);
    return { value: removed?.before, n: removed ? 1 : 0 };
  };
}

function modification(args: Arguments): (target: Target) => Outcome {
  const filter = args.document('query');
  const update = compileUpdate(args.value('update'));
  const wantsNew = args.flag('new');
  return (target) => {
    const changed = changeFirst(target, filter, (document) => update.apply(document, { isInsert: false }));
    if (changed) return { value: wantsNew ? changed.after : changed.before, n: 1, updatedExisting: true };
    if (!args.flag('upsert')) return { value: undefined, n: 0, updatedExisting: false };
    const inserted = insertUpserted(target, update, filter);
    const value = wantsNew ? inserted : undefined;
    return { value, n: 1, updatedExisting: false, upserted: inserted.get('_id') ?? null };
  };
}

function changeFirst(
  target: Target,
  filter: Document,
  change: (document: Document) => Document | undefined,
): Changed | undefined {
  let first: Changed | undefined;
  changeMatching(target, { filter, limit: 1 }, change, (changed) => {
    first = changed;
  });
  return first;
}

function answer({ value, n, updatedExisting, upserted }: Outcome): Document {
  const last = new Map<string, Value>([['n', new Int32(n)]]);
  if (updatedExisting !== undefined) last.set('updatedExisting', updatedExisting);
  if (upserted !== undefined) last.set('upserted', upserted);
  return new Map<string, Value>([
    ['lastErrorObject', last],
    ['value', value ?? null],
  ]);
}
