import { type Model, trusted } from 'mongoose';
import type { FieldValues } from '../../domain/chatbot/resource/stored-fields';
import type { ResourceKey, Resource, ResourceRecord } from '../../domain/chatbot/resource/resource-record';
import type { ResourceType } from '../../domain/chatbot/resource/resource-types';
import type { Bounded } from '../../shared/paging';
import { type RangeQuery, readKeyed } from '../lists/keyed-list';
import type { Models } from '../models';
import { countNarrowed, type NarrowedList, readNarrowed } from '../lists/narrowed-list';
import { resourceOf } from './resource-schema';
import { readByBytes, type Sized } from '../lists/bounded-read';

/** Documents per batch of a reply; the server ends a batch at 16 MB in any case. */
const DOCUMENTS_PER_BATCH = 100_000;

/** A range of one list, in the order of its numbers. */
export interface ResourceRangeQuery extends RangeQuery<number> {
  readonly owner: ResourceKey;
  readonly filter: FieldValues;
}

/** The position and size of an object, which are read to decide whether to read the object. */
export interface ResourcePosition extends Sized {
  readonly _id: ResourceKey;
  readonly owner: ResourceKey;
  readonly number: number;
  readonly block: string;
}

/** A position with the time of the last change of the object (ISO 8601). */
export interface ResourceVersion extends ResourcePosition {
  readonly lastUpdate: string;
}

/** A request in which no intent was recognised, with its text. */
export interface UnresolvedPosition {
  readonly _id: ResourceKey;
  readonly lastUpdate: string;
  readonly userRequest: unknown;
}

const POSITION_FIELDS = { _id: 1, owner: 1, number: 1, block: 1, bytes: 1 } as const;

/** Maximum size of an unresolved request, in bytes. Larger ones are omitted. */
const MAX_BYTES_PER_MESSAGE = 16_384;

/** Number of attempts to read a list whose objects are being deleted. */
const MAX_ATTEMPTS = 3;

/**
 * Reads resources: first positions and sizes, then the objects, a megabyte at a time. The caller decides who may
 * see them.
 */
export class ResourceRepository {
  constructor(private readonly models: Models) {}

  /** The positions of the first objects of a list, with the time of their last change. */
  versionsIn(type: ResourceType, owner: ResourceKey, limit: number): Promise<ResourceVersion[]> {
    return this.model(type)
      .find({ owner }, { ...POSITION_FIELDS, lastUpdate: 1 })
      .sort({ number: 1 })
      .limit(limit)
      .batchSize(DOCUMENTS_PER_BATCH)
      .lean<ResourceVersion[]>()
      .exec();
  }

  /**
   * Reads the requests of conversations in which no intent was recognised, in any order. Large requests are left out.
   *
   * @param limit maximum number of requests
   */
  async notUnderstood(
    type: ResourceType,
    conversations: readonly ResourceKey[],
    limit: number,
  ): Promise<UnresolvedPosition[]> {
    const small = trusted({ $lt: MAX_BYTES_PER_MESSAGE });
    const filter = {
      owner: trusted({ $in: conversations }),
      resolved: false,
      intentName: null,
      bytes: small,
    };
    const requests = await this.model(type)
      .find(filter, { userRequest: 1, lastUpdate: 1 })
      .limit(limit)
      .batchSize(DOCUMENTS_PER_BATCH)
      .lean<{ _id: ResourceKey; userRequest?: string; lastUpdate: string }[]>();
    return requests.map(({ userRequest, ...fields }) => ({
      ...fields,
      userRequest: userRequest == null ? null : (JSON.parse(userRequest) as unknown),
    }));
  }

  /** Objects by their keys, in any order. @throws Failure TOO_LARGE */
  async find(type: ResourceType, keys: readonly ResourceKey[]): Promise<Resource[]> {
    const positions = await this.model(type)
      .find({ _id: trusted({ $in: keys }) }, POSITION_FIELDS)
      .lean<ResourcePosition[]>();
    return this.load(type, positions);
  }

