import { Field, ID } from 'type-graphql';
import { GraphQLSafeInt } from 'graphql-scalars';

/** What the server gives to every object that an application owns. */
export const number = (description: string) => Field(() => GraphQLSafeInt, { description });

export const publicId = () =>
  Field(() => ID, {
    description:
      'Public identifier, unique within the application: a UUID, or the identifier from an import.',
  });

export const lastUpdate = () =>
  Field(() => String, {
    nullable: true,
    description: 'Time of the last change in ISO 8601. An import keeps the value from its file.',
  });
