import { type ClientSession, type mongo, trusted } from 'mongoose';
import {
  type Media,
  MEDIA_CHUNK,
  type MediaChunkRecord,
  type MediaFileRecord,
  type MediaLabels,
  type MediaRecord,
} from '../../domain/article/media';
import { mediaUsage } from '../../domain/usage/usage';
import { Failure } from '../../shared/failure';
import type { Usages } from '../applications/usages';
import { touchLists } from '../dictionaries/counters';
import { articleDocuments, type Models } from '../models';
import { deleteInSteps } from '../mongo/delete-in-steps';
import type { Transact } from '../mongo/transaction';

type MediaModels = Pick<Models, 'media' | 'mediaFiles' | 'mediaChunks'>;

/** Number of chunks that one command stores. */
const CHUNKS_PER_WRITE = 8;

/** Recordings and pictures of articles. Contents are stored in chunks, and equal contents of a dictionary once. */
export class MediaRepository {
  constructor(
    private readonly models: Models,
    private readonly transact: Transact,
    private readonly usages: Usages,
  ) {}

  /**
   * Stores a new file. It gets another name if the article already has a file of its name.
   *
   * @param limits.maxFiles maximum number of files of one article
   * @param limits.isImported whether an import stores the file; such a file does not prevent the undo of the import
   * @returns `undefined` if the article no longer exists
   * @throws Failure QUOTA_EXCEEDED
   */
  insert(
    media: MediaRecord,
    content: Buffer,
    { maxFiles, isImported = false }: { readonly maxFiles: number; readonly isImported?: boolean },
  ): Promise<MediaRecord | undefined> {
    const { dictionaryId, number, sha256, size } = media;
    return this.transact(async (session) => {
      // This write conflicts with a concurrent new file of the article, and with the deletion of the article or the
      // dictionary.
      const touch = { $set: { [isImported ? 'imported.mediaAt' : 'commentedAt']: media.createdAt } };
      const update = await articleDocuments(this.models).updateOne({ dictionaryId, number }, touch, {
        session,
      });
      if (update.matchedCount === 0) return undefined;
      const existing = await this.models.media
        .find({ dictionaryId, number }, { _id: 0, name: 1 })
        .session(session)
        .lean<Pick<Media, 'name'>[]>();
      if (existing.length >= maxFiles)
        throw new Failure(
          'QUOTA_EXCEEDED',
          `The article has ${existing.length} of at most ${maxFiles} recordings and pictures. Delete one first.`,
        );
      const isNew = await this.addReference({ dictionaryId, sha256, bytes: size }, session);
      await this.usages.count(mediaUsage(dictionaryId), { objects: 1, bytes: isNew ? size : 0 }, session);
      if (isNew) await this.storeContent({ dictionaryId, sha256, content }, session);
      const stored = { ...media, name: freeName(media.name, new Set(existing.map(({ name }) => name))) };
      await this.models.media.create([stored], { session });
      await touchLists(this.models, [dictionaryId], session);
      return stored;
    });
  }

  async find(mediaId: string): Promise<Media | undefined> {
    const media = await this.models.media.findOne({ mediaId }, { _id: 0 }).lean<Media>();
    return media ?? undefined;
  }

  /** The media of several articles, those of each article in the order of their names. */
  ofArticles(dictionaryId: string, numbers: readonly number[]): Promise<Media[]> {
    return this.models.media
      .find({ dictionaryId, number: trusted({ $in: numbers }) }, { _id: 0 })
      .sort({ number: 1, name: 1 })
      .lean<Media[]>();
  }

  /** Changes the labels of a file; `undefined` if the file does not exist. */
  update(mediaId: string, labels: MediaLabels): Promise<Media | undefined> {
    return this.transact(async (session) => {
      await this.models.media.updateOne({ mediaId }, { $set: labels }, { session });
      const after = await this.models.media.findOne({ mediaId }, { _id: 0 }).session(session).lean<Media>();
      if (after) {
        await this.usages.mark(mediaUsage(after.dictionaryId), session);
        await touchLists(this.models, [after.dictionaryId], session);
      }
      return after ?? undefined;
    });
  }

  /** Removes a file; `false` if it no longer exists. */
  remove({ dictionaryId, number, mediaId }: Media): Promise<boolean> {
    return this.transact(async (session) => {
      const { usages } = this;
      const removed = await removeMedia(this.models, { dictionaryId, number, mediaId }, { usages, session });
      if (removed > 0) await touchLists(this.models, [dictionaryId], session);
      return removed > 0;
    });
  }

