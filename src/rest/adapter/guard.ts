import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { AUTHORISE, type Authorise } from '../../shared/extensions';

/**
 * The guards of all fields that a document selects, as one. Executing would ask them too; asking first, a caller who may
 * not do a thing learns that before what else is wrong with the request.
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
