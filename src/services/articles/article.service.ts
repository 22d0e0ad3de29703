import type { ArticleRecord } from '../../domain/article/article-record';
import { SORT_RULES_VERSION } from '../../domain/article/derive-article';
import { cursorOf, type Page, type PageRequest, pageSizeOf, type Bounded } from '../../shared/paging';
import type { Projection } from '../../storage/articles/article-document';
import type { OpenList } from '../../storage/lists/article-list-reader';
import { pageTooFar } from '../../storage/lists/bounded-read';
import { type KeyedPageSource, readPageOf, pageOf, listRangeOf } from '../list-page';
import {
  type Facet,
  facetList,
  EVERY_ARTICLE,
  partList,
  translationList,
  fewestLists,
} from '../../domain/article/article-lists';
import type { ArticlePart } from '../../domain/article/article-content';
import { grouped } from '../../shared/grouped';
import { nfc } from '../../shared/text';
import { seesHidden, type Viewer, visibilityFor } from '../../shared/viewer';
import type { ArticleName } from '../../storage/articles/article-point-reads';
import { ALL_DICTIONARIES } from '../../storage/lists/list-segment';
import type { ListedArticle } from '../../storage/articles/stored-article';
import type { Storage } from '../../storage/storage';
import {
  type DictionaryStatistics,
  statisticsOf,
  type DictionaryService,
} from '../dictionaries/dictionary.service';
import { Failure } from '../../shared/failure';
import { invalid } from '../../shared/faults';
import type { TimeSpan, UpdatedSet } from '../../storage/lists/updated-list';

export type { ListedArticle };

/** Name and version of the order of articles. */
const ARTICLE_ORDER = `articles ${SORT_RULES_VERSION}`;

interface Slice {
  readonly pageRequest: PageRequest;
  readonly size: number;
  readonly fields?: Projection | undefined;
  readonly asBytes?: boolean | undefined;
}

/** The cursor of an article, which is valid as long as the sorting rules do not change. */
export function articleCursor({ sortKey }: Pick<ArticleRecord, 'sortKey'>): string {
  return cursorOf(sortKey, ARTICLE_ORDER);
}

/** Reads a page of a list: by its number, or the articles before or after a cursor. */
async function readItems(list: OpenList, slice: Slice): Promise<Page<ListedArticle>> {
  const { pageRequest, size } = slice;
  const { items, stoppedAt } =
    pageRequest.page === undefined
      ? await readRange(list, slice)
      : await readPage(list, slice, pageRequest.page);
  const cursor = stoppedAt === undefined ? undefined : articleCursor({ sortKey: stoppedAt });
  return pageOf({ pageRequest, size, items, stoppedAt: cursor, total: () => list.total() });
}

async function readPage(
  list: OpenList,
  { pageRequest, size, ...options }: Slice,
  page: number,
): Promise<Bounded<ListedArticle>> {
  const start = page === 1 ? { skip: 0 } : await list.seek(pageRequest.sort, (page - 1) * size);
  if (!start) return { items: [] };
  const { items, stoppedAt } = await list.read({
    ...start,
    order: pageRequest.sort,
    limit: size + 1,
    ...options,
  });
  if (page > 1 && items.length === 0 && stoppedAt !== undefined) throw pageTooFar();
  return { items, stoppedAt };
}

function readRange(
  list: OpenList,
  { pageRequest, size, ...options }: Slice,
): Promise<Bounded<ListedArticle>> {
  const { after, before, order } = listRangeOf(pageRequest, ARTICLE_ORDER);
  return list.read({ after, before, order, limit: size + 1, ...options });
}

/**
 * Filter of articles: of one dictionary or all; with a part, a language of translation, a category, a class or a
 * type. Omitted conditions do not restrict the list.
 */
export interface ArticleFilter extends Readonly<Partial<Record<Facet, string | null | undefined>>> {
  readonly dictionaryId?: string | null | undefined;
  readonly having?: ArticlePart | null | undefined;
  readonly language?: string | null | undefined;
  /** Only admins and editors may use it. */
  readonly isDisabled?: boolean | null | undefined;
  /** Time of the last change of content or state. Requires a dictionary. */
  readonly updatedAfter?: Date | null | undefined;
  readonly updatedBefore?: Date | null | undefined;
}

export interface ArticleListing {
  readonly filter: ArticleFilter;
  readonly pageRequest: PageRequest;
  /** The largest page that the caller may request. */
  readonly maxItems: number;
  readonly fields?: Projection | undefined;
  /** Whether the articles are only serialised, so that they need not be decoded. */
  readonly asBytes?: boolean | undefined;
}

/** The identifiers by which a caller names an article. */
export interface ArticleAddress {
  /** Identifier or number of the dictionary. */
  readonly dictionaryId: string;
  /** Number (digits alone) or public identifier of the article. */
  readonly id: string;
}

/** An article to read, and the stored fields that the response needs. */
export interface ArticleKey extends ArticleAddress {
  readonly fields?: Projection | undefined;
}

