import type { GraphQLSchema } from 'graphql';
import { Failure } from '../../shared/failure';
import { resultMember } from '../payloads/payload-types';
import { isUserError, userErrorsOf } from '../payloads/user-errors';
import { mutationsOf, wrapField } from './wrap-field';

/**
 * Wraps the result of every mutation in its payload. A failure that the input caused becomes `userErrors`. Any other
 * failure remains a GraphQL error, as does a response that is too large, because other operations of the request may
 * have caused it.
 */
export function wrapInPayloads(schema: GraphQLSchema): GraphQLSchema {
  for (const field of mutationsOf(schema)) {
    const member = resultMember(field);
    wrapField(field, (resolve) => async (source, args, context, info) => {
      try {
        return { [member]: await resolve(source, args, context, info), userErrors: [] };
      } catch (error) {
        if (!(error instanceof Failure) || error === context.work.refusal || !isUserError(error)) throw error;
        context.work.hasUserErrors = true;
        return { [member]: null, userErrors: userErrorsOf(field, error) };
      }
    });
  }
  return schema;
}

/** Resets the loaders before each mutation, so that neither it nor the fields of its result see earlier reads. */
export function resetLoaders(schema: GraphQLSchema): GraphQLSchema {
  for (const field of mutationsOf(schema))
    wrapField(field, (resolve) => async (source, args, context, info) => {
      context.resetLoaders();
      try {
        return await resolve(source, args, context, info);
      } finally {
        context.resetLoaders();
      }
    });
  return schema;
}

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
export function extendDeadlines(schema: GraphQLSchema): GraphQLSchema {
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  for (const name of LENGTHY_FIELDS) {
    const field = fields[name];
    if (field === undefined) throw new Error(`There is no operation ${name}`);
    wrapField(field, (resolve) => (source, args, context, info) => {
      context.extendDeadline?.();
      return resolve(source, args, context, info);
    });
  }
  return schema;
}
