import type { FieldValues } from '../../domain/chatbot/resource/stored-fields';
import {
  type ResourceKey,
  listStateOf,
  type ListStates,
  type Resource,
} from '../../domain/chatbot/resource/resource-record';
import {
  type ResourceType,
  resourceTypeNamed,
  type ResourceTypeName,
} from '../../domain/chatbot/resource/resource-types';
import { Failure } from '../../shared/failure';
import {
  cursorOf,
  cursorOfAnother,
  type Page,
  pageSizeOf,
  type PageRequest,
  type Bounded,
  MAX_EXAMINED,
} from '../../shared/paging';
import type { Viewer } from '../../shared/viewer';
import { grouped } from '../../shared/grouped';
import { pageTooFar } from '../../storage/lists/bounded-read';
import type { ResourceRangeQuery } from '../../storage/applications/resource-repository';
import type { Storage } from '../../storage/storage';
import { type ListEnd, readHeadsAndTails } from './heads-and-tails';
import { emptyPageAfter, pageOf, type ListRange, listRangeOf } from '../list-page';
import { isInTenantScope } from './tenant-scope';

/** Name and version of the order of the resources of a type, by number; cursors of another one are refused. */
function orderOf({ name }: Pick<ResourceType, 'name'>): string {
  return `${name} 1`;
}

/** The owner of lists: an application, a conversation or a field that the caller may see. */
export interface ListOwner {
  readonly key: ResourceKey;
  readonly lists: ListStates;
}

/** A requested page of one list. */
export interface ListRequest {
  readonly type: ResourceType;
  readonly owner: ListOwner;
  readonly pageRequest: PageRequest;
  /** Fields by name, and the value that they must have. */
  readonly filter: FieldValues;
  readonly maxItems: number;
  /** Maximum size of the page in bytes, as objects count them. The first object is always included. */
  readonly maxBytes?: number | undefined;
}

interface PlannedListRequest extends ListRequest {
  readonly size: number;
  readonly range: ListRange;
}

/** Returns the function that creates the cursors of the resources of a type. */
export function resourceCursor(type: Pick<ResourceType, 'name'>) {
  return ({ number }: Pick<Resource, 'number'>): string => cursorOf(String(number), orderOf(type));
}

/** The loader key of one object, which includes its type. */
export function listRequestFor(name: ResourceTypeName, key: ResourceKey): string {
  return `${name} ${key}`;
}

/** Reads resources. */
export class ResourceListService {
  constructor(private readonly storage: Pick<Storage, 'resources'>) {}

  /**
   * Objects in the given order, with one command per type; `undefined` for those that do not exist for the viewer.
   */
  async getMany(viewer: Viewer, requests: readonly string[]): Promise<(Resource | undefined)[]> {
    const names = requests.map((request) => {
      const space = request.indexOf(' ');
      return { name: request.slice(0, space) as ResourceTypeName, key: request.slice(space + 1) };
    });
    const byType = grouped(
      names.filter(({ key }) => isInTenantScope(viewer, key)),
      ({ name }) => name,
    );
    const objects = new Map<string, Resource>();
    for (const [name, sameType] of byType) {
      const keys = sameType.map(({ key }) => key);
      for (const object of await this.storage.resources.find(resourceTypeNamed(name), keys))
        objects.set(listRequestFor(name, object.key), object);
    }
    return requests.map((request) => objects.get(request));
  }

  /**
   * Pages of many lists. Heads and tails of unfiltered lists cost one command per type, however many lists; pages
   * after a cursor, later pages and filtered lists cost one command per list.
   *
   * @returns a page, or the reason why there is none, for each request
   */
  async pages(requests: readonly ListRequest[]): Promise<(Page<Resource> | Error)[]> {
    const planned = requests.map(plannedRequest);
    const ends = planned.filter(
      (request): request is PlannedListRequest => !(request instanceof Error) && isEnd(request),
    );
    const listEnds = new Map<unknown, readonly Resource[]>();
    const byType = grouped(ends, ({ type }) => type);
    await Promise.all(
      [...byType].map(async ([type, together]) => {
        const lists = await readHeadsAndTails(this.storage, type, together.map(endOf));
        for (const [index, request] of together.entries()) listEnds.set(request, lists[index] ?? []);
      }),
    );
    return Promise.all(
      planned.map(async (request) => {
        if (request instanceof Error) return request;
        const listEnd = listEnds.get(request);
        // One list that cannot be read must not fail the lists of the same batch.
        return listEnd ? this.pageFor(request, { items: listEnd }) : this.readPage(request).catch(errorOf);
      }),
    );
  }

