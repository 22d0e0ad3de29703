import type { GraphQLSchema } from 'graphql';
import { mutationsOf, wrapField } from './wrap-field';

/** Lets no mutation of a request, and nothing that is asked of its result, see what was read before it. */
export function resetLoaders(schema: GraphQLSchema): GraphQLSchema {
  for (const field of mutationsOf(schema))
    wrapField(field, (resolve) => async (source, args, context, info) => {
      context.forget();
      try {
        return await resolve(source, args, context, info);
      } finally {
        context.forget();
      }
    });
  return schema;
}
