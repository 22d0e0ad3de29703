import { trusted } from 'mongoose';
import { EVERY_ARTICLE } from '../../domain/article/article-lists';
import { type Bounded, FIRST_EXAMINED } from '../../shared/paging';
import { byCodePoint } from '../../shared/text';
import { type ArticleDocument, type Projection, recordOf } from '../articles/article-document';
import { type ListedArticle, StoredArticle } from '../articles/stored-article';
import type { Models } from '../models';
import { findAll } from '../mongo/find-all';
import { ALPHABET_KEY, type AlphabeticalSet, leadOf } from './alphabetical-list';
import { rangeFilter, countKeyed, type Filter, type KeyRange, type RangeQuery } from './keyed-list';
import { along, readNarrowed } from './narrowed-list';

/** A span of time. Both ends are outside of it. */
export interface TimeSpan {
  readonly after?: Date | undefined;
  readonly before?: Date | undefined;
}

/** Articles of one dictionary that last changed within a span of time. */
export interface UpdatedSet extends AlphabeticalSet {
  readonly order: 'headword' | 'alphabet';
  readonly updated: TimeSpan;
}

/** The requested fields of the articles, decoded or as stored text. */
interface RequestedFields {
  readonly fields?: Projection | undefined;
  readonly asBytes?: boolean | undefined;
}

type Candidate = Pick<ArticleDocument, 'number' | 'isDisabled' | 'lists' | 'sortKey' | 'keys'>;

/**
 * Reads the articles that changed within a span of time, in the orders of lists. If they are few, the index of times
 * finds them; if they are many, a page is found soon along the list itself.
 */
export class UpdatedList {
  constructor(private readonly models: Pick<Models, 'articles'>) {}

  async read(
    set: UpdatedSet,
    query: RangeQuery,
    { fields, asBytes }: RequestedFields,
  ): Promise<Bounded<ListedArticle>> {
    const few = await this.fewChanged(set);
    const projection: Projection | undefined = fields && { ...fields, [sortFieldOf(set)]: 1 };
    const { items: articles, stoppedAt } = few
      ? { items: await this.articlesOf(set, selected(few, set, query), projection) }
      : await this.readAlong(set, query, projection);
    return {
      items: articles.map((article) => (asBytes ? StoredArticle.of(article) : recordOf(article))),
      stoppedAt,
    };
  }

  /** The number of articles in a range of keys; `null` if counting would examine too many. */
  async total(set: UpdatedSet, range: KeyRange): Promise<number | null> {
    const few = await this.fewChanged(set);
    if (few) return selected(few, set, { ...range, order: 'ASC', limit: few.length }).length;
    const { articles } = this.models;
    const lead = spanOf(set);
    if ((await countKeyed(articles, lead)) === null) return null;
    const { isDisabled } = leadOf(set);
    const conditions = { isDisabled, ...inAll(set.lists), ...rangeFilter(sortFieldOf(set), range) };
    return countKeyed(articles, along(lead, conditions));
  }

  /** All articles that changed in the span, regardless of the other conditions; `undefined` if there are too many. */
  private async fewChanged(set: UpdatedSet): Promise<readonly Candidate[] | undefined> {
    const candidates = await findAll(this.models.articles, {
      filter: spanOf(set),
      fields: { number: 1, isDisabled: 1, lists: 1, [sortFieldOf(set)]: 1 },
      limit: FIRST_EXAMINED + 1,
    });
    return candidates.length > FIRST_EXAMINED ? undefined : candidates;
  }

  private async articlesOf(
    set: UpdatedSet,
    candidates: readonly Candidate[],
    fields: Projection | undefined,
  ): Promise<readonly ArticleDocument[]> {
    const numbers = candidates.map(({ number }) => number);
    const articles = await findAll(this.models.articles, {
      filter: { dictionaryId: set.dictionaryId, number: { $in: numbers } },
      fields: fields && { ...fields, number: 1 },
      isForResponse: true,
    });
    const byNumber = new Map(articles.map((article) => [article.number, article]));
    return numbers.flatMap((number) => byNumber.get(number) ?? []);
  }

  private readAlong(set: UpdatedSet, query: RangeQuery, fields: Projection | undefined) {
    const lead: Filter = set.order === 'alphabet' ? leadOf(set) : { ...leadOf(set), lists: EVERY_ARTICLE };
    const { updatedAt } = spanOf(set);
    const conditions = { ...inAll(set.lists), updatedAt };
    const list = { key: sortFieldOf(set), leads: [lead], conditions, fields: { _id: 0, ...fields } as const };
    return readNarrowed<ArticleDocument, string>(this.models.articles, list, query);
  }
}

function sortFieldOf({ order }: UpdatedSet): string {
  return order === 'alphabet' ? ALPHABET_KEY : 'sortKey';
}

function spanOf({ dictionaryId, updated: { after, before } }: UpdatedSet) {
  const bounds = { ...(after && { $gt: after }), ...(before && { $lt: before }) };
  return { dictionaryId, updatedAt: trusted(bounds) };
}

function inAll(lists: readonly string[]): Filter {
  return lists.length === 0 ? {} : { $and: lists.map((list) => ({ lists: list })) };
}

/** The articles of the list and the range, in the order of the query. */
function selected(few: readonly Candidate[], set: UpdatedSet, query: RangeQuery): readonly Candidate[] {
  const { skip = 0, limit, order, after, before, from } = query;
  const sign = order === 'ASC' ? 1 : -1;
  return few
    .map((candidate) => ({
      candidate,
      key: (set.order === 'alphabet' ? candidate.keys.alphabet : candidate.sortKey) ?? '',
    }))
    .filter(
      ({ candidate, key }) =>
        set.visibility.includes(candidate.isDisabled ? 'hidden' : 'shown') &&
        set.lists.every((list) => candidate.lists.includes(list)) &&
        (after === undefined || byCodePoint(key, after) > 0) &&
        (before === undefined || byCodePoint(key, before) < 0) &&
        (from === undefined || byCodePoint(key, from) >= 0),
    )
    .toSorted((a, b) => sign * byCodePoint(a.key, b.key))
    .slice(skip, skip + limit)
    .map(({ candidate }) => candidate);
}
