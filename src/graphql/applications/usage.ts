import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

const count = (description: string) => Field(() => GraphQLSafeInt, { description });

@ObjectType('Usage', {
  description:
    'How much is stored, and how much may be; what would exceed it is refused with `QUOTA_EXCEEDED`.',
  simpleResolvers: true,
})
export class UsageView {
  @count('Number of objects: what an application owns, or the articles of a dictionary.')
  objects!: number;

  @count('Their size in bytes, each object with 512 bytes beside its texts; earlier revisions included.')
  bytes!: number;

  @count('Most objects.')
  maxObjects!: number;

  @count('Most bytes.')
  maxBytes!: number;
}
