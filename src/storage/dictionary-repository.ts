import { trusted } from 'mongoose';
import type { DictionaryRecord } from '../domain/dictionary/dictionary';
import type { SortOrder } from '../shared/paging';
import { isDuplicateKey } from './database-error';
import type { Models } from './models';
import type { CounterRecord } from './records';
import type { Transact } from './transaction';

/** The counter that holds how many dictionaries there are. */
const DICTIONARY_TOTAL = 'total:dictionaries';

/** How to read a stretch of the dictionaries, which are listed by their identifiers. */
export interface DictionaryReading {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly order: SortOrder;
  readonly skip?: number | undefined;
  readonly limit: number;
}

/** Dictionary documents, that is metadata. */
export class DictionaryRepository {
  constructor(
    private readonly models: Pick<Models, 'dictionaries' | 'counters'>,
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

  read({ after, before, order, skip = 0, limit }: DictionaryReading): Promise<DictionaryRecord[]> {
    const bounds = {
      ...(after === undefined ? {} : { $gt: after }),
      ...(before === undefined ? {} : { $lt: before }),
    };
    const filter = Object.keys(bounds).length === 0 ? {} : { dictionaryId: trusted(bounds) };
    return this.models.dictionaries
      .find(filter, { _id: 0 })
      .sort({ dictionaryId: order === 'ASC' ? 1 : -1 })
      .skip(skip)
      .limit(limit)
      .lean<DictionaryRecord[]>()
      .exec();
  }

  async total(): Promise<number> {
    const record = await this.models.counters.findOne({ _id: DICTIONARY_TOTAL }).lean<CounterRecord>();
    return record?.value ?? 0;
  }

  /** Stores a new dictionary; `false` when there is one of its identifier already. */
  async insert(dictionary: DictionaryRecord): Promise<boolean> {
    try {
      await this.transact(async (session) => {
        await this.models.dictionaries.create([dictionary], { session });
        await this.models.counters.updateOne(
          { _id: DICTIONARY_TOTAL },
          { $inc: { value: 1 } },
          { session, upsert: true },
        );
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Puts new metadata in the place of those of one revision; `false` when there are others by now. */
  async replace(dictionary: DictionaryRecord, revision: number): Promise<boolean> {
    const { dictionaryId, ...fields } = dictionary;
    const result = await this.models.dictionaries.updateOne({ dictionaryId, revision }, { $set: fields });
    return result.matchedCount === 1;
  }
}
