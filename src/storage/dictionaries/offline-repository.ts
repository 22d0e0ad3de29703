import { randomBytes } from 'node:crypto';
import { trusted } from 'mongoose';
import type { OfflineBase, OfflineFile, OfflineSegment } from '../../domain/dictionary/offline-base';
import { articleNumbers, nextSecond } from './counters';
import { OWN_HISTORY } from '../dump/load-marker';
import { wasStored } from '../mongo/database-error';
import type { Models } from '../models';
import type { Transact } from '../mongo/transaction';
import type { RemovalRecord, SystemRecord } from '../records';

/** The key by which the server signs copies of dictionaries. */
const SIGNING_KEY = 'offline-key';

/** The version of lists, and since when. */
const LISTS_SINCE = 'lists-since';

/** Number of kept bases of a dictionary: a device that is fetching the last but one can finish. */
const KEPT = 2;

/** Removals that are forgotten at once. */
const MOST_FORGOTTEN = 1000;

/** Offline bases, their files, and what makes copies of dictionaries verifiable. */
export class OfflineRepository {
  private ownHistory: Promise<string> | undefined;

  constructor(
    private readonly models: Pick<
      Models,
      'counters' | 'offlineBases' | 'offlineSegments' | 'removals' | 'system'
    >,
    private readonly transact: Transact,
  ) {}

  /** A text of this database alone: a backup that is loaded elsewhere gets another one. Nothing changes it while a process runs. */
  history(): Promise<string> {
    const known = this.ownHistory ?? this.once(OWN_HISTORY, () => randomBytes(6).toString('hex'));
    this.ownHistory = known;
    known.catch(() => (this.ownHistory = undefined));
    return known;
  }

  /** Since when this database gives lists of a version, in whole seconds since 1970. */
  async listsSince(version: string): Promise<number> {
    const found = await this.once(LISTS_SINCE, () => `${version} ${nextSecond()}`);
    const [known = '', since] = found.split(' ');
    if (known === version) return Number(since);
    // Of an older version, or from another database.
    const text = `${version} ${nextSecond()}`;
    await this.models.system.updateOne({ _id: LISTS_SINCE, text: found }, { $set: { text } });
    return this.listsSince(version);
  }

  /** The private key, as `make` has made it for the first request. */
  signingKey(make: () => string): Promise<string> {
    return this.once(SIGNING_KEY, make);
  }

  async newest(dictionaryId: string, generation: string): Promise<OfflineBase | undefined> {
    const [found] = await this.models.offlineBases
      .find({ dictionaryId, generation }, { _id: 0 })
      .sort({ seq: -1 })
      .limit(1)
      .lean<OfflineBase[]>();
    return found;
  }

  /** @param field the form in which the file is needed */
  async segment(
    dictionaryId: string,
    sha256: string,
    field: 'br' | 'gzip',
  ): Promise<(Omit<OfflineSegment, 'br' | 'gzip'> & { readonly content: Buffer }) | undefined> {
    const fields = { _id: 0, dictionaryId: 1, sha256: 1, bytes: 1, articles: 1, from: 1, to: 1, seq: 1 };
    const found = await this.models.offlineSegments.collection.findOne<
      Omit<OfflineSegment, 'br' | 'gzip'> & Partial<Record<'br' | 'gzip', { readonly buffer: Uint8Array }>>
    >({ dictionaryId, sha256 }, { projection: { ...fields, [field]: 1 } });
    const content = found?.[field];
    if (!found || !content) return undefined;
    return { ...found, content: Buffer.from(content.buffer) };
  }

  /** Whether an article was deleted or disabled behind a place. */
  async hasRemovals(
    dictionaryId: string,
    { seq, range }: { readonly seq: number; readonly range?: Pick<OfflineFile, 'from' | 'to'> },
  ): Promise<boolean> {
    const number = range && { number: trusted({ $gte: range.from, $lte: range.to }) };
    const filter = { dictionaryId, ...number, seq: trusted({ $gt: seq }) };
    return (await this.models.removals.findOne(filter, { _id: 1 }).lean()) !== null;
  }

  async keepSegment(segment: OfflineSegment): Promise<void> {
    const { dictionaryId, sha256, ...rest } = segment;
    await this.models.offlineSegments.updateOne({ dictionaryId, sha256 }, { $set: rest }, { upsert: true });
  }

  /** Stores a base, unless another process has stored that of the same place, and deletes all but the last two. */
  async keep(base: OfflineBase): Promise<void> {
    const { offlineBases, offlineSegments } = this.models;
    const { dictionaryId, generation } = base;
    await wasStored(offlineBases.create([base]).then(() => true));
    const all = await offlineBases.find({ dictionaryId }, { _id: 0 }).sort({ seq: -1 }).lean<OfflineBase[]>();
    const kept = all.filter((base) => base.generation === generation).slice(0, KEPT);
    const oldest = Math.min(...kept.map(({ seq }) => seq));
    await offlineBases.deleteMany({ dictionaryId, generation: trusted({ $ne: generation }) });
    await offlineBases.deleteMany({ dictionaryId, seq: trusted({ $lt: oldest }) });
    // Newer ones may belong to a base that another process is making.
    const needed = kept.flatMap(({ files }) => files.map(({ sha256 }) => sha256));
    await offlineSegments.deleteMany({
      dictionaryId,
      seq: trusted({ $lt: oldest }),
      sha256: trusted({ $nin: needed }),
    });
  }

  /** Deletes removals from before a time. Devices that have not read them must fetch the whole copy again. */
  forgetRemovals(dictionaryId: string, before: Date): Promise<void> {
    return this.transact(async (session) => {
      const { counters, removals } = this.models;
      const first = await removals
        .find({ dictionaryId }, { _id: 0, seq: 1, at: 1 })
        .sort({ seq: 1 })
        .limit(MOST_FORGOTTEN)
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

  private async once(_id: string, make: () => string): Promise<string> {
    const read = async () => (await this.models.system.findOne({ _id }).lean<SystemRecord>())?.text;
    const known = await read();
    if (known !== undefined) return known;
    await wasStored(
      this.models.system
        .updateOne({ _id }, { $setOnInsert: { text: make() } }, { upsert: true })
        .then(() => true),
    );
    return (await read()) ?? '';
  }
}
