import 'reflect-metadata';
import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType({
  description: 'An object that can be read again by its identifier alone.',
  resolveType: ({ __typename }: { readonly __typename: string }) => __typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Identifier among all objects; opaque to clients.' })
  readonly id!: string;
}
