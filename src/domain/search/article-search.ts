import type { Bounded } from '../../shared/paging';
import type { FieldPaths } from '../values/field-paths';
import type { ArticleRecord } from '../article/article-record';
import type { Visibility } from '../../shared/viewer';
import type { SearchStep } from './tiers';

/** The articles that a search may return. */
export interface SearchScope {
  /** The dictionary to search; all dictionaries if omitted. */
  readonly dictionaryId?: string | undefined;
  readonly visibility: readonly Visibility[];
  readonly category?: string | undefined;
  readonly grammaticalClass?: string | undefined;
  /** BCP 47 tag: articles must have a translation into this language, and only translations into it match. */
  readonly language?: string | undefined;
}

/** A query for the hits of one match tier. A hit belongs to the best tier that finds it. */
export interface TierQuery {
  readonly scope: SearchScope;
  readonly step: SearchStep;
  /** The steps of the better tiers; articles that they find are left out. */
  readonly excluded: readonly SearchStep[];
  /** The hits of `excluded` that have been read; none if omitted. */
  readonly alreadyRead?: ReadSteps | undefined;
  /** Exclusive lower bound of `place`. */
  readonly after?: string | undefined;
  /** Inclusive upper bound of `place`. */
  readonly until?: string | undefined;
}

/** The articles that have been read for some steps, and the steps whose articles have not been read. */
export interface ReadSteps {
  readonly articles: readonly ArticleRecord[];
  readonly unreadSteps: readonly SearchStep[];
}

/** Steps of a search, of which none compares texts (`compare`). */
export interface UnionQuery {
  readonly scope: SearchScope;
  readonly steps: readonly SearchStep[];
  readonly alreadyRead: ReadSteps;
}

/** The range and the fields of the articles to read. */
export interface SearchRange {
  /** Maximum number of index entries to examine; `MAX_EXAMINED` by default. */
  readonly maxExamined?: number | undefined;
  /** Number of articles to skip. */
  readonly skip?: number | undefined;
  readonly limit: number;
  readonly fields?: FieldPaths | undefined;
}

/** The number of hits of a tier. */
export interface SearchCount {
  readonly count: number;
  /** False if counting stopped at the maximum number of examined index entries: there may be more hits. */
  readonly isWhole: boolean;
}

/** Finds articles by their search keys, one match tier at a time. A server reads its database, a device its memory. */
export interface ArticleSearch {
  /** Returns hits of a tier ordered by `place`, at most `limit`. Fewer if the maximum number of index entries has been examined. */
  readonly read: (query: TierQuery, range: SearchRange) => Promise<Bounded<ArticleRecord>>;
  /** Returns hits of a tier in any order, at most `limit`. */
  readonly readAny: (query: TierQuery, range: SearchRange) => Promise<readonly ArticleRecord[]>;
  /** Counts the hits of a tier, up to a limit. Stops at the maximum number of examined index entries. */
  readonly count: (query: TierQuery, limit: number) => Promise<SearchCount>;
  /** Counts the articles that any of the steps finds, up to a limit; `null` if more index entries would have to be examined than may be. */
  readonly countAll: (union: UnionQuery, limit: number) => Promise<number | null>;
  /**
   * Returns for each word its likely spellings in translations: the word itself, words one edit away, and other spellings of its sound.
   * Empty if no translation has any of them.
   */
  readonly wordsNear: (words: readonly string[]) => Promise<readonly (readonly string[])[]>;
  /**
   * Maps each article to pieces and collects them. A server runs other requests between them: hundreds of articles may have hundreds of
   * words each.
   */
  readonly collect: <Piece>(
    articles: readonly ArticleRecord[],
    make: (article: ArticleRecord) => readonly Piece[],
  ) => Promise<readonly Piece[]>;
}
