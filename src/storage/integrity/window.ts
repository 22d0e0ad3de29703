import type { CommentRecord } from '../../domain/comment/comment';
import type { Votes } from './check-counters';

export interface CountedArticle {
  readonly number: number;
  readonly isDisabled: boolean;
  readonly likeCount: number;
  readonly unlikeCount: number;
}

/** The numbers of a dictionary behind one of them, up to another; the articles that have them. */
export interface Window {
  readonly filter: { readonly dictionaryId: string; readonly number: object };
  readonly articles: ReadonlyMap<number, CountedArticle>;
  /** The last article; undefined when the dictionary ends here. */
  readonly last: number | undefined;
}

export type StoredComment = Pick<
  CommentRecord,
  'publicId' | 'number' | 'isDisabled' | 'isShown' | 'likeCount' | 'unlikeCount'
>;

/** What is wrong, and with the article of which number. */
export type Wrong = readonly (readonly [what: string, number: number])[];

export interface Belongings {
  readonly comments: readonly StoredComment[];
  readonly votes: Votes;
}
