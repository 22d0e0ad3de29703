import { type Types, trusted } from 'mongoose';
import { isCountedList, EVERY_ARTICLE } from '../../domain/article/article-lists';
import type { Visibility } from '../../shared/viewer';

/** The number of articles of a segment in each list. */
export type ListCounts = Readonly<Record<string, number>>;

/**
 * A range of the ordered articles of one dictionary, or of all: from its first possible sort key up to the `from` of
 * the next segment. The sums of the counts are the totals of the lists. Pages can be read from the start of a segment.
 */
export interface ListSegment {
  readonly _id: Types.ObjectId;
  readonly scope: string;
  readonly from: string;
  readonly counts: Readonly<Record<Visibility, ListCounts>>;
}

/** The scope of lists over all dictionaries; no dictionary can have this identifier. */
export const ALL_DICTIONARIES = '*';

/** The fields that determine the lists of an article and its position in them. */
export interface ListFields {
  readonly sortKey: string;
  readonly lists: readonly string[];
  readonly isDisabled: boolean;
}

export function visibilityOf(listed: ListFields): Visibility {
  return listed.isDisabled ? 'hidden' : 'shown';
}

/** The lists of an article whose totals are stored. */
export function countedLists({ lists }: Pick<ListFields, 'lists'>): readonly string[] {
  return lists.filter(isCountedList);
}

/** The number of articles in a segment, shown and hidden. */
export function sizeOfSegment({ counts }: Pick<ListSegment, 'counts'>): number {
  return (counts.shown[EVERY_ARTICLE] ?? 0) + (counts.hidden[EVERY_ARTICLE] ?? 0);
}

/** The counts of a segment while articles are being counted. */
export type Counts = Record<Visibility, Record<string, number>>;

/** The counts of a set of articles. */
export function countsOf(articles: readonly ListFields[]): Counts {
  const counts: Counts = { shown: {}, hidden: {} };
  for (const article of articles) countOne(counts, article);
  return counts;
}

/** Counts one more article. */
export function countOne(counts: Counts, article: ListFields): void {
  const side = counts[visibilityOf(article)];
  for (const list of countedLists(article)) side[list] = (side[list] ?? 0) + 1;
}

/** The counts of a whole minus those of its parts. Lists without articles are left out. */
export function countsWithout(counts: ListSegment['counts'], parts: readonly Counts[]): Counts {
  const left = (side: Visibility) =>
    Object.entries(counts[side]).flatMap(([list, count]) => {
      const remaining = parts.reduce((sum, part) => sum - (part[side][list] ?? 0), count);
      return remaining === 0 ? [] : [[list, remaining] as const];
    });
  return { shown: Object.fromEntries(left('shown')), hidden: Object.fromEntries(left('hidden')) };
}

/** A range of one list of articles. Bounds are sort keys. */
export interface ArticleListRange {
  readonly scope: string;
  readonly list: string;
  /** Further lists that each found article must be in; an index finds one list only. */
  readonly besides?: readonly string[] | undefined;
  readonly visibility: readonly Visibility[];
  /** First key of the range (inclusive lower bound). */
  readonly from?: string | undefined;
  /** Last key of the range (inclusive upper bound). */
  readonly until?: string | undefined;
  /** Exclusive lower bound of the range. */
  readonly after?: string | undefined;
  /** Exclusive upper bound of the range. */
  readonly before?: string | undefined;
}

/** The filter of a range, in the order of the list indexes. */
export function listFilter({ scope, list, besides = [], visibility, ...range }: ArticleListRange) {
  const { from, until, after, before } = range;
  const bounds = {
    ...(from === undefined ? {} : { $gte: from }),
    ...(until === undefined ? {} : { $lte: until }),
    ...(after === undefined ? {} : { $gt: after }),
    ...(before === undefined ? {} : { $lt: before }),
  };
  const sides = visibility.map((side) => side === 'hidden');
  return {
    ...(scope === ALL_DICTIONARIES ? {} : { dictionaryId: scope }),
    ...inLists(list, besides),
    isDisabled: sides.length === 1 ? sides[0] === true : trusted({ $in: sides }),
    ...(Object.keys(bounds).length === 0 ? {} : { sortKey: trusted(bounds) }),
  };
}

/**
 * The filter for lists. The list whose index is to be read comes first; with `$and` beside it, mongoose would put it
 * last.
 */
function inLists(list: string, besides: readonly string[]) {
  if (besides.length === 0) return { lists: list };
  return { $and: [list, ...besides].map((name) => ({ lists: name })) };
}
