import { createHash, randomUUID } from 'node:crypto';
import { type Media, type MediaLabels, type MediaRecord } from '../../domain/article/media';
import { MEDIA_ENDINGS, type MediaType, sniffMedia } from '../../domain/article/media-type';
import { languageTagOf } from '../../domain/reading/values';
import { Failure, type FailureKind } from '../../shared/failure';
import { Permits } from '../../shared/fair-queue';
import { checkedMembers, inputFailure, invalid } from '../../shared/faults';
import { mediaNameIn } from '../../shared/http';
import { grouped } from '../../shared/grouped';
import { lengthOf, nfc } from '../../shared/text';
import type { AccountViewer, Viewer } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import { MAX_MEDIA_BYTES, type Upload, type UploadService } from '../imports/upload.service';
import { type ArticleAddress, type ArticleService, articleNotFound } from './article.service';

/** Maximum number of recordings and pictures of one article. */
export const MAX_MEDIA = 50;

/** Maximum length of a text that describes a file, in code points. */
export const MAX_LABEL_LENGTH = 300;

/** Maximum number of files that a process stores at once, and so holds in memory, for all accounts and for one. */
const FILES_STORED_AT_ONCE = { max: 4, maxPerCaller: 1, reserved: 0 };

/** Kinds of failures that the content of a file causes. */
const FAULTS_OF_FILES: ReadonlySet<FailureKind> = new Set<FailureKind>(['invalid', 'tooLarge']);

/** The fields of an article that say whether a viewer sees it. */
const VISIBILITY_FIELDS = { dictionaryId: 1, number: 1, isDisabled: 1 } as const;

/** The description of a file by a client; omitted members and null are the same. */
export type MediaLabelsInput = { readonly [Label in keyof MediaLabels]?: string | null | undefined };

/** The metadata of a file. */
type NewMedia = Pick<MediaRecord, 'dictionaryId' | 'number' | 'name' | 'addedBy'> & MediaLabels;

/** Recordings and pictures of articles. Everyone who sees an article sees them; the access table decides who writes. */
export class MediaService {
  private readonly storing = new Permits(FILES_STORED_AT_ONCE);

  constructor(
    private readonly storage: Pick<Storage, 'media'>,
    private readonly articles: ArticleService,
    private readonly uploads: Pick<UploadService, 'get' | 'read' | 'remove'>,
  ) {}

  /**
   * Adds an uploaded file to an article. It keeps the name of the upload, unless the article has a file of this name.
   *
   * @throws Failure NOT_FOUND, INVALID_INPUT for content of no known type, TOO_LARGE, QUOTA_EXCEEDED; CONFLICT for an
   *   incomplete upload
   */
  async create(
    viewer: AccountViewer,
    address: ArticleAddress,
    { uploadId, labels }: { readonly uploadId: string; readonly labels: MediaLabelsInput },
  ): Promise<Media> {
    const checked = checkedLabels(labels);
    const { dictionaryId, number } = await this.articleFor(viewer, address);
    const upload = await this.uploads.get(viewer, uploadId);
    const { length, offset } = upload;
    if (offset < length) throw new Failure('CONFLICT', `Only ${offset} of ${length} bytes are uploaded`);
    const caller = { caller: viewer.accountId, isLight: true };
    if (!this.storing.hasRoomFor(caller))
      throw new Failure('UNAVAILABLE', 'Too many files are stored at once; try again soon.', {
        retryAfter: 2,
      });
    const giveBack = this.storing.take(caller);
    try {
      const { file: name } = upload;
      const content = await this.contentOf(upload);
      const stored = await this.store(
        { dictionaryId, number, addedBy: viewer.name, ...checked, name },
        content,
      );
      await this.uploads.remove(uploadId);
      return stored;
    } catch (error) {
      // Refused content would be refused again, and would only keep another upload from starting.
      if (error instanceof Failure && FAULTS_OF_FILES.has(error.kind)) await this.uploads.remove(uploadId);
      throw error;
    } finally {
      giveBack();
    }
  }

  /**
   * Stores a file whose content is in memory.
   *
   * @throws Failure as `create`
   */
  async store(input: NewMedia, content: Buffer): Promise<Media> {
    const stored = await this.storage.media.insert(mediaFrom(input, content), content, {
      maxFiles: MAX_MEDIA,
    });
    if (!stored) throw articleNotFound();
    return stored;
  }

  /** Changes the description of a file; omitted fields keep their values. @throws Failure NOT_FOUND, INVALID_INPUT */
  async update(viewer: Viewer, mediaId: string, input: MediaLabelsInput): Promise<Media> {
    const { description, lang, speaker, license } = await this.existing(viewer, mediaId);
    const changes = Object.fromEntries(Object.entries(input).filter(([, text]) => text !== undefined));
    const labels = checkedLabels({ description, lang, speaker, license, ...changes });
    const changed = await this.storage.media.update(mediaId, labels);
    if (!changed) throw missing();
    return changed;
  }

