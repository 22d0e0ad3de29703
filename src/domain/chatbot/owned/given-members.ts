import { Field, ID } from 'type-graphql';
import { GraphQLSafeInt } from 'graphql-scalars';

/** What the server gives to every object that an application owns. */
export const number = (description: string) => Field(() => GraphQLSafeInt, { description });

export const publicId = () =>
  Field(() => ID, {
    description: 'Public identifier: a UUID, or what an import brought. Differs within the application.',
  });

export const lastUpdate = () =>
  Field(() => String, {
    nullable: true,
    description: 'When the object last changed, in ISO 8601; an import keeps what it brings.',
  });
