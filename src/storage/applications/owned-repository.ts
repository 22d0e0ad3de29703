import { type Model, trusted } from 'mongoose';
import type { Members } from '../../domain/chatbot/owned/checked-members';
import type { OwnedKey, OwnedObject, OwnedRecord } from '../../domain/chatbot/owned/owned-record';
import type { OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import type { Bounded } from '../lists/bounded-read';
import { type KeyedReading, readKeyed } from '../lists/keyed-reading';
import type { Models } from '../models';
import { countNarrowed, type NarrowedList, readNarrowed } from '../lists/narrowed-list';
import { objectOf } from './owned-object';
import { readByBytes, type Sized } from './read-by-bytes';

/** Documents per batch of a reply; the server ends a batch at 16 MB in any case. */
const BATCH = 100_000;

/** A range of one list, in the order of its numbers. */
export interface OwnedReading extends KeyedReading<number> {
  readonly owner: OwnedKey;
  readonly filter: Members;
}

/** The position and size of an object, which are read to decide whether to read the object. */
export interface OwnedPlace extends Sized {
  readonly _id: OwnedKey;
  readonly owner: OwnedKey;
  readonly number: number;
  readonly block: string;
}

const PLACE = { _id: 1, owner: 1, number: 1, block: 1, bytes: 1 } as const;

/** Number of attempts to read a list whose objects are being deleted. */
const TRIES = 3;

/**
 * Reads owned objects: first positions and sizes, then the objects, a megabyte at a time. The caller decides who may
 * see them.
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

  /** The positions of all objects in certain blocks of lists, with one command. */
  placesIn(kind: OwnedKind, blocks: readonly string[]): Promise<OwnedPlace[]> {
    return this.model(kind)
      .find({ block: trusted({ $in: blocks }) }, PLACE)
      .batchSize(BATCH)
      .lean<OwnedPlace[]>()
      .exec();
  }

  /**
   * A range of a list: the requested number of objects, or those among the maximum number of examined ones.
   *
   * @param maxBytes maximum total size of the objects, as they count it; the first is read in any case
   * @throws Failure TOO_LARGE
   */
  async read(kind: OwnedKind, reading: OwnedReading, maxBytes?: number): Promise<Bounded<OwnedObject>> {
    for (let tries = 1; ; tries++) {
      const { found: places, stoppedAt } = within(maxBytes, await this.narrowedPlaces(kind, reading));
      const found = await this.bring(kind, places);
      // A page that has lost a deleted object would look like the last page.
      if (found.length === places.length || tries === TRIES) return { found, stoppedAt };
    }
  }

  /** The positions of a range of a whole list, in order. */
  places(kind: OwnedKind, { owner, ...reading }: Omit<OwnedReading, 'filter'>): Promise<OwnedPlace[]> {
    return readKeyed(this.placesOf(kind), { key: 'number', filter: { owner }, fields: PLACE }, reading);
  }

  private narrowedPlaces(
    kind: OwnedKind,
    { owner, filter, ...reading }: OwnedReading,
  ): Promise<Bounded<OwnedPlace>> {
    return readNarrowed(this.placesOf(kind), { ...listOf(owner, filter), fields: PLACE }, reading);
  }

  /** The objects at positions, in order, for a response; missing ones are omitted. @throws Failure TOO_LARGE */
  bring(kind: OwnedKind, places: readonly OwnedPlace[]): Promise<OwnedObject[]> {
    return readByBytes(places, (piece) => this.bringAtOnce(kind, piece));
  }

  private async bringAtOnce(kind: OwnedKind, places: readonly OwnedPlace[]): Promise<OwnedObject[]> {
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

  /** Number of objects of a list that match a filter; `null` if more would have to be examined than allowed. */
  count(kind: OwnedKind, owner: OwnedKey, filter: Members): Promise<number | null> {
    return countNarrowed(this.model(kind), listOf(owner, filter));
  }

  private placesOf(kind: OwnedKind): Model<OwnedPlace> {
    return this.model(kind) as unknown as Model<OwnedPlace>;
  }

  private model(kind: OwnedKind): Model<OwnedRecord> {
    return this.models[kind.collection];
  }
}

/** The first places whose objects together have at most `maxBytes` bytes, but at least one. */
function within(maxBytes: number | undefined, read: Bounded<OwnedPlace>): Bounded<OwnedPlace> {
  if (maxBytes === undefined) return read;
  let left = maxBytes;
  const end = read.found.findIndex(({ bytes }, at) => (left -= bytes) < 0 && at > 0);
  if (end < 0) return read;
  const found = read.found.slice(0, end);
  return { found, stoppedAt: String(found.at(-1)?.number) };
}

/** Each field of a filter has an index. */
function listOf(owner: OwnedKey, filter: Members): NarrowedList {
  const leads = Object.entries(filter).map(([name, value]) => ({ owner, [name]: value }));
  if (leads.length > 1) return { key: 'number', leads, asked: filter };
  return { key: 'number', leads: leads.length === 0 ? [{ owner }] : leads };
}
