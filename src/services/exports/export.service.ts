import type { ArticleRecord } from '../../domain/article/article-record';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import type { Media } from '../../domain/article/media';
import { dictionaryUsage, mediaUsage } from '../../domain/usage/usage';
import { Failure } from '../../shared/failure';
import { grouped } from '../../shared/grouped';
import type { Json } from '../../shared/json';
import { type Page, pageSizeOf, cursorOf, positionOf } from '../../shared/paging';
import type { ChangesService } from './changes.service';
import { seesHidden, type Viewer } from '../../shared/viewer';
import type { DictionaryFile } from '../../storage/dictionaries/dictionary-files';
import type { Storage } from '../../storage/storage';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { digestOf } from '../../shared/digest';

/** Minimum number of articles in one read: an article has at most 256 KiB, and so has its imported entry. */
const MIN_ARTICLES_PER_READ = 16;

/** Maximum number of articles in one read, after short articles: an export spends most of its time on reads. */
const MAX_ARTICLES_PER_READ = 64;

/** Intended length of the articles in one read, in characters, if they are as long as those before them. */
const CHARACTERS_PER_READ = 256 * 1024;

/** The number of articles to read next, from the length of those read last. */
function nextBatchSize(articles: readonly Pick<ArticleRecord, 'source'>[]): number {
  const characters = articles.reduce((sum, { source }) => sum + source.length, 0);
  const fitting = Math.floor((CHARACTERS_PER_READ * articles.length) / Math.max(1, characters));
  return Math.max(MIN_ARTICLES_PER_READ, Math.min(MAX_ARTICLES_PER_READ, fitting));
}

/** Characters of the stored texts after which a page ends; the read that exceeds them is the last one. */
const CHARACTERS_PER_PAGE = 1024 * 1024;

/** Maximum number of articles examined for one page, including those that the viewer may not see. */
const MAX_EXAMINED_ARTICLES = 1000;

/** Name and version of the order of articles, by number; cursors of another one are refused. */
const EXPORT_ORDER = 'exported articles 1';

/** Raise it when the files written from the same data change, so that clients fetch their copies again. */
const FILES_VERSION = 1;

/** The fields of an article that files contain. */
export type ExportedArticle = Pick<
  ArticleRecord,
  'number' | 'publicId' | 'radical' | 'source' | 'isDisabled' | 'likeCount' | 'unlikeCount' | 'userVersions'
> & {
  /** Its recordings and pictures, if requested. */
  readonly media?: readonly ExportedMedia[];
};

/** The metadata of a recording or picture in an exported file. */
export type ExportedMedia = Pick<
  Media,
  'name' | 'kind' | 'size' | 'sha256' | 'description' | 'lang' | 'speaker' | 'license'
>;

/** The metadata that everyone may read. */
export type ExportedMetadata = Pick<
  DictionaryRecord,
  | 'dictionaryId'
  | 'abbreviatedName'
  | 'shortName'
  | 'longName'
  | 'description'
  | 'language'
  | 'license'
  | 'scripts'
  | 'targetLanguages'
  | 'searchProfile'
> &
  Partial<
    Pick<
      DictionaryRecord,
      | 'comment'
      | 'publication'
      | 'reviewVersion'
      | 'reviewYear'
      | 'source'
      | 'sourceAuthors'
      | 'targetAuthors'
    >
  >;

/** Called for each article written, with the format whose imported entries the file keeps and a function that reads it back from the file. */
export type OnArticleExported = (
  article: ExportedArticle,
  written: {
    readonly format: string;
    readonly read: () => Json;
    /** Whether its recordings and pictures are written too. */
    readonly hasMedia?: boolean;
    /** All text that the file contains for the article, with its markup, if the file is for people. */
    readonly text?: string;
  },
) => void;

