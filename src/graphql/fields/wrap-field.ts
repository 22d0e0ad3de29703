import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import type { Context } from '../context';

type Resolve = GraphQLFieldResolver<unknown, Context, Record<string, unknown>>;

/** Puts something around what resolves a field. */
export function wrapField(
  field: GraphQLField<unknown, unknown>,
  around: (resolve: Resolve) => Resolve,
): void {
  field.resolve = around(field.resolve ?? defaultFieldResolver) as GraphQLFieldResolver<unknown, unknown>;
}

/** The same for a field of the root: around what begins a subscription, and around each of its events. */
export function wrapOperation(
  field: GraphQLField<unknown, unknown>,
  around: (resolve: Resolve) => Resolve,
): void {
  wrapField(field, around);
  if (field.subscribe)
    field.subscribe = around(field.subscribe as Resolve) as GraphQLFieldResolver<unknown, unknown>;
}

/** The operations that write. */
export function mutationsOf(schema: GraphQLSchema): readonly GraphQLField<unknown, unknown>[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {});
}
