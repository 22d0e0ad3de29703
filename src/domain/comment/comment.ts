import { registerEnumType, Field, ID, ObjectType, Int } from 'type-graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Node } from '../values/node';
import { timeKey } from '../values/sort-keys';
import { dictionaryIdField } from '../values/described-fields';

/** The sort key of a comment: the time it was sent, then its identifier. */
export function commentSortKey({ sentAt, publicId }: Pick<Comment, 'sentAt' | 'publicId'>): string {
  return timeKey(sentAt, publicId);
}

/** The vote of a user on an article or a comment. */
export const Vote = { LIKE: 'like', UNLIKE: 'unlike', NONE: 'none' } as const;
export type Vote = (typeof Vote)[keyof typeof Vote];
registerEnumType(Vote, {
  name: 'Vote',
  description: 'A vote of a user on an object. Each user has one vote per object.',
  valuesConfig: {
    LIKE: { description: 'A like.' },
    UNLIKE: { description: 'A dislike.' },
    NONE: { description: 'No vote; removes an earlier one.' },
  },
});

/** The subject of a vote: an article, or a comment on it. */
export interface VoteSubject {
  readonly dictionaryId: string;
  readonly number: number;
  /** The comment; absent for a vote on the article itself. */
  readonly commentId?: string | undefined;
}

/** Returns the stored target of a vote: the key of a comment, or a constant for the article itself. */
export function voteTarget(commentId?: string): string {
  return commentId === undefined ? 'article' : `comment:${commentId}`;
}

/** A comment of a user on an article. Source of the fields: interface text, Comment. */
@ObjectType({ implements: Node, description: 'A comment by a user on an article.', simpleResolvers: true })
export class Comment {
  @Field(() => ID, { description: 'Public identifier of the comment, a UUID.' })
  publicId!: string;

  @dictionaryIdField()
  dictionaryId!: string;

  @Field(() => GraphQLSafeInt, {
    name: 'articleNumber',
    simple: false,
    description: 'Number of the article within the dictionary.',
  })
  number!: number;

  @Field(() => Int, { description: 'Number of the user who wrote the comment.' })
  userNumber!: number;

  @Field(() => String, { description: 'Name of the user who wrote the comment.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'URL of a picture of the user.' })
  avatar!: string | null;

  @Field(() => String, { description: 'Text of the comment, at most 5,000 characters.' })
  text!: string;

  @Field(() => Boolean, {
    description:
      'Whether the comment is disabled. Only admins, and editors of the dictionary, see disabled comments.',
  })
  isDisabled!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether everyone who may read comments sees the comment: neither the comment nor its article is disabled.',
  })
  isShown!: boolean;

  @Field(() => Int, { description: 'Number of users who like the comment.' })
  likeCount!: number;

  @Field(() => Int, { description: 'Number of users who dislike the comment.' })
  unlikeCount!: number;

  @Field(() => Date, { name: 'createdAt', simple: false, description: 'When the comment was created.' })
  sentAt!: Date;

  @Field(() => Date, { description: 'When the text of the comment last changed.' })
  updatedAt!: Date;
}

/** A stored comment. */
export interface CommentRecord extends Comment {
  /** Its sort key: the time it was sent, then its identifier. */
  readonly place: string;
}
