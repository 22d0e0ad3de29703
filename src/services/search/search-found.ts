import type { ArticleRecord } from '../../domain/article/article-record';
import type { SearchLevel, SearchStep } from '../../domain/search/search-steps';
import type { Projection } from '../../storage/articles/article-document';

/** What is needed to go on from an article. */
export const PLACED: Projection = { 'keys.place': 1, sortKey: 1 };

/** An article that was found, and where: enough to go on from it. */
export interface Found {
  readonly article: ArticleRecord;
  readonly step: SearchStep;
  /** Its place within its level. */
  readonly place: string;
  /** Whether something better than a prefix stands at or before it. */
  readonly hasGood: boolean;
}

/** A place in the order of a search. */
export interface SearchPosition {
  readonly level: SearchLevel;
  readonly place: string;
  readonly hasGood: boolean;
}

export interface Stretch {
  readonly after?: SearchPosition | undefined;
  readonly skip?: number | undefined;
  readonly limit: number;
  readonly fields?: Projection | undefined;
}

/** The articles of a stretch, and where it ended if that was early. */
export interface Walked {
  readonly found: readonly Found[];
  readonly stoppedAt?: SearchPosition | undefined;
  /** Whether a level has others that cannot be reached. */
  readonly isPart?: boolean;
}