  /** A byte range of a content, chunk by chunk. @throws Failure NOT_FOUND when the content is removed during the read */
  async *content(
    { dictionaryId, sha256 }: Pick<Media, 'dictionaryId' | 'sha256'>,
    { start, end }: { readonly start: number; readonly end: number },
  ): AsyncGenerator<Buffer> {
    for (let at = start - (start % MEDIA_CHUNK); at < end; at += MEDIA_CHUNK) {
      const chunk = await this.models.mediaChunks
        .findOne({ dictionaryId, sha256, at }, { _id: 0, content: 1 })
        .lean<Pick<MediaChunkRecord, 'content'>>();
      // If the stream ended early, the client would take the next response for the rest of the content.
      if (!chunk) throw new Failure('NOT_FOUND', 'The recording or picture was deleted');
      yield chunkBytes(chunk).subarray(Math.max(0, start - at), Math.min(MEDIA_CHUNK, end - at));
    }
  }

  /** Counts a file that has a content. Returns whether it is the first one. */
  private async addReference(
    { dictionaryId, sha256, bytes }: Omit<MediaFileRecord, 'references'>,
    session: ClientSession,
  ): Promise<boolean> {
    const file = await this.models.mediaFiles
      .findOneAndUpdate(
        { dictionaryId, sha256 },
        { $inc: { references: 1 }, $setOnInsert: { bytes } },
        { session, upsert: true, returnDocument: 'after' },
      )
      .lean<MediaFileRecord>();
    return file.references === 1;
  }

  private async storeContent(
    { dictionaryId, sha256, content }: Omit<MediaChunkRecord, 'at'>,
    session: ClientSession,
  ): Promise<void> {
    const starts = Array.from({ length: Math.ceil(content.length / MEDIA_CHUNK) }, (_, i) => i * MEDIA_CHUNK);
    for (let i = 0; i < starts.length; i += CHUNKS_PER_WRITE) {
      const chunks = starts.slice(i, i + CHUNKS_PER_WRITE).map((at) => ({
        dictionaryId,
        sha256,
        at,
        content: content.subarray(at, at + MEDIA_CHUNK),
      }));
      await this.models.mediaChunks.insertMany(chunks, { session });
    }
  }
}

/** The bytes of a chunk that was read with `lean`, which has the driver's binary type. */
export function chunkBytes({ content }: Pick<MediaChunkRecord, 'content'>): Buffer {
  return Buffer.from((content as unknown as mongo.Binary).value());
}

/** `bara.mp3` becomes `bara-2.mp3` where there is one. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/su.exec(name) ?? [];
  let count = 2;
  while (taken.has(`${stem}-${count}${ending}`)) count++;
  return `${stem}-${count}${ending}`;
}

/** The media to remove: those of some articles, or one file. */
interface MediaFilter {
  readonly dictionaryId: string;
  readonly number?: unknown;
  readonly mediaId?: string;
}

/** Removes media, and the contents that no other file has, in a transaction. Returns the number of removed files. */
export async function removeMedia(
  { media, mediaFiles, mediaChunks }: MediaModels,
  filter: MediaFilter,
  { usages, session }: { readonly usages: Usages; readonly session: ClientSession },
): Promise<number> {
  const { dictionaryId } = filter;
  const contents = new Map<string, number>();
  const { objects } = await deleteInSteps(
    media,
    { ...filter },
    {
      session,
      fields: { sha256: 1 },
      each: ({ sha256 }) => contents.set(String(sha256), (contents.get(String(sha256)) ?? 0) + 1),
    },
  );
  let bytes = 0;
  for (const [sha256, references] of contents) {
    const file = await mediaFiles
      .findOneAndUpdate(
        { dictionaryId, sha256 },
        { $inc: { references: -references } },
        { session, returnDocument: 'after' },
      )
      .lean<MediaFileRecord>();
    if (!file || file.references > 0) continue;
    await mediaFiles.deleteOne({ dictionaryId, sha256 }, { session });
    await deleteInSteps(mediaChunks, { dictionaryId, sha256 }, { session });
    bytes += file.bytes;
  }
  if (objects > 0)
    await usages.count(mediaUsage(dictionaryId), { objects: -objects, bytes: -bytes }, session);
  return objects;
}

/** Removes all media of a dictionary that is deleted. */
export async function removeAllMedia(
  models: MediaModels,
  dictionaryId: string,
  { usages, session }: { readonly usages: Usages; readonly session: ClientSession },
): Promise<void> {
  const { media, mediaFiles, mediaChunks } = models;
  for (const model of [media, mediaFiles, mediaChunks] as Models['media'][])
    await deleteInSteps(model, { dictionaryId }, { session });
  await usages.remove(mediaUsage(dictionaryId), session);
}
