import { GraphQLError, type ValidationRule } from 'graphql';

/** Reads the whole schema: as dear as a thousand articles, and said once is enough. */
const WHOLE_SCHEMA = '__schema';

/** Lets a document read the schema once, under whatever names. What of it is nested, GraphQL itself limits. */
export const introspectionLimit: ValidationRule = (context) => {
  let count = 0;
  return {
    Field: (node) => {
      if (node.name.value !== WHOLE_SCHEMA || ++count !== 2) return;
      context.reportError(new GraphQLError('The query reads the schema more than once', { nodes: node }));
    },
  };
};
