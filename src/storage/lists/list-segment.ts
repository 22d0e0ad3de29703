import type { Types } from 'mongoose';
import { isCountedList } from '../../domain/article/paired-lists';
import { EVERY_ARTICLE } from '../../domain/article/article-lists';

/** How many articles of a segment stand in each list. */
export type ListCounts = Readonly<Record<string, number>>;

/**
 * A stretch of the ordered articles of one dictionary, or of all of them: from its first possible sort key up to the
 * `from` of the next segment. The sums of its counts are the totals of the lists, its start is a page mark.
 */
export interface ListSegment {
  readonly _id: Types.ObjectId;
  readonly scope: string;
  readonly from: string;
  readonly counts: Readonly<Record<Visibility, ListCounts>>;
}

/** The scope of the lists that reach over all dictionaries; no dictionary can be called so. */
export const ALL_DICTIONARIES = '*';

/** What decides where an article is listed. */
export interface Listed {
  readonly sortKey: string;
  readonly lists: readonly string[];
  readonly isDisabled: boolean;
}

export type Visibility = 'shown' | 'hidden';

export function visibilityOf(listed: Listed): Visibility {
  return listed.isDisabled ? 'hidden' : 'shown';
}

/** The lists of an article whose totals are kept. */
export function countedLists({ lists }: Pick<Listed, 'lists'>): readonly string[] {
  return lists.filter(isCountedList);
}

/** Articles of a segment, whatever their visibility. */
export function sizeOfSegment({ counts }: Pick<ListSegment, 'counts'>): number {
  return (counts.shown[EVERY_ARTICLE] ?? 0) + (counts.hidden[EVERY_ARTICLE] ?? 0);
}

/** The counts of a segment while they are made. */
export type Counts = Record<Visibility, Record<string, number>>;

/** The counts of a set of articles, told from nothing but them. */
export function countsOf(articles: readonly Listed[]): Counts {
  const counts: Counts = { shown: {}, hidden: {} };
  for (const article of articles) countOne(counts, article);
  return counts;
}

/** Counts one more article. */
export function countOne(counts: Counts, article: Listed): void {
  const side = counts[visibilityOf(article)];
  for (const list of countedLists(article)) side[list] = (side[list] ?? 0) + 1;
}
