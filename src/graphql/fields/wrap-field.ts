import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import type { Context } from '../context';

type Resolve = GraphQLFieldResolver<unknown, Context, Record<string, unknown>>;

/** Wraps the resolver of a field. */
export function wrapField(
  field: GraphQLField<unknown, unknown>,
  around: (resolve: Resolve) => Resolve,
): void {
  field.resolve = around(field.resolve ?? defaultFieldResolver) as GraphQLFieldResolver<unknown, unknown>;
}

/** Wraps the resolver of a root field. For a subscription, it wraps both its start and each of its events. */
export function wrapOperation(
  field: GraphQLField<unknown, unknown>,
  around: (resolve: Resolve) => Resolve,
): void {
  wrapField(field, around);
  if (field.subscribe)
    field.subscribe = around(field.subscribe as Resolve) as GraphQLFieldResolver<unknown, unknown>;
}

/** The fields of `Mutation`. */
export function mutationsOf(schema: GraphQLSchema): readonly GraphQLField<unknown, unknown>[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {});
}
