import type { Bounded } from '../../shared/paging';
import type { FieldPaths } from '../../shared/field-paths';
import type { ArticleRecord } from '../article/article-record';
import type { Visibility } from '../article/visibility';
import type { TierQuery } from './tiers';

/** Which articles a search looks at. */
export interface SearchScope {
  /** The dictionary to search; all where it is left out. */
  readonly dictionaryId?: string | undefined;
  readonly visibility: readonly Visibility[];
  readonly category?: string | undefined;
  readonly grammaticalClass?: string | undefined;
  /** Articles with a translation into it; translations match in it alone. */
  readonly language?: string | undefined;
}

/** A tier of a search: its step, without what better steps find. */
export interface SearchQuestion {
  readonly scope: SearchScope;
  readonly step: TierQuery;
  readonly better: readonly TierQuery[];
  /** The place behind which to look. */
  readonly after?: string | undefined;
  /** The last place at which to look. */
  readonly until?: string | undefined;
}

export interface SearchReading {
  /** Entries that are examined for it; the usual bound when absent. */
  readonly mostExamined?: number | undefined;
  readonly skip?: number | undefined;
  readonly limit: number;
  readonly fields?: FieldPaths | undefined;
}

/** How many articles were counted, and whether all that had to be examined for it were. */
export interface SearchCount {
  readonly count: number;
  readonly isWhole: boolean;
}

/** Finds articles by their search keys, tier by tier. A server asks its database, a device what it holds in memory. */
export interface ArticleSearch {
  /** Articles of a tier in the order of their places: as many as are wanted, or those among as many as are examined at most. */
  readonly read: (question: SearchQuestion, reading: SearchReading) => Promise<Bounded<ArticleRecord>>;
  /** Some articles of a tier in any order. */
  readonly readAny: (question: SearchQuestion, reading: SearchReading) => Promise<readonly ArticleRecord[]>;
  /** How many articles a tier has, counted up to a limit among as many as are examined at most. */
  readonly count: (question: SearchQuestion, limit: number) => Promise<SearchCount>;
  /** The words of translations that are one edit away from each word, or the word itself. */
  readonly wordsNear: (words: readonly string[]) => Promise<readonly (readonly string[])[]>;
}
