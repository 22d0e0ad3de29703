import { type ClientSession, type Model, trusted } from 'mongoose';
import type { Members } from '../domain/chatbot/checked-members';
import type { OwnedKey } from '../domain/chatbot/owned-key';
import type { OwnedKind } from '../domain/chatbot/owned-kinds';
import type { OwnedObject, OwnedRecord } from '../domain/chatbot/owned-record';
import type { SortOrder } from '../shared/paging';
import type { Models } from './models';
import { objectOf } from './owned-object';

/** Documents of one batch of an answer; the server ends a batch at 16 MB in any case. */
const BATCH = 100_000;

/** A stretch of one list, in the order of its numbers. */
export interface OwnedReading {
  readonly owner: OwnedKey;
  readonly filter: Members;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly order: SortOrder;
  readonly skip: number;
  readonly limit: number;
}

/** Reads what applications own. Who may see it is for the caller to decide. */
export class OwnedRepository {
  constructor(private readonly models: Models) {}

  /** Objects by their keys, in any order. */
  async find(kind: OwnedKind, keys: readonly OwnedKey[], session?: ClientSession): Promise<OwnedObject[]> {
    const found = await this.model(kind)
      .find({ _id: trusted({ $in: keys }) })
      .session(session ?? null)
      .lean<OwnedRecord[]>();
    return found.map((record) => objectOf(kind, record));
  }

  /** All objects of certain blocks of lists, by one command. */
  async readBlocks(kind: OwnedKind, blocks: readonly string[]): Promise<OwnedObject[]> {
    const found = await this.model(kind)
      .find({ block: trusted({ $in: blocks }) })
      .batchSize(BATCH)
      .lean<OwnedRecord[]>();
    return found.map((record) => objectOf(kind, record));
  }

  async read(kind: OwnedKind, reading: OwnedReading): Promise<OwnedObject[]> {
    const { owner, filter, after, before, order, skip, limit } = reading;
    const bounds = {
      ...(after === undefined ? {} : { $gt: after }),
      ...(before === undefined ? {} : { $lt: before }),
    };
    const range = Object.keys(bounds).length === 0 ? {} : { number: trusted(bounds) };
    const found = await this.model(kind)
      .find({ owner, ...filter, ...range })
      .sort({ number: order === 'ASC' ? 1 : -1 })
      .skip(skip)
      .limit(limit)
      .lean<OwnedRecord[]>();
    return found.map((record) => objectOf(kind, record));
  }

  /** How many objects of a list there are, counted up to a limit. */
  count(
    kind: OwnedKind,
    owner: OwnedKey,
    { filter, most }: { filter: Members; most: number },
  ): Promise<number> {
    return this.model(kind)
      .countDocuments({ owner, ...filter })
      .limit(most)
      .exec();
  }

  private model(kind: OwnedKind): Model<OwnedRecord> {
    return this.models[kind.collection];
  }
}
