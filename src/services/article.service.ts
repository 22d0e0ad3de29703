import type { ArticlePart } from '../domain/article/article-part';
import type { ArticleRecord, ListedArticle } from '../domain/article/article-record';
import { EVERY_ARTICLE, partList, translationList } from '../domain/article/article-lists';
import { Failure } from '../shared/failure';
import { type Page, sizeOf, type Window } from '../shared/paging';
import { nfc } from '../shared/text';
import { seesHidden, type Viewer } from '../shared/viewer';
import type { Projection } from '../storage/article-document';
import type { ArticleName } from '../storage/article-repository';
import { ALL_DICTIONARIES } from '../storage/list-segment';
import type { Storage } from '../storage/storage';
import { readWindow } from './article-window';
import type { DictionaryService } from './dictionary.service';
import { visibilityFor } from './visibility';

/** Which articles: of one dictionary or all; all of them, or those that have a part or a translation into a language. */
export interface ArticleFilter {
  readonly dictionaryId?: string | null | undefined;
  readonly having?: ArticlePart | null | undefined;
  readonly language?: string | null | undefined;
}

export interface ArticleListing {
  readonly filter: ArticleFilter;
  readonly window: Window;
  /** The largest page that the caller may ask for. */
  readonly mostItems: number;
  readonly fields?: Projection | undefined;
}

export interface ArticleAddress {
  readonly dictionaryId: string;
  readonly id: string;
  readonly fields?: Projection | undefined;
}

/** Reads articles. What a viewer must not see is answered as if it did not exist. */
export class ArticleService {
  constructor(
    private readonly storage: Pick<Storage, 'articles' | 'articleLists'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /**
   * One page of a list of articles, ordered by folded headword, exact headword, dictionary and number.
   *
   * @throws Failure INVALID_INPUT when the window or the filter contradicts itself
   */
  async list(
    viewer: Viewer,
    { filter, window, mostItems, fields }: ArticleListing,
  ): Promise<Page<ListedArticle>> {
    const size = sizeOf(window, mostItems);
    const list = listOf(filter);
    const scope =
      typeof filter.dictionaryId === 'string'
        ? await this.dictionaries.idOf(filter.dictionaryId)
        : ALL_DICTIONARIES;
    const visibility = visibilityFor(viewer);
    return readWindow(this.storage.articleLists.open({ scope, list, visibility }), { window, size, fields });
  }

  /**
   * One article by number (digits alone) or by public identifier.
   *
   * @returns `undefined` when there is none, or none that the viewer may see
   */
  async get(
    viewer: Viewer,
    { dictionaryId, id, fields }: ArticleAddress,
  ): Promise<ArticleRecord | undefined> {
    const found = await this.storage.articles.find(
      await this.dictionaries.idOf(dictionaryId),
      nameFrom(id),
      fields,
    );
    return found && (!found.isDisabled || seesHidden(viewer)) ? found : undefined;
  }
}

/** All digits name a number, unless it is longer than numbers get. Source: interface decisions, "Path ids". */
function nameFrom(id: string): ArticleName {
  const number = /^\d+$/.test(id) ? Number(id) : NaN;
  return Number.isSafeInteger(number) ? { number } : { publicId: nfc(id) };
}

function listOf({ having, language }: ArticleFilter): string {
  if (typeof having === 'string' && typeof language === 'string')
    throw new Failure('INVALID_INPUT', 'having and language exclude each other');
  if (typeof having === 'string') return partList(having);
  return typeof language === 'string' ? translationList(language) : EVERY_ARTICLE;
}
