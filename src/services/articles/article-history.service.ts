import type { ArticleRevision, RevisionRecord } from '../../domain/article/article';
import { revisionSortKey } from '../../domain/article/article-record';
import { JsonText } from '../../shared/json';
import { cursorOf, type Page, type PageRequest } from '../../shared/paging';
import { seesHidden, type Viewer } from '../../shared/viewer';
import type { ArticleNumber } from '../../storage/articles/article-repository';
import type { Storage } from '../../storage/storage';
import { type ArticleAddress, articleNameFrom, articleNotFound } from './article.service';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { readPageOf, unfilteredSource, type UnfilteredList } from '../list-page';

/** Name and version of the order of revisions, by number; cursors of another one are refused. */
const REVISION_ORDER = 'revisions 1';

/** Names a revision of an article. */
export interface RevisionName extends ArticleNumber {
  readonly revision: number;
}

export function revisionCursor({ revision }: Pick<ArticleRevision, 'revision'>): string {
  return cursorOf(revisionSortKey(revision), REVISION_ORDER);
}

/** Reads the earlier revisions of articles. */
export class ArticleHistoryService {
  constructor(
    private readonly storage: Pick<Storage, 'articles' | 'revisions'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /** One page of the earlier revisions of an article. @throws Failure NOT_FOUND without such an article */
  async list(
    address: ArticleAddress,
    pageRequest: PageRequest,
    maxItems: number,
  ): Promise<Page<ArticleRevision>> {
    const article = await this.articleOf(address);
    const { revisions } = this.storage;
    const list: UnfilteredList<ArticleRevision> = {
      read: (query) => revisions.read(article, query),
      total: () => revisions.total(article),
    };
    return readPageOf(unfilteredSource(REVISION_ORDER, list), pageRequest, maxItems);
  }

  /** One earlier revision with its free JSON; `undefined` if none is stored, or the viewer is not an editor. */
  async visible(viewer: Viewer, { revision, ...article }: RevisionName): Promise<RevisionRecord | undefined> {
    return seesHidden(viewer, article.dictionaryId)
      ? this.storage.revisions.find(article, revision)
      : undefined;
  }

  /** The free JSON of an earlier revision; `undefined` when none is stored. */
  async source(address: ArticleAddress, revision: number): Promise<JsonText | undefined> {
    const record = await this.storage.revisions.find(await this.articleOf(address), revision);
    return record && new JsonText(record.source);
  }

  private async articleOf({ dictionaryId, id }: ArticleAddress) {
    const article = await this.storage.articles.findOne({
      dictionaryId: await this.dictionaries.idOf(dictionaryId),
      name: articleNameFrom(id),
      fields: { dictionaryId: 1, number: 1 },
    });
    if (!article) throw articleNotFound();
    return article;
  }
}