  /**
   * Removes a file, and returns it as it was.
   *
   * @throws Failure NOT_FOUND
   */
  async remove(viewer: Viewer, mediaId: string): Promise<Media> {
    const media = await this.existing(viewer, mediaId);
    if (!(await this.storage.media.remove(media))) throw missing();
    return media;
  }

  /** A file of an article that a viewer sees. */
  async visible(viewer: Viewer, mediaId: string): Promise<Media | undefined> {
    const media = await this.storage.media.find(mediaId);
    if (!media) return undefined;
    const { dictionaryId, number } = media;
    const article = await this.articles.get(viewer, {
      dictionaryId,
      id: String(number),
      fields: VISIBILITY_FIELDS,
    });
    return article && media;
  }

  /** The files of articles that a viewer sees, in their order. */
  async ofArticles(
    articles: readonly Pick<Media, 'dictionaryId' | 'number'>[],
  ): Promise<(readonly Media[])[]> {
    const mediaByArticle = new Map<string, readonly Media[]>();
    for (const [dictionaryId, group] of grouped(articles, (article) => article.dictionaryId)) {
      const all = await this.storage.media.ofArticles(
        dictionaryId,
        group.map(({ number }) => number),
      );
      for (const [number, media] of grouped(all, (file) => file.number))
        mediaByArticle.set(`${dictionaryId} ${number}`, media);
    }
    return articles.map(({ dictionaryId, number }) => mediaByArticle.get(`${dictionaryId} ${number}`) ?? []);
  }

  /** The bytes of a file from `start` to before `end`. */
  content(media: Media, range: { readonly start: number; readonly end: number }): AsyncIterable<Buffer> {
    return this.storage.media.content(media, range);
  }

  private async articleFor(viewer: Viewer, address: ArticleAddress) {
    const article = await this.articles.get(viewer, { ...address, fields: VISIBILITY_FIELDS });
    if (article) return article;
    throw articleNotFound();
  }

  private async existing(viewer: Viewer, mediaId: string): Promise<Media> {
    const media = await this.visible(viewer, mediaId);
    if (media) return media;
    throw missing();
  }

  private async contentOf({ uploadId, length, sha256 }: Upload): Promise<Buffer> {
    assertMediaSize(length);
    const { bytes } = await this.uploads.read(uploadId);
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    const content = Buffer.concat(parts);
    if (sha256 !== undefined && createHash('sha256').update(content).digest('hex') !== sha256)
      throw invalid('upload', 'The uploaded file does not have the announced sha256; upload it again');
    return content;
  }
}

/** @throws Failure TOO_LARGE */
export function assertMediaSize(length: number): void {
  if (length <= MAX_MEDIA_BYTES) return;
  throw inputFailure(
    'TOO_LARGE',
    'upload',
    `A recording or picture may have at most ${MAX_MEDIA_BYTES} bytes; this one has ${length}`,
  );
}

/** The record of a file, with the media type of its content. @throws Failure INVALID_INPUT for content of no known type */
export function mediaFrom(input: NewMedia, content: Buffer): MediaRecord {
  const type = sniffMedia(content);
  if (!type)
    throw invalid(
      'upload',
      `The content of ${input.name} is not a recording or picture of a known type: ${MEDIA_ENDINGS.join(', ')}`,
    );
  const { kind, mediaType, size } = type;
  return {
    ...input,
    mediaId: randomUUID(),
    name: withEnding(input.name, type),
    kind,
    mediaType,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    width: size?.width ?? null,
    height: size?.height ?? null,
    createdAt: new Date(),
  };
}

function missing(): Failure {
  return new Failure('NOT_FOUND', 'There is no such recording or picture');
}

/** The name of a file with an ending of its type, because browsers open a saved file by its ending. */
function withEnding(file: string, { endings }: MediaType): string {
  const name = mediaNameIn(file);
  const isRight = endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return isRight ? name : `${name}.${endings[0] ?? ''}`;
}

function checkedLabels(input: MediaLabelsInput): MediaLabels {
  const text = (name: keyof MediaLabels) => (): string | null => {
    const text = nfc(input[name] ?? '').trim();
    if (lengthOf(text) > MAX_LABEL_LENGTH)
      throw invalid([], `${name} must have at most ${MAX_LABEL_LENGTH} characters`);
    return text === '' ? null : text;
  };
  return checkedMembers({
    description: text('description'),
    speaker: text('speaker'),
    license: text('license'),
    lang: () => {
      const language = text('lang')();
      if (language !== null && languageTagOf(language) === undefined)
        throw invalid([], 'lang must be a language tag, e.g. sw or fr-CA');
      return language === null ? null : (languageTagOf(language) ?? null);
    },
  });
}
