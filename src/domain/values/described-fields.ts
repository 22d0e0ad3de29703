import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, Int } from 'type-graphql';

/** Declares a nullable GraphQL field with a text. */
export const textField = (description: string) => Field(() => String, { nullable: true, description });

/** Declares a nullable GraphQL field with an identifier. */
export const idField = (description: string) => Field(() => ID, { nullable: true, description });

/** Declares a GraphQL field with a number of items. */
export const countField = (description: string) => Field(() => Int, { description });

/** Declares a GraphQL field with an integer that can exceed 32 bits, such as a number of bytes. */
export const largeNumberField = (description: string) => Field(() => GraphQLSafeInt, { description });

/** Declares the GraphQL field `dictionaryPublicId`. */
export const dictionaryIdField = (description = 'Identifier of the dictionary.') =>
  Field(() => ID, { name: 'dictionaryPublicId', simple: false, description });
