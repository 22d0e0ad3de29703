import 'reflect-metadata';
import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType({
  description: 'An object with a global identifier, by which `node` can read it.',
  resolveType: ({ __typename }: { readonly __typename: string }) => __typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Global identifier of the object. Clients must treat it as opaque.' })
  readonly id!: string;
}