/** A dictionary as it is written to a file. */
export interface ExportedDictionary {
  readonly onArticle?: OnArticleExported;
  readonly dictionary: ExportedMetadata;
  /** The text of an imported file outside its entries. */
  readonly files: ReadonlyMap<string, string>;
  /** The articles in the order of their numbers. Each iteration reads them again. */
  readonly articles: AsyncIterable<ExportedArticle>;
  /** The bytes of a recording or picture of one of its articles. */
  readonly contentOf?: (media: ExportedMedia) => AsyncIterable<Uint8Array>;
}

/** Maximum number of recordings and pictures in a package that is sent: their names stay in memory until its end. */
const MAX_FILES_IN_PACKAGE = 20_000;

/** The head of an export of a dictionary. */
export interface DictionaryExport {
  readonly dictionaryId: string;
  readonly dictionary: DictionaryRecord;
  readonly format: string;
  readonly files: readonly DictionaryFile[];
  /** The entity tag. It changes with the articles, the metadata and the format, but not with votes. */
  readonly etag: string;
  /** Path of the report about data missing from the file. */
  readonly losses: string;
  /**
   * The time of the last change, which changes at least as often as the tag; null if the time does not identify the
   * export.
   */
  readonly modifiedAt: Date | null;
}

/** A page of whole articles, in the order of their numbers. */
export interface ArticlesPageRequest {
  readonly first?: number | undefined;
  readonly after?: string | undefined;
}

export function numberCursor({ number }: Pick<ArticleRecord, 'number'>): string {
  return cursorOf(String(number), EXPORT_ORDER);
}

/** Reads whole dictionaries, with a batch of articles in memory. */
export class ExportService {
  constructor(
    private readonly storage: Pick<
      Storage,
      'articles' | 'dictionaries' | 'dictionaryFiles' | 'media' | 'usages'
    >,
    private readonly dictionaries: DictionaryService,
    private readonly changesOf: Pick<ChangesService, 'listsState'>,
  ) {}

  /** A dictionary for the operator, with its disabled articles. @throws Failure DICTIONARY_NOT_FOUND */
  async open(dictionaryId: string): Promise<ExportedDictionary> {
    const [dictionary] = await this.storage.dictionaries.findMany([dictionaryId]);
    if (!dictionary) throw new Failure('DICTIONARY_NOT_FOUND', `There is no dictionary ${dictionaryId}`);
    const files = await this.storage.dictionaryFiles.read(dictionaryId);
    const [media] = await this.storage.usages.find([mediaUsage(dictionaryId)]);
    const hasMedia = (media?.objects ?? 0) > 0;
    return {
      dictionary,
      files: new Map(files.map(({ name, text }: DictionaryFile) => [name, text])),
      articles: { [Symbol.asyncIterator]: () => this.articlesOf(dictionaryId, hasMedia) },
      contentOf: (media) => this.contentOf(dictionaryId, media),
    };
  }

  /** The bytes of a recording or picture. @throws Failure NOT_FOUND when it is deleted in the meantime */
  contentOf(
    dictionaryId: string,
    { sha256, size }: Pick<ExportedMedia, 'sha256' | 'size'>,
  ): AsyncIterable<Uint8Array> {
    return this.storage.media.content({ dictionaryId, sha256 }, { start: 0, end: size });
  }

