import type { Members } from '../domain/chatbot/checked-members';
import type { OwnedKey } from '../domain/chatbot/owned-key';
import { type OwnedKind, ownedKind, type OwnedName } from '../domain/chatbot/owned-kinds';
import { listStateOf, type ListStates, type OwnedObject } from '../domain/chatbot/owned-record';
import { Failure } from '../shared/failure';
import { cursorOf, MOST_COUNTED, type Page, sizeOf, type Window } from '../shared/paging';
import type { Viewer } from '../shared/viewer';
import { grouped } from '../shared/grouped';
import { piecesOf } from '../storage/read-by-bytes';
import type { Storage } from '../storage/storage';
import { type ListEnd, readListEnds } from './list-ends';
import { reachesOwned } from './reach';
import { pageOf, type Stretch, stretchOf } from './window';

/** Version of the order of owned objects, by number; cursors of another version are refused. */
const ORDER_VERSION = 1;

/** Objects whose sizes are read at once where all are wanted. */
const WALK_BATCH = 500;

/** What has lists: an application, a conversation or a field, which the one who asks has been let see. */
export interface ListOwner {
  readonly key: OwnedKey;
  readonly lists: ListStates;
}

/** A page of one list that is asked for. */
export interface ListWish {
  readonly kind: OwnedKind;
  readonly owner: ListOwner;
  readonly window: Window;
  /** Members, by name, and the value that they must have. */
  readonly filter: Members;
  readonly mostItems: number;
}

interface PlannedWish extends ListWish {
  readonly size: number;
  readonly stretch: Stretch;
}

export function ownedCursor({ number }: Pick<OwnedObject, 'number'>): string {
  return cursorOf(String(number), ORDER_VERSION);
}

/** The form in which one object is asked for among others of all kinds. */
export function wishFor(name: OwnedName, key: OwnedKey): string {
  return `${name} ${key}`;
}

/** Reads what applications own. */
export class OwnedListService {
  constructor(private readonly storage: Pick<Storage, 'owned'>) {}

  /** Objects in the order asked, by one command for each kind; `undefined` where there is none for the viewer. */
  async getMany(viewer: Viewer, wishes: readonly string[]): Promise<(OwnedObject | undefined)[]> {
    const names = wishes.map((wish) => {
      const space = wish.indexOf(' ');
      return { name: wish.slice(0, space) as OwnedName, key: wish.slice(space + 1) };
    });
    const seen = grouped(
      names.filter(({ key }) => reachesOwned(viewer, key)),
      ({ name }) => name,
    );
    const found = new Map<string, OwnedObject>();
    for (const [name, wished] of seen) {
      const keys = wished.map(({ key }) => key);
      for (const object of await this.storage.owned.find(ownedKind(name), keys))
        found.set(wishFor(name, object.key), object);
    }
    return wishes.map((wish) => found.get(wish));
  }

  /**
   * Pages of many lists. Beginnings and ends of unfiltered lists come by as many commands as there are kinds, however many
   * lists; what lies behind a cursor, on a later page or behind a filter costs a command for each list.
   *
   * @returns a page, or why there is none, for each wish
   */
  async pages(wishes: readonly ListWish[]): Promise<(Page<OwnedObject> | Error)[]> {
    const planned = wishes.map(planOf);
    const ends = planned.filter((wish): wish is PlannedWish => !(wish instanceof Error) && isEnd(wish));
    const found = new Map<unknown, readonly OwnedObject[]>();
    const byKind = grouped(ends, ({ kind }) => kind);
    await Promise.all(
      [...byKind].map(async ([kind, together]) => {
        const lists = await readListEnds(this.storage, kind, together.map(endOf));
        for (const [index, wish] of together.entries()) found.set(wish, lists[index] ?? []);
      }),
    );
    return Promise.all(
      planned.map(async (wish) => {
        if (wish instanceof Error) return wish;
        return this.pageFor(wish, found.get(wish) ?? (await this.read(wish)));
      }),
    );
  }

  private pageFor(wish: PlannedWish, found: readonly OwnedObject[]): Page<OwnedObject> {
    const { window, size } = wish;
    return pageOf({ window, size, found, total: () => this.total(wish) });
  }

  /** All objects of a list, oldest first. No more than a megabyte of them is held, and nothing is kept open in between. */
  async *walk(kind: OwnedKind, owner: OwnedKey): AsyncGenerator<OwnedObject> {
    for (let after = -1; ;) {
      const reading = { owner, filter: {}, after, order: 'ASC', skip: 0, limit: WALK_BATCH } as const;
      const places = await this.storage.owned.places(kind, reading);
      for (const piece of piecesOf(places)) yield* await this.storage.owned.bringAtOnce(kind, piece);
      const last = places.at(-1);
      if (!last || places.length < WALK_BATCH) return;
      after = last.number;
    }
  }

  /** One item more than the page, where there are more. Pages of the second half are read from the end. */
  private async read({ kind, owner, filter, window, size, stretch }: PlannedWish): Promise<OwnedObject[]> {
    const { order } = stretch;
    const reading = { owner: owner.key, filter, order, ...boundsOf(stretch) };
    const skip = ((window.page ?? 1) - 1) * size;
    const { count } = listStateOf(owner, kind.list);
    if (hasFilter(filter) || skip <= count / 2)
      return this.storage.owned.read(kind, { ...reading, skip, limit: size + 1 });
    const limit = Math.min(size + 1, count - skip);
    if (limit <= 0) return [];
    const fromEnd = await this.storage.owned.read(kind, {
      ...{ ...reading, order: order === 'ASC' ? 'DESC' : 'ASC', limit },
      skip: Math.max(0, count - (skip + size + 1)),
    });
    return fromEnd.toReversed();
  }

  private async total({ kind, owner, filter }: PlannedWish): Promise<number | null> {
    if (!hasFilter(filter)) return listStateOf(owner, kind.list).count;
    const counted = await this.storage.owned.count(kind, owner.key, { filter, most: MOST_COUNTED + 1 });
    return counted > MOST_COUNTED ? null : counted;
  }
}

function planOf(wish: ListWish): PlannedWish | Error {
  try {
    const size = sizeOf(wish.window, wish.mostItems);
    return { ...wish, size, stretch: stretchOf(wish.window, ORDER_VERSION) };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isEnd({ window, filter, stretch }: PlannedWish): boolean {
  const { after, before } = stretch;
  return after === undefined && before === undefined && (window.page ?? 1) === 1 && !hasFilter(filter);
}

function endOf({ kind, owner, size, stretch }: PlannedWish): ListEnd {
  const state = listStateOf(owner, kind.list);
  return { owner: owner.key, state, amount: size + 1, order: stretch.order };
}

function boundsOf({ after, before }: Stretch) {
  return {
    after: after === undefined ? undefined : numberIn(after),
    before: before === undefined ? undefined : numberIn(before),
  };
}

/** @throws Failure INVALID_INPUT for the position of a cursor of another list */
function numberIn(position: string): number {
  if (/^\d{1,16}$/.test(position)) return Number(position);
  throw new Failure('INVALID_INPUT', 'The cursor is not one of this list');
}

function hasFilter(filter: Members): boolean {
  return Object.keys(filter).length > 0;
}