  /** The positions of all objects in certain blocks of lists, with one command. */
  positionsIn(type: ResourceType, blocks: readonly string[]): Promise<ResourcePosition[]> {
    return this.model(type)
      .find({ block: trusted({ $in: blocks }) }, POSITION_FIELDS)
      .batchSize(DOCUMENTS_PER_BATCH)
      .lean<ResourcePosition[]>()
      .exec();
  }

  /**
   * A range of a list: the requested number of objects, or those among the maximum number of examined ones.
   *
   * @param maxBytes maximum total size of the objects, as they count it; the first is read in any case
   * @throws Failure TOO_LARGE
   */
  async read(type: ResourceType, query: ResourceRangeQuery, maxBytes?: number): Promise<Bounded<Resource>> {
    for (let tries = 1; ; tries++) {
      const { items: positions, stoppedAt } = withinBytes(
        maxBytes,
        await this.narrowedPositions(type, query),
      );
      const resources = await this.load(type, positions);
      // A page with fewer objects, because one was deleted, would look like the last page.
      if (resources.length === positions.length || tries === MAX_ATTEMPTS)
        return { items: resources, stoppedAt };
    }
  }

  /** The positions of a range of a whole list, in order. */
  positions(
    type: ResourceType,
    { owner, ...query }: Omit<ResourceRangeQuery, 'filter'>,
  ): Promise<ResourcePosition[]> {
    return readKeyed(
      this.positionsOf(type),
      { key: 'number', filter: { owner }, fields: POSITION_FIELDS },
      query,
    );
  }

  private narrowedPositions(
    type: ResourceType,
    { owner, filter, ...query }: ResourceRangeQuery,
  ): Promise<Bounded<ResourcePosition>> {
    return readNarrowed(
      this.positionsOf(type),
      { ...resourceList(owner, filter), fields: POSITION_FIELDS },
      query,
    );
  }

  /** The objects at positions, in order, for a response; missing ones are omitted. @throws Failure TOO_LARGE */
  load(type: ResourceType, positions: readonly ResourcePosition[]): Promise<Resource[]> {
    return readByBytes(positions, (piece) => this.loadTogether(type, piece));
  }

  private async loadTogether(
    type: ResourceType,
    positions: readonly ResourcePosition[],
  ): Promise<Resource[]> {
    const records = await this.model(type)
      .find({ _id: trusted({ $in: positions.map(({ _id }) => _id) }) })
      .batchSize(DOCUMENTS_PER_BATCH)
      .lean<ResourceRecord[]>();
    const byKey = new Map(records.map((record) => [record._id, record]));
    return positions.flatMap(({ _id }) => {
      const record = byKey.get(_id);
      return record ? [resourceOf(type, record)] : [];
    });
  }

  /** Number of objects of a list that match a filter; `null` if more would have to be examined than allowed. */
  count(type: ResourceType, owner: ResourceKey, filter: FieldValues): Promise<number | null> {
    return countNarrowed(this.model(type), resourceList(owner, filter));
  }

  private positionsOf(type: ResourceType): Model<ResourcePosition> {
    return this.model(type) as unknown as Model<ResourcePosition>;
  }

  private model(type: ResourceType): Model<ResourceRecord> {
    return this.models[type.collection];
  }
}

/** The first positions whose objects have at most `maxBytes` bytes in total, but at least one. */
function withinBytes(
  maxBytes: number | undefined,
  read: Bounded<ResourcePosition>,
): Bounded<ResourcePosition> {
  if (maxBytes === undefined) return read;
  let remaining = maxBytes;
  const end = read.items.findIndex(({ bytes }, at) => (remaining -= bytes) < 0 && at > 0);
  if (end < 0) return read;
  const items = read.items.slice(0, end);
  return { items, stoppedAt: String(items.at(-1)?.number) };
}

/** The list that a filter selects. Each field of a filter has an index. */
function resourceList(owner: ResourceKey, filter: FieldValues): NarrowedList {
  const leads = Object.entries(filter).map(([name, value]) => ({ owner, [name]: value }));
  if (leads.length > 1) return { key: 'number', leads, conditions: filter };
  return { key: 'number', leads: leads.length === 0 ? [{ owner }] : leads };
}
