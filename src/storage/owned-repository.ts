import { type Model, trusted } from 'mongoose';
import type { Members } from '../domain/chatbot/checked-members';
import type { OwnedKey } from '../domain/chatbot/owned-key';
import type { OwnedKind } from '../domain/chatbot/owned-kinds';
import type { OwnedObject, OwnedRecord } from '../domain/chatbot/owned-record';
import type { SortOrder } from '../shared/paging';
import type { Models } from './models';
import { objectOf } from './owned-object';
import { readByBytes, type Sized } from './read-by-bytes';

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

/** Where an object stands and what it counts as: all that is read of it to decide whether it is read. */
export interface OwnedPlace extends Sized {
  readonly _id: OwnedKey;
  readonly owner: OwnedKey;
  readonly number: number;
  readonly block: string;
}

const PLACE = { _id: 1, owner: 1, number: 1, block: 1, bytes: 1 } as const;

/** How often a list is read whose objects are deleted at the same moment. */
const TRIES = 3;

/**
 * Reads what applications own: first the places and sizes of objects, then the objects, a megabyte at a time. Who may see them is
 * for the caller to decide.
 */
export class OwnedRepository {
  constructor(private readonly models: Models) {}

  /** Objects by their keys, in any order. @throws Failure TOO_LARGE */
  async find(kind: OwnedKind, keys: readonly OwnedKey[]): Promise<OwnedObject[]> {
    const places = await this.model(kind)
      .find({ _id: trusted({ $in: keys }) }, PLACE)
      .lean<OwnedPlace[]>();
    return this.bring(kind, places);
  }

  /** The places of all objects of certain blocks of lists, by one command. */
  placesIn(kind: OwnedKind, blocks: readonly string[]): Promise<OwnedPlace[]> {
    return this.model(kind)
      .find({ block: trusted({ $in: blocks }) }, PLACE)
      .batchSize(BATCH)
      .lean<OwnedPlace[]>()
      .exec();
  }

  /** A stretch of a list. @throws Failure TOO_LARGE */
  async read(kind: OwnedKind, reading: OwnedReading): Promise<OwnedObject[]> {
    let objects: OwnedObject[] = [];
    for (let tries = 0; tries < TRIES; tries++) {
      const places = await this.places(kind, reading);
      objects = await this.bring(kind, places);
      // A page that lost an object meanwhile would look like the last one.
      if (objects.length === places.length) break;
    }
    return objects;
  }

  /** The places of a stretch of a list, in its order. */
  places(kind: OwnedKind, reading: OwnedReading): Promise<OwnedPlace[]> {
    const { owner, filter, after, before, order, skip, limit } = reading;
    const bounds = {
      ...(after === undefined ? {} : { $gt: after }),
      ...(before === undefined ? {} : { $lt: before }),
    };
    const range = Object.keys(bounds).length === 0 ? {} : { number: trusted(bounds) };
    return this.model(kind)
      .find({ owner, ...filter, ...range }, PLACE)
      .sort({ number: order === 'ASC' ? 1 : -1 })
      .skip(skip)
      .limit(limit)
      .lean<OwnedPlace[]>()
      .exec();
  }

  /** The objects of places, in their order, for an answer; those that are gone are left out. @throws Failure TOO_LARGE */
  bring(kind: OwnedKind, places: readonly OwnedPlace[]): Promise<OwnedObject[]> {
    return readByBytes(places, (piece) => this.bringAtOnce(kind, piece));
  }

  /** The same by one command, for whoever reads piece by piece. */
  async bringAtOnce(kind: OwnedKind, places: readonly OwnedPlace[]): Promise<OwnedObject[]> {
    const found = await this.model(kind)
      .find({ _id: trusted({ $in: places.map(({ _id }) => _id) }) })
      .batchSize(BATCH)
      .lean<OwnedRecord[]>();
    const byKey = new Map(found.map((record) => [record._id, record]));
    return places.flatMap(({ _id }) => {
      const record = byKey.get(_id);
      return record ? [objectOf(kind, record)] : [];
    });
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
