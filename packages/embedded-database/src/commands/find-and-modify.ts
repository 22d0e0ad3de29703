import { Int32 } from 'bson';
import { CommandError } from '../errors';
import { compileUpdate } from '../query/update';
import { documentOf } from '../query/value';
import { ChangeStatement, documentChangeOf, REMOVAL } from '../store/change';
import { optionsOf } from './arguments';
import { namespaceOf, writing, type Command } from './context';

export const findAndModifyCommand: Command = {
  options: optionsOf('findAndModify', ['findAndModify', 'query', 'remove', 'update', 'new', 'upsert']),
  inTransaction: true,
  run: async (context) => {
    const { args } = context;
    const [upsert, wantsNew] = [args.flag('upsert'), args.flag('new')];
    const query = { filter: args.document('query'), limit: 1 };
    if (args.flag('remove') && (args.value('update') !== undefined || wantsNew || upsert)) {
      throw new CommandError('FailedToParse', "Cannot specify 'update', 'new' or 'upsert' with 'remove'");
    }
    const update = args.flag('remove') ? undefined : compileUpdate(args.value('update'));
    const namespace = namespaceOf(context, 'findAndModify');
    const change = new ChangeStatement(
      query,
      update ? documentChangeOf(update, upsert ? query : undefined) : REMOVAL,
    );
    const { matched, first, inserted } = await writing(context, { namespace, create: upsert }, (target) =>
      change.run(target),
    );
    const lastErrorObject = documentOf({
      n: new Int32(matched + (inserted ? 1 : 0)),
      updatedExisting: update && matched > 0,
      upserted: inserted?.get('_id'),
    });
    const value = wantsNew ? (inserted ?? first?.after) : first?.before;
    return { fields: documentOf({ lastErrorObject, value: value ?? null }) };
  },
};
