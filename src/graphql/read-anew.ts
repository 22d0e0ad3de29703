import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { Context } from './context';

/** Lets no mutation of a request, and nothing that is asked of its result, see what was read before it. */
export function readAnew(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = async (source, args, context: Context, info) => {
      context.forget();
      try {
        return await resolve(source, args, context, info);
      } finally {
        context.forget();
      }
    };
  }
  return schema;
}
