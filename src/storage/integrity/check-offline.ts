import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { OfflineBase, OfflineSegment } from '../../domain/dictionary/offline-base';
import { distinctValues } from '../lists/distinct-values';
import { type Check, type IntegrityCheck, type IntegrityProblem, repairable } from './integrity-check';

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
