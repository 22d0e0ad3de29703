import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { AUTHORISE, type Authorise } from '../../shared/extensions';

/**
 * Combines the guards of all fields that a document selects. Execution would check them too; checked first, they tell
 * a caller without the right so before other errors of the request.
 */
export function guardOf(schema: GraphQLSchema, document: DocumentNode): Authorise {
  const types = new TypeInfo(schema);
  const guards: Authorise[] = [];
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: () => {
        const guard: unknown = types.getFieldDef()?.extensions[AUTHORISE];
        if (typeof guard === 'function') guards.push(guard as Authorise);
      },
    }),
  );
  return (context) => {
    for (const guard of guards) guard(context);
  };
}
