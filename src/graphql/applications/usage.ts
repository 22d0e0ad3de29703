import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';

const count = (description: string) => Field(() => Int, { description });
const size = (description: string) => Field(() => GraphQLSafeInt, { description });

@ObjectType('Usage', {
  description:
    'Storage in use and its quota. The server refuses a write that would exceed the quota with `QUOTA_EXCEEDED`.',
  simpleResolvers: true,
})
export class UsageView {
  @count('Number of stored objects: the objects that an application owns, or the articles of a dictionary.')
  objects!: number;

  @size(
    'Size of the stored objects in bytes: the texts plus 512 bytes per object. Earlier revisions of articles count too.',
  )
  bytes!: number;

  @count('Maximum number of objects.')
  maxObjects!: number;

  @size('Maximum number of bytes.')
  maxBytes!: number;
}
