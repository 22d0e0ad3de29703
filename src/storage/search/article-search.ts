import { trusted } from 'mongoose';
import type { ArticleRecord } from '../../domain/article/article-record';
import type {
  ArticleSearch,
  SearchCount,
  SearchRange,
  TierQuery,
  UnionQuery,
} from '../../domain/search/article-search';
import { stepFor } from '../../domain/search/match';
import type { Lookup, SearchStep } from '../../domain/search/tiers';
import { longSteps } from '../../shared/fair-queue';
import { grouped } from '../../shared/grouped';
import { type Bounded, FIRST_EXAMINED, MAX_EXAMINED } from '../../shared/paging';
import { byCodePoint } from '../../shared/text';
import { type ArticleDocument, type Projection, recordOf } from '../articles/article-document';
import { readBounded } from '../lists/bounded-read';
import type { Models } from '../models';
import { findAll } from '../mongo/find-all';
import { countTogether, findTogether } from '../mongo/read-together';
import { furtherConditions, indexFilter, searchFilter } from './search-filter';
import { Vocabulary } from './vocabulary';

/**
 * Counts the articles that any of the steps finds, up to a limit. Steps with a single lookup find nearly all of them; these are combined
 * and counted along the index, without reading articles. Those whose articles are known are not counted again.
 *
 * @returns `null` if the maximum number of examined index entries is exceeded
 */
async function countAll(
  search: Pick<ArticleSearch, 'collect' | 'count'>,
  { scope, alreadyRead: { articles, unreadSteps: steps } }: UnionQuery,
  limit: number,
): Promise<number | null> {
  const only = await search.collect(articles, (article) =>
    stepFor(article, steps, scope.language) === undefined ? [article] : [],
  );
  const combined = (['broad', 'precise'] as const).flatMap((kind) => combinedStep(steps, kind) ?? []);
  const others = steps.filter(
    (step) =>
      singleLookupKeys(step, 'broad') === undefined && singleLookupKeys(step, 'precise') === undefined,
  );
  const counted: SearchStep[] = [];
  let total = only.length;
  for (const step of [...combined, ...others]) {
    if (total >= limit) break;
    const { count, isWhole } = await search.count({ scope, step, excluded: counted }, limit - total);
    if (!isWhole) return null;
    total += count;
    counted.push(step);
  }
  return Math.min(total, limit);
}

/** One step for all steps with a single lookup of keys of a kind; `undefined` if there is none. */
function combinedStep(steps: readonly SearchStep[], kind: Lookup['in']): SearchStep | undefined {
  const keys = new Set(steps.flatMap((step) => singleLookupKeys(step, kind) ?? []));
  return keys.size === 0 ? undefined : { tier: 'word', lookups: [{ in: kind, anyOf: [...keys] }] };
}

/**
 * The keys of a step with a single `anyOf` lookup of a kind; `undefined` for other steps. The required headword of the exact tier is
 * ignored: the next tier has the same keys, so that the sum is right.
 */
function singleLookupKeys(
  { lookups: [first, ...more] }: SearchStep,
  kind: Lookup['in'],
): readonly string[] | undefined {
  if (first === undefined || more.length > 0 || !('anyOf' in first) || first.in !== kind) return undefined;
  return first.anyOf;
}

/** Finds articles in the database by their search keys. Every query is bounded by an index. */
export class IndexedArticleSearch implements ArticleSearch {
  private readonly vocabulary: Vocabulary;

  constructor(private readonly models: Pick<Models, 'articles' | 'translationWords'>) {
    this.vocabulary = new Vocabulary(models);
  }

  wordsNear(words: readonly string[]): Promise<readonly (readonly string[])[]> {
    return this.vocabulary.near(words);
  }

  async collect<Piece>(
    articles: readonly ArticleRecord[],
    make: (article: ArticleRecord) => readonly Piece[],
  ): Promise<readonly Piece[]> {
    return (await longSteps.map(articles, make)).flat();
  }

