import { isDeepStrictEqual } from 'node:util';
import { trusted } from 'mongoose';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import { wasStored } from '../mongo/database-error';
import { type KeyedReading, readKeyed } from '../lists/keyed-reading';
import { requestReindex } from '../migrations/reindex';
import type { Models } from '../models';
import type { CounterRecord } from '../records';
import type { Transact } from '../mongo/transaction';

/** The counter that holds how many dictionaries there are. */
export const DICTIONARY_TOTAL = 'total:dictionaries';

/** Dictionary documents, that is metadata. */
export class DictionaryRepository {
  constructor(
    private readonly models: Pick<Models, 'dictionaries' | 'counters' | 'system'>,
    private readonly transact: Transact,
  ) {}

  async findMany(ids: readonly string[]): Promise<DictionaryRecord[]> {
    return this.models.dictionaries
      .find({ dictionaryId: trusted({ $in: ids }) }, { _id: 0 })
      .lean<DictionaryRecord[]>();
  }

  async findByNumber(number: number): Promise<DictionaryRecord | undefined> {
    const found = await this.models.dictionaries
      .find({ number }, { _id: 0 })
      .limit(1)
      .lean<DictionaryRecord[]>();
    return found[0];
  }

  read(reading: KeyedReading): Promise<DictionaryRecord[]> {
    return readKeyed(this.models.dictionaries, { key: 'dictionaryId' }, reading);
  }

  async total(): Promise<number> {
    const record = await this.models.counters.findOne({ _id: DICTIONARY_TOTAL }).lean<CounterRecord>();
    return record?.value ?? 0;
  }

  /** Stores a new dictionary; `false` when there is one of its identifier already. */
  insert(dictionary: DictionaryRecord): Promise<boolean> {
    return wasStored(
      this.transact(async (session) => {
        await this.models.dictionaries.create([dictionary], { session });
        await this.models.counters.updateOne(
          { _id: DICTIONARY_TOTAL },
          { $inc: { value: 1 } },
          { session, upsert: true },
        );
      }),
    );
  }

  /**
   * Puts new metadata in the place of others; `false` when there is another revision by now. With another search profile
   * the search keys of the articles are asked to be made anew.
   */
  async replace(before: DictionaryRecord, after: DictionaryRecord): Promise<boolean> {
    const { dictionaryId, ...fields } = after;
    const isProfiled = !isDeepStrictEqual(before.searchProfile ?? null, after.searchProfile ?? null);
    const profile = isProfiled ? { searchProfileRevision: (before.searchProfileRevision ?? 0) + 1 } : {};
    return this.transact(async (session) => {
      if (isProfiled) await requestReindex(this.models, session);
      const result = await this.models.dictionaries.updateOne(
        { dictionaryId, revision: before.revision },
        { $set: { ...fields, ...profile } },
        { session },
      );
      return result.matchedCount === 1;
    });
  }
}
