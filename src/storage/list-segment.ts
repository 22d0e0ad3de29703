import type { Types } from 'mongoose';
import { isFacetList } from '../domain/article/article-facets';

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
  readonly counts: { readonly shown: ListCounts; readonly hidden: ListCounts };
}

/** The scope of the lists that reach over all dictionaries; no dictionary can be called so. */
export const ALL_DICTIONARIES = '*';

/** The list that every article stands in. */
export const EVERY_ARTICLE = 'article';

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
  return lists.filter((list) => !isFacetList(list));
}

/** Articles of a segment, whatever their visibility. */
export function sizeOfSegment({ counts }: Pick<ListSegment, 'counts'>): number {
  return (counts.shown[EVERY_ARTICLE] ?? 0) + (counts.hidden[EVERY_ARTICLE] ?? 0);
}

/** The counts of a set of articles, told from nothing but them. */
export function countsOf(articles: readonly Listed[]): ListSegment['counts'] {
  const counts: Record<Visibility, Record<string, number>> = { shown: {}, hidden: {} };
  for (const article of articles) {
    const side = counts[visibilityOf(article)];
    for (const list of countedLists(article)) side[list] = (side[list] ?? 0) + 1;
  }
  return counts;
}
