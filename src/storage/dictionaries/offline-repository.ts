import { trusted } from 'mongoose';
import type { OfflineBase, OfflineFile, OfflineSegment } from '../../domain/dictionary/offline-base';
import { articleNumbers } from './counters';
import { wasStored } from '../mongo/database-error';
import { storedOnce } from '../mongo/once-repository';
import type { Models } from '../models';
import type { Transact } from '../mongo/transaction';
import type { RemovalRecord } from '../records';

/** The record in `system` with the key by which the server signs copies of dictionaries. */
const SIGNING_KEY = 'offline-key';

/** Number of stored bases of a dictionary: a device that is fetching the last but one can finish. */
const STORED_BASES = 2;

/** Maximum number of removals that one transaction deletes. */
const MAX_REMOVALS_PER_TRANSACTION = 1000;

/** Offline bases, their files, and the key that signs them. */
export class OfflineRepository {
  constructor(
    private readonly models: Pick<
      Models,
      'counters' | 'offlineBases' | 'offlineSegments' | 'removals' | 'system'
    >,
    private readonly transact: Transact,
  ) {}

  /** The private key. On the first call, `make` creates it. */
  signingKey(make: () => string): Promise<string> {
    return storedOnce(this.models, SIGNING_KEY, make);
  }

  /** The newest base of a dictionary in a generation; `undefined` if there is none. */
  async newest(dictionaryId: string, generation: string): Promise<OfflineBase | undefined> {
    const [base] = await this.models.offlineBases
      .find({ dictionaryId, generation }, { _id: 0 })
      .sort({ seq: -1 })
      .limit(1)
      .lean<OfflineBase[]>();
    return base;
  }

  /**
   * A file with its bytes; `undefined` if it no longer exists.
   *
   * @param field the encoding of the bytes
   */
  async segment(
    dictionaryId: string,
    sha256: string,
    field: 'br' | 'gzip',
  ): Promise<(Omit<OfflineSegment, 'br' | 'gzip'> & { readonly content: Buffer }) | undefined> {
    const fields = { _id: 0, dictionaryId: 1, sha256: 1, bytes: 1, articles: 1, from: 1, to: 1, seq: 1 };
    const segment = await this.models.offlineSegments.collection.findOne<
      Omit<OfflineSegment, 'br' | 'gzip'> & Partial<Record<'br' | 'gzip', { readonly buffer: Uint8Array }>>
    >({ dictionaryId, sha256 }, { projection: { ...fields, [field]: 1 } });
    const content = segment?.[field];
    if (!segment || !content) return undefined;
    return { ...segment, content: Buffer.from(content.buffer) };
  }

  /** Whether an article was deleted or disabled after a sequence number. @param range restricts this to numbers of articles */
  async hasRemovals(
    dictionaryId: string,
    { seq, range }: { readonly seq: number; readonly range?: Pick<OfflineFile, 'from' | 'to'> },
  ): Promise<boolean> {
    const number = range && { number: trusted({ $gte: range.from, $lte: range.to }) };
    const filter = { dictionaryId, ...number, seq: trusted({ $gt: seq }) };
    return (await this.models.removals.findOne(filter, { _id: 1 }).lean()) !== null;
  }

  async storeSegment(segment: OfflineSegment): Promise<void> {
    const { dictionaryId, sha256, ...fields } = segment;
    await this.models.offlineSegments.updateOne({ dictionaryId, sha256 }, { $set: fields }, { upsert: true });
  }

  /** Stores a base, unless another process has stored the base of the same sequence number, and deletes all but the last two. */
  async storeBase(base: OfflineBase): Promise<void> {
    const { offlineBases, offlineSegments } = this.models;
    const { dictionaryId, generation } = base;
    await wasStored(offlineBases.create([base]).then(() => true));
    const all = await offlineBases.find({ dictionaryId }, { _id: 0 }).sort({ seq: -1 }).lean<OfflineBase[]>();
    const newest = all.filter((base) => base.generation === generation).slice(0, STORED_BASES);
    const oldest = Math.min(...newest.map(({ seq }) => seq));
    await offlineBases.deleteMany({ dictionaryId, generation: trusted({ $ne: generation }) });
    await offlineBases.deleteMany({ dictionaryId, seq: trusted({ $lt: oldest }) });
    // Newer files may belong to a base that another process is creating.
    const needed = newest.flatMap(({ files }) => files.map(({ sha256 }) => sha256));
    await offlineSegments.deleteMany({
      dictionaryId,
      seq: trusted({ $lt: oldest }),
      sha256: trusted({ $nin: needed }),
    });
  }

  /** Deletes removals that are older than a time. Devices that have not read them must fetch the whole copy again. */
  removeOldRemovals(dictionaryId: string, before: Date): Promise<void> {
    return this.transact(async (session) => {
      const { counters, removals } = this.models;
      const first = await removals
        .find({ dictionaryId }, { _id: 0, seq: 1, at: 1 })
        .sort({ seq: 1 })
        .limit(MAX_REMOVALS_PER_TRANSACTION)
        .session(session)
        .lean<Pick<RemovalRecord, 'seq' | 'at'>[]>();
      const last = first.findLast(({ at }) => at < before);
      if (last === undefined) return;
      await counters.updateOne(
        { _id: articleNumbers(dictionaryId) },
        { $set: { forgotten: last.seq } },
        { session },
      );
      await removals.deleteMany({ dictionaryId, seq: trusted({ $lte: last.seq }) }, { session });
    });
  }
}
