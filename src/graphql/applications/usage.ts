import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

const count = (description: string) => Field(() => GraphQLSafeInt, { description });

@ObjectType('Usage', {
  description:
    'Storage in use and its quota. The server refuses a write that would exceed the quota with `QUOTA_EXCEEDED`.',
  simpleResolvers: true,
})
export class UsageView {
  @count('Number of stored objects: the objects that an application owns, or the articles of a dictionary.')
  objects!: number;

  @count(
    'Size of the stored objects in bytes: the texts plus 512 bytes per object. Earlier revisions of articles count too.',
  )
  bytes!: number;

  @count('Maximum number of objects.')
  maxObjects!: number;

  @count('Maximum number of bytes.')
  maxBytes!: number;
}