  /** The beginning of an export for a viewer. @throws Failure DICTIONARY_NOT_FOUND; TOO_LARGE for a package of too many files */
  async begin(viewer: Viewer, name: string, format: string): Promise<DictionaryExport> {
    const dictionary = await this.dictionaries.existing(name);
    const { dictionaryId, number, revision } = dictionary;
    const { modifiedAt } = await this.changesOf.listsState(viewer, dictionaryId);
    // Counted before anything is read, so that a change in between has another tag.
    const { usages } = this.storage;
    const scopes = [dictionaryUsage(dictionaryId), mediaUsage(dictionaryId)];
    const changes = await Promise.all(scopes.map((scope) => usages.changesOf(scope)));
    const [media] = await usages.find([mediaUsage(dictionaryId)]);
    if (format.endsWith('.zip') && (media?.objects ?? 0) > MAX_FILES_IN_PACKAGE)
      throw new Failure(
        'TOO_LARGE',
        `A package for download has at most ${MAX_FILES_IN_PACKAGE} recordings and pictures; use the command "griot export" to write more into a folder`,
      );
    const files = await this.storage.dictionaryFiles.read(dictionaryId);
    const state = [FILES_VERSION, number, revision, changes, format, seesHidden(viewer, dictionaryId), files];
    const digest = digestOf(JSON.stringify(state));
    const losses = `/export/dictionaries/${encodeURIComponent(dictionaryId)}.${encodeURIComponent(format)}/losses`;
    return { dictionaryId, dictionary, format, files, losses, etag: `W/"${digest}"`, modifiedAt };
  }

  /**
   * A page of the whole articles of a dictionary that a viewer may see. Large articles make it shorter.
   *
   * @throws Failure INVALID_INPUT for an invalid size or cursor
   */
  async articles(
    viewer: Viewer,
    dictionaryId: string,
    { first, after }: ArticlesPageRequest,
    maxItems: number,
  ): Promise<Page<ArticleRecord>> {
    const size = pageSizeOf({ first, after, sort: 'ASC' }, maxItems);
    let last = after === undefined ? 0 : numberFromCursor(after);
    let [examined, characters, hasNextPage] = [0, 0, true];
    const items: ArticleRecord[] = [];
    let batch = MIN_ARTICLES_PER_READ;
    while (
      hasNextPage &&
      items.length < size &&
      characters < CHARACTERS_PER_PAGE &&
      examined < MAX_EXAMINED_ARTICLES
    ) {
      const limit = Math.min(batch, size - items.length);
      const articles = await this.storage.articles.findAfter(dictionaryId, last, limit);
      batch = nextBatchSize(articles);
      for (const { source } of articles) characters += source.length;
      items.push(...articles.filter(({ isDisabled }) => !isDisabled || seesHidden(viewer, dictionaryId)));
      hasNextPage = articles.length === limit;
      examined += articles.length;
      last = articles.at(-1)?.number ?? last;
    }
    // A page that ends with the dictionary is the last one.
    if (hasNextPage && items.length === size)
      hasNextPage = (await this.storage.articles.findAfter(dictionaryId, last, 1)).length > 0;
    const endCursor = numberCursor({ number: last });
    return {
      items,
      hasNextPage,
      hasPreviousPage: after !== undefined,
      endCursor,
      total: () => Promise.resolve(null),
    };
  }

  private async *articlesOf(dictionaryId: string, hasMedia: boolean): AsyncGenerator<ExportedArticle> {
    let last = 0;
    for (let batch = MIN_ARTICLES_PER_READ; ;) {
      const articles = await this.storage.articles.findAfter(dictionaryId, last, batch);
      yield* hasMedia ? await this.withMedia(dictionaryId, articles) : articles;
      if (articles.length < batch) return;
      last = articles.at(-1)?.number ?? last;
      batch = nextBatchSize(articles);
    }
  }

  private async withMedia(
    dictionaryId: string,
    articles: readonly ArticleRecord[],
  ): Promise<readonly ExportedArticle[]> {
    const numbers = articles.map(({ number }) => number);
    const files = await this.storage.media.ofArticles(dictionaryId, numbers);
    const media = new Map(grouped(files, ({ number }) => number));
    return articles.map((article) => ({ ...article, media: media.get(article.number) ?? [] }));
  }
}

function numberFromCursor(cursor: string): number {
  const number = Number(positionOf(cursor, EXPORT_ORDER));
  if (Number.isSafeInteger(number)) return number;
  throw new Failure(
    'INVALID_INPUT',
    'the cursor is invalid; use a cursor from an earlier response or omit it',
  );
}
