import { createHash } from 'node:crypto';
import type { Media, MediaChunkRecord, MediaFileRecord } from '../../domain/article/media';
import { chunkBytes } from '../articles/media-repository';
import { distinctValues } from '../lists/distinct-values';
import {
  type Check,
  type Findings,
  type CheckInTransaction,
  repairable,
  unrepairable,
} from './integrity-check';

/** Checks that every recording and picture has its content, and that every stored content belongs to one. */
export const MEDIA_CHECK: Check = {
  name: 'recordings and pictures',
  run: async function* (integrityCheck): Findings {
    const { media, mediaFiles, mediaChunks } = integrityCheck.models;
    const collections = [media, mediaFiles, mediaChunks].map(({ collection }) => collection as never);
    let count = 0;
    for await (const dictionaryId of distinctValues(collections, 'dictionaryId')) {
      const contents = new Set<string>();
      for (const withContents of collections) {
        const cursor = (withContents as typeof media.collection).find(
          { dictionaryId },
          { projection: { sha256: 1 } },
        );
        for await (const { sha256 } of cursor) contents.add(String(sha256));
      }
      for (const sha256 of contents) {
        const problem = await integrityCheck.transact((session) =>
          checkContent({ ...integrityCheck, session }, dictionaryId, sha256),
        );
        count++;
        if (problem === undefined) continue;
        yield problem.isLost
          ? unrepairable(problem.sentence, 'Delete the files that have it, and upload them again.')
          : repairable(problem.sentence, integrityCheck);
      }
    }
    return `${count} contents compared with their hashes`;
  },
};

interface WrongContent {
  readonly sentence: string;
  readonly isLost: boolean;
}

/** Checks one content in one snapshot. */
async function checkContent(
  { models, session, repairs }: CheckInTransaction,
  dictionaryId: string,
  sha256: string,
): Promise<WrongContent | undefined> {
  const key = { dictionaryId, sha256 };
  const { media, mediaFiles, mediaChunks } = models;
  const files = await media
    .find(key, { _id: 0, name: 1, number: 1, size: 1 })
    .session(session)
    .lean<Pick<Media, 'name' | 'number' | 'size'>[]>();
  const file = await mediaFiles.findOne(key, { _id: 0 }).session(session).lean<MediaFileRecord>();
  const [first] = files;
  if (first === undefined) {
    if (repairs) {
      await mediaFiles.deleteMany(key).session(session);
      await mediaChunks.deleteMany(key).session(session);
    }
    return {
      sentence: `${dictionaryId}: the content ${sha256} is stored but no file refers to it`,
      isLost: false,
    };
  }
  const location = `${dictionaryId}: the content of ${first.name} of article ${first.number}`;
  const hash = createHash('sha256');
  const chunks = mediaChunks
    .find(key, { _id: 0, content: 1 })
    .sort({ at: 1 })
    .session(session)
    .lean<MediaChunkRecord[]>();
  for (const chunk of await chunks) hash.update(chunkBytes(chunk));
  if (hash.digest('hex') !== sha256) return { sentence: `${location} is damaged or missing`, isLost: true };
  if (file?.references === files.length && file.bytes === first.size) return undefined;
  const right = { $set: { references: files.length, bytes: first.size } };
  if (repairs) await mediaFiles.updateOne(key, right, { session, upsert: true });
  return { sentence: `${location} is counted wrongly`, isLost: false };
}
