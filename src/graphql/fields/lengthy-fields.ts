import type { GraphQLSchema } from 'graphql';
import { wrapField } from './wrap-field';

/** Root fields that may take longer than others, because they read, write or delete any number of objects. */
const LENGTHY_FIELDS: readonly string[] = [
  'applications',
  'upsertArticles',
  'deleteDictionary',
  'undoImport',
  'createApplication',
  'updateApplication',
  'deleteApplication',
  'createEntities',
  'createIntents',
  'createTemplates',
  'deleteEntities',
  'deleteIntents',
  'deleteTemplates',
  'deleteField',
  'deleteConversation',
];

/**
 * Extends the deadline of requests with a lengthy operation when the operation begins.
 *
 * @throws Error when the schema has no such field
 */
export function tellLengthy(schema: GraphQLSchema): GraphQLSchema {
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  for (const name of LENGTHY_FIELDS) {
    const field = fields[name];
    if (field === undefined) throw new Error(`There is no operation ${name}`);
    wrapField(field, (resolve) => (source, args, context, info) => {
      context.takesLong?.();
      return resolve(source, args, context, info);
    });
  }
  return schema;
}
