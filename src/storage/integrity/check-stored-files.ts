import { createHash } from 'node:crypto';
import type { Media, MediaChunkRecord, MediaFileRecord } from '../../domain/article/media';
import { chunkBytes } from '../articles/media-repository';
import { distinctValues } from '../lists/distinct-values';
import {
  repairable,
  unrepairable,
  type Check,
  type CheckInTransaction,
  type Findings,
  type IntegrityCheck,
  type IntegrityProblem,
} from './integrity-check';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { OfflineBase, OfflineSegment } from '../../domain/dictionary/offline-base';

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

const DECOMPRESS = { br: promisify(brotliDecompress), gzip: promisify(gunzip) } as const;

/** Checks that the files of offline copies are complete, and belong to dictionaries that exist. A repair deletes faulty ones; they are built again. */
export const OFFLINE_CHECK: Check = {
  name: 'files of offline copies',
  run: async function* (integrityCheck) {
    const { offlineBases, offlineSegments } = integrityCheck.models;
    const collections = [offlineBases.collection, offlineSegments.collection];
    let count = 0;
    for await (const dictionaryId of distinctValues(collections, 'dictionaryId'))
      count += yield* checkFiles(integrityCheck, dictionaryId);
    return `${count} compared with their names`;
  },
};

async function* checkFiles(
  { models, repairs }: IntegrityCheck,
  dictionaryId: string,
): AsyncGenerator<IntegrityProblem, number> {
  const { dictionaries, offlineBases, offlineSegments } = models;
  const exists = (await dictionaries.findOne({ dictionaryId }, { _id: 1 }).lean()) !== null;
  const bases = await offlineBases.find({ dictionaryId }, { _id: 0, files: 1 }).lean<OfflineBase[]>();
  const complete = new Set<string>();
  for await (const segment of offlineSegments.collection.find<OfflineSegment>({ dictionaryId }))
    if (await isCompleteFile(segment)) complete.add(segment.sha256);
  const needed = bases.flatMap(({ files }) => files.map(({ sha256 }) => sha256));
  if (exists && needed.every((sha256) => complete.has(sha256))) return complete.size;
  if (repairs)
    for (const model of [offlineBases, offlineSegments]) await model.collection.deleteMany({ dictionaryId });
  yield repairable(`${dictionaryId}: files of its offline copy are damaged or superfluous`, { repairs });
  return complete.size;
}

async function isCompleteFile({ sha256, ...segment }: OfflineSegment): Promise<boolean> {
  for (const encoding of ['br', 'gzip'] as const)
    try {
      const { buffer } = segment[encoding] as unknown as { readonly buffer: Uint8Array };
      const content = await DECOMPRESS[encoding](buffer);
      if (createHash('sha256').update(content).digest('hex') !== sha256) return false;
    } catch {
      return false;
    }
  return true;
}