  async read(query: TierQuery, range: SearchRange): Promise<Bounded<ArticleRecord>> {
    const { alreadyRead, ...unread } = query;
    const { skip = 0, limit } = range;
    if (alreadyRead === undefined || skip > 0) return this.readAsked(unread, range);
    // Known articles are removed here, because the database would compare each article with all conditions of their
    // tiers.
    const { step, scope } = unread;
    const both = alreadyRead.articles.filter((article) => stepFor(article, [step], scope.language));
    const sortKeys = new Set(both.map(({ sortKey }) => sortKey));
    const { items: readArticles, ...bounds } = await this.readAsked(
      { ...unread, excluded: alreadyRead.unreadSteps },
      { ...range, limit: limit + sortKeys.size },
    );
    return { ...bounds, items: readArticles.filter(({ sortKey }) => !sortKeys.has(sortKey)).slice(0, limit) };
  }

  private async readAsked(query: TierQuery, range: SearchRange): Promise<Bounded<ArticleRecord>> {
    if (!isInOrder(query)) return this.readUnordered(query, range);
    if (furtherConditions(query).length === 0) return { items: await this.readAll(query, range) };
    const stretchOf = async (n: number) => {
      const within = await this.within(query, n);
      const [lead] = within.step.lookups;
      return {
        until: within.until,
        read: () => this.readAll(within, range),
        ...(lead && {
          size: () => entriesIn(this.models, { ...query, step: { ...query.step, lookups: [lead] } }),
        }),
      };
    };
    return readBounded(range.limit, stretchOf, range.maxExamined);
  }

  // Ordering all hits would cost more than finding them.
  async readAny(query: TierQuery, range: SearchRange): Promise<ArticleRecord[]> {
    const { limit, fields } = range;
    const isBounded = furtherConditions(query).length === 0 && query.after === undefined;
    if (!isBounded && !(await isFew(this.models, query))) return readSome(this.models, query, range);
    const articles = await findTogether(this.models.articles, {
      filter: searchFilter(query),
      fields,
      limit,
      isForResponse: true,
    });
    return articles.map(recordOf);
  }

  async count(query: TierQuery, limit: number): Promise<SearchCount> {
    if (furtherConditions(query).length === 0)
      return { count: await this.counted(query, limit), isWhole: true };
    if (!isInOrder(query)) return this.countAny(query, limit);
    const within = await this.within(query, MAX_EXAMINED);
    const count = await this.counted(within, limit);
    return { count, isWhole: within.until === undefined || count >= limit };
  }

  countAll(union: UnionQuery, limit: number): Promise<number | null> {
    return countAll(this, union, limit);
  }

  /** Reads hits of a tier whose index does not order them. Few hits, the usual case, are sorted in memory; the database could not sort too many. */
  private async readUnordered(query: TierQuery, range: SearchRange): Promise<Bounded<ArticleRecord>> {
    const { skip = 0, limit } = range;
    if (furtherConditions(query).length === 0 && query.after === undefined) {
      const articles = await this.readAny(query, { ...range, limit: skip + limit + 1 });
      if (articles.length <= skip + limit) return { items: inOrderOfPlace(articles).slice(skip) };
    }
    const examined = await entriesIn(this.models, query);
    if (examined > (range.maxExamined ?? Infinity)) return { items: [], isPart: true, examined };
    if (examined === 0) return { items: [], examined };
    if (examined <= MAX_EXAMINED) return { items: await this.readAll(query, range), examined };
    return { items: await readSome(this.models, query, range), isPart: true, examined };
  }

  private async readAll(query: TierQuery, { skip = 0, limit, fields }: SearchRange) {
    const articles = await findTogether(this.models.articles, {
      filter: searchFilter(query),
      fields,
      sort: { 'keys.place': 1 },
      skip,
      limit,
      isForResponse: true,
    });
    return articles.map(recordOf);
  }

  /** Counts hits of a tier whose index does not order them, if there are at most MAX_EXAMINED index entries; otherwise counts none. */
  private async countAny(query: TierQuery, limit: number): Promise<SearchCount> {
    if (!(await isFew(this.models, query))) return { count: 0, isWhole: false };
    return { count: await this.counted(query, limit), isWhole: true };
  }

  private counted(query: TierQuery, limit: number): Promise<number> {
    return countTogether(this.models.articles, searchFilter(query), limit);
  }