/** Reads articles. Articles that a viewer must not see do not exist for the viewer. */
export class ArticleService {
  constructor(
    private readonly storage: Pick<Storage, 'articles' | 'articleLists' | 'updatedList'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /**
   * One page of a list of articles, ordered by folded headword, exact headword, dictionary and number.
   *
   * @throws Failure INVALID_INPUT when the page request contradicts itself, or reaches further than filtered lists count
   * @throws Failure FORBIDDEN when the viewer may not use the filter
   */
  async list(viewer: Viewer, listing: ArticleListing): Promise<Page<ListedArticle>> {
    const { filter, pageRequest, maxItems, ...options } = listing;
    const size = pageSizeOf(pageRequest, maxItems);
    const [list = EVERY_ARTICLE, ...besides] = fewestLists(filteredLists(filter));
    const dictionaryId =
      typeof filter.dictionaryId === 'string' ? await this.dictionaries.idOf(filter.dictionaryId) : undefined;
    const visibility = visibilityFor(viewer, dictionaryId, filter.isDisabled);
    const updated = updatedIn(filter);
    if (updated && dictionaryId !== undefined)
      return this.updated(
        { dictionaryId, visibility, lists: filteredLists(filter), updated, order: 'headword' },
        listing,
      );
    const scope = dictionaryId ?? ALL_DICTIONARIES;
    return readItems(this.storage.articleLists.open({ scope, list, besides, visibility }), {
      pageRequest,
      size,
      ...options,
    });
  }

  private updated(set: UpdatedSet, { pageRequest, maxItems, ...options }: ArticleListing) {
    const { updatedList } = this.storage;
    const list: KeyedPageSource<ListedArticle> = {
      version: ARTICLE_ORDER,
      read: (query) => updatedList.read(set, query, options),
      total: () => updatedList.total(set, {}),
    };
    return readPageOf(list, pageRequest, maxItems);
  }

  /**
   * One article by its identifier.
   *
   * @returns `undefined` when it does not exist, or the viewer may not see it
   */
  async get(viewer: Viewer, { dictionaryId, id, fields }: ArticleKey): Promise<ArticleRecord | undefined> {
    const article = await this.storage.articles.findOne({
      dictionaryId: await this.dictionaries.idOf(dictionaryId),
      name: articleNameFrom(id),
      fields,
    });
    return article?.isDisabled && !seesHidden(viewer, article.dictionaryId) ? undefined : article;
  }

  /** Article counts of dictionaries as the viewer may see them, in the order of their identifiers. */
  async statistics(viewer: Viewer, dictionaryIds: readonly string[]): Promise<DictionaryStatistics[]> {
    const sets = [...grouped(dictionaryIds, (id) => seesHidden(viewer, id)).values()];
    const totals = await Promise.all(
      sets.map((ids) => this.storage.articleLists.totalsOf(ids, visibilityFor(viewer, ids[0]))),
    );
    const all = new Map(totals.flatMap((some) => [...some]));
    return dictionaryIds.map((id) => statisticsOf(all.get(id) ?? {}));
  }
}

/** The error for an article that does not exist, or that the viewer may not see. */
export function articleNotFound(): Failure {
  return new Failure('NOT_FOUND', 'There is no such article');
}

/**
 * Parses the identifier of an article. Digits are a number, unless there are too many for a number. Source: interface
 * decisions, "Path ids".
 */
export function articleNameFrom(id: string): ArticleName {
  const number = /^\d+$/.test(id) ? Number(id) : NaN;
  return Number.isSafeInteger(number) ? { number } : { publicId: nfc(id) };
}

/**
 * The span of time of the last changes that a filter selects.
 *
 * @throws Failure INVALID_INPUT without a dictionary
 */
export function updatedIn({
  dictionaryId,
  updatedAfter,
  updatedBefore,
}: ArticleFilter): TimeSpan | undefined {
  if (!updatedAfter && !updatedBefore) return undefined;
  if (typeof dictionaryId !== 'string') {
    const name = updatedAfter ? 'updatedAfter' : 'updatedBefore';
    const names = 'filter.dictionaryId or filter.dictionary';
    throw invalid(['filter', name], `${name} requires a dictionary: ${names}`);
  }
  return { after: updatedAfter ?? undefined, before: updatedBefore ?? undefined };
}

/** The lists of the articles that a filter selects. */
export function filteredLists({
  having,
  language,
  category,
  class: grammaticalClass,
  type,
}: Omit<ArticleFilter, 'dictionaryId'>): string[] {
  const lists = [
    typeof having === 'string' && partList(having),
    typeof language === 'string' && translationList(language),
    typeof category === 'string' && facetList('category', nfc(category)),
    typeof grammaticalClass === 'string' && facetList('class', nfc(grammaticalClass)),
    typeof type === 'string' && facetList('type', nfc(type)),
  ];
  return lists.filter((list) => typeof list === 'string');
}