  private async readPage(request: PlannedListRequest): Promise<Page<Resource>> {
    return this.pageFor(request, await this.read(request));
  }

  private pageFor(request: PlannedListRequest, { items, stoppedAt }: Bounded<Resource>): Page<Resource> {
    const { pageRequest, size, type } = request;
    const cursor = stoppedAt === undefined ? undefined : cursorOf(stoppedAt, orderOf(type));
    return pageOf({ pageRequest, size, items, stoppedAt: cursor, total: () => this.total(request) });
  }

  /** The page plus one more item, if there is one. @throws Failure INVALID_INPUT for a page that is too far */
  private async read(request: PlannedListRequest): Promise<Bounded<Resource>> {
    const { type, owner, filter, pageRequest, size, range, maxBytes } = request;
    const skip = ((pageRequest.page ?? 1) - 1) * size;
    const query = { owner: owner.key, filter, ...range, ...numberBoundsOf(range), limit: size + 1 };
    if (skip > 0 && !hasFilter(filter)) return this.readFarPage(request, query, skip);
    if (skip >= MAX_EXAMINED) return emptyPageAfter(skip, () => this.total(request));
    const read = await this.storage.resources.read(type, { ...query, skip }, maxBytes);
    if (skip > 0 && read.items.length === 0 && read.stoppedAt !== undefined) throw pageTooFar();
    return read;
  }

  /**
   * A page of an unfiltered list: found by number if nothing was deleted, otherwise by skipping from the nearer end.
   */
  private async readFarPage(
    { type, owner, size }: PlannedListRequest,
    query: ResourceRangeQuery,
    skip: number,
  ): Promise<Bounded<Resource>> {
    const { resources } = this.storage;
    const { count, last } = listStateOf(owner, type.list);
    if (skip >= count) return { items: [] };
    const isForwards = query.order === 'ASC';
    if (count === last)
      return resources.read(type, {
        ...query,
        ...(isForwards ? { after: skip } : { before: last - skip + 1 }),
      });
    const remaining = Math.max(0, count - (skip + size + 1));
    if (Math.min(skip, remaining) > MAX_EXAMINED) throw pageTooFar();
    if (skip <= remaining) return resources.read(type, { ...query, skip });
    const fromEnd = {
      order: isForwards ? 'DESC' : 'ASC',
      skip: remaining,
      limit: count - skip - remaining,
    } as const;
    const { items } = await resources.read(type, { ...query, ...fromEnd });
    return { items: items.toReversed() };
  }

  private async total({ type, owner, filter }: PlannedListRequest): Promise<number | null> {
    if (!hasFilter(filter)) return listStateOf(owner, type.list).count;
    return this.storage.resources.count(type, owner.key, filter);
  }
}

function plannedRequest(request: ListRequest): PlannedListRequest | Error {
  try {
    const { maxBytes, pageRequest } = request;
    if (maxBytes !== undefined && (maxBytes < 1 || pageRequest.page !== undefined))
      throw new Failure('INVALID_INPUT', 'maxBytes must be an integer of 1 or more, without page');
    const size = pageSizeOf(request.pageRequest, request.maxItems);
    return { ...request, size, range: listRangeOf(request.pageRequest, orderOf(request.type)) };
  } catch (error) {
    return errorOf(error);
  }
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function isEnd({ pageRequest, filter, range, maxBytes }: PlannedListRequest): boolean {
  const { after, before } = range;
  const isBounded = after !== undefined || before !== undefined || maxBytes !== undefined;
  return !isBounded && (pageRequest.page ?? 1) === 1 && !hasFilter(filter);
}

function endOf({ type, owner, size, range }: PlannedListRequest): ListEnd {
  const state = listStateOf(owner, type.list);
  return { owner: owner.key, state, amount: size + 1, order: range.order };
}

function numberBoundsOf({ after, before }: ListRange) {
  return {
    after: after === undefined ? undefined : numberFromPosition(after),
    before: before === undefined ? undefined : numberFromPosition(before),
  };
}

/** @throws Failure INVALID_INPUT for the position of a cursor of another list */
function numberFromPosition(position: string): number {
  if (/^\d{1,16}$/.test(position)) return Number(position);
  throw cursorOfAnother();
}

function hasFilter(filter: FieldValues): boolean {
  return Object.keys(filter).length > 0;
}