  /** Limits a query to the next n index entries of one lookup, the one whose entries reach the highest `place`. */
  private async within(query: TierQuery, n: number): Promise<TierQuery> {
    const { step } = query;
    const ends = await Promise.all(
      step.lookups.map(async (lookup) => ({ lookup, until: await this.placeOf(query, lookup, n) })),
    );
    const [farthest] = ends.toSorted((a, b) => fartherFirst(a.until, b.until));
    if (farthest === undefined) return query;
    const { lookup: lead, until } = farthest;
    const lookups = [lead, ...step.lookups.filter((lookup) => lookup !== lead)];
    return { ...query, step: { ...step, lookups }, until };
  }

  /** The `place` of the n-th article of a lookup; `undefined` if no further one follows. */
  private async placeOf(query: TierQuery, lookup: Lookup, n: number): Promise<string | undefined> {
    const [nth, next] = await findTogether(this.models.articles, {
      filter: indexFilter(query, lookup),
      fields: { 'keys.place': 1 },
      sort: { 'keys.place': 1 },
      skip: n - 1,
      limit: 2,
    });
    return nth && next ? nth.keys.place : undefined;
  }
}

/** Whether the indexes return the articles of all lookups ordered by `place`. */
function isInOrder({ step }: TierQuery): boolean {
  return step.lookups.every((lookup) => lookup.in === 'broad');
}

function fartherFirst(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  return byCodePoint(b, a);
}

type Articles = Pick<Models, 'articles'>;
type Reference = Pick<ArticleDocument, 'dictionaryId' | 'number' | 'keys'>;

/** Fields that identify an article, and its `place`. */
const REFERENCE_FIELDS: Projection = { dictionaryId: 1, number: 1, 'keys.place': 1 };

/** The filter for all index entries of the first lookup of a tier, without its bounds and further conditions. */
function indexEntriesFilter({ scope, step, excluded }: TierQuery) {
  const [first] = step.lookups;
  if (first === undefined) throw new Error(`the tier ${step.tier} looks up nothing`);
  return indexFilter({ scope, step, excluded }, first);
}

/** Counts these entries, up to one more than may be examined. */
function entriesIn({ articles }: Articles, query: TierQuery): Promise<number> {
  return countTogether(articles, indexEntriesFilter(query), MAX_EXAMINED + 1);
}

/** Whether all of these entries may be examined. */
async function isFew(models: Articles, query: TierQuery): Promise<boolean> {
  return (await entriesIn(models, query)) <= MAX_EXAMINED;
}

/** Reads hits of such a tier among the first MAX_EXAMINED index entries, ordered by `place`. Later entries are not found. */
async function readSome(
  models: Articles,
  query: TierQuery,
  { skip = 0, limit, fields }: SearchRange,
): Promise<ArticleRecord[]> {
  const { after } = query;
  const entries: readonly Reference[] = await findAll(models.articles, {
    filter: indexEntriesFilter(query),
    fields: REFERENCE_FIELDS,
    limit: MAX_EXAMINED,
  });
  const behind = inOrderOfPlace(entries).filter(
    ({ keys }) => after === undefined || byCodePoint(keys.place, after) > 0,
  );
  const conditions = furtherConditions(query);
  const articles: ArticleRecord[] = [];
  for (let i = 0; i < behind.length && articles.length < skip + limit; i += FIRST_EXAMINED) {
    const piece = grouped(behind.slice(i, i + FIRST_EXAMINED), ({ dictionaryId }) => dictionaryId);
    const read = [...piece].map(([dictionaryId, some]) => {
      const number = trusted({ $in: some.map((reference) => reference.number) });
      const filter = { dictionaryId, number, ...(conditions.length === 0 ? {} : { $and: [...conditions] }) };
      return findAll(models.articles, { filter, fields, isForResponse: true });
    });
    articles.push(...inOrderOfPlace((await Promise.all(read)).flat()).map(recordOf));
  }
  return articles.slice(skip, skip + limit);
}

function inOrderOfPlace<One extends Pick<Reference, 'keys'>>(articles: readonly One[]): One[] {
  return articles.toSorted((a, b) => byCodePoint(a.keys.place, b.keys.place));
}
