import { registerEnumType, Field, ID, ObjectType } from 'type-graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Node } from '../values/node';

/** Where a comment stands in every list: when it was sent, then its identifier. */
export function commentPlace({ sentAt, publicId }: Pick<Comment, 'sentAt' | 'publicId'>): string {
  return `${sentAt.toISOString()}\u0001${publicId}`;
}

/** What a user thinks of an article or a comment. */
export const Vote = { LIKE: 'like', UNLIKE: 'unlike', NONE: 'none' } as const;
export type Vote = (typeof Vote)[keyof typeof Vote];
registerEnumType(Vote, {
  name: 'Vote',
  description: 'What a user thinks of an object. Each user has one vote for each object.',
  valuesConfig: {
    LIKE: { description: 'Counts among the likes.' },
    UNLIKE: { description: 'Counts among the unlikes.' },
    NONE: { description: 'Takes an earlier vote back.' },
  },
});

/** What a vote is on, as it is stored: a comment, or the article itself. */
export function voteTarget(commentId?: string): string {
  return commentId === undefined ? 'article' : `comment:${commentId}`;
}

/** What a user says of an article. Source of the fields: interface text, Comment. */
@ObjectType({ implements: Node, description: 'What a user says of an article.', simpleResolvers: true })
export class Comment {
  @Field(() => ID, { description: 'Public identifier of the comment, a UUID.' })
  publicId!: string;

  @Field(() => ID, { description: 'Identifier of the dictionary.' })
  dictionaryId!: string;

  @Field(() => GraphQLSafeInt, { description: 'Number of the article within the dictionary.' })
  number!: number;

  @Field(() => GraphQLSafeInt, { description: 'Number of the user who wrote it.' })
  userNumber!: number;

  @Field(() => String, { description: 'Name of the user who wrote it.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'Picture of the user: the address of an image.' })
  avatar!: string | null;

  @Field(() => String, { description: 'The text, at most 5,000 characters.' })
  text!: string;

  @Field(() => Boolean, { description: 'A disabled comment is seen by admins alone.' })
  isDisabled!: boolean;

  @Field(() => Boolean, {
    description: 'Whether users other than admins see it: neither it nor its article is disabled.',
  })
  isShown!: boolean;

  @Field(() => GraphQLSafeInt, { description: 'Number of users who like the comment.' })
  likeCount!: number;

  @Field(() => GraphQLSafeInt, { description: 'Number of users who dislike the comment.' })
  unlikeCount!: number;

  @Field(() => Date, { description: 'When it was sent.' })
  sentAt!: Date;

  @Field(() => Date, { description: 'When its text last changed.' })
  updatedAt!: Date;
}

/** A comment document. */
export interface CommentRecord extends Comment {
  /** When it was sent, then its identifier: its place in every list. */
  readonly place: string;
}
