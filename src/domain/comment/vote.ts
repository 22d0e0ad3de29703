import { registerEnumType } from 'type-graphql';

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
