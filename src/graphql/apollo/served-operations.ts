import { GraphQLError, type ValidationRule } from 'graphql';

/** Refuses kinds of operation that the schema does not have: validation itself lets every field of such a one pass. */
export const servedOperations: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`There is no ${node.operation} here`, { nodes: node }));
  },
});
