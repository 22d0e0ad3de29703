import { Failure } from '../shared/failure';
import { cursorOf, type Page, sizeOf, type Window } from '../shared/paging';
import { byCodePoint } from '../shared/text';
import type { Bounded } from '../storage/bounded-read';
import type { KeyedReading } from '../storage/keyed-reading';
import { MOST_EXAMINED } from '../storage/most-examined';
import { pageOf, stretchOf } from './window';

/** The part of a list that a filter by its own key leaves. */
export type KeyRange = Pick<KeyedReading, 'from' | 'before'>;

export interface KeyedWindow {
  readonly window: Window;
  readonly mostItems: number;
  /** Version of the order of the list; cursors of another one are refused. */
  readonly version: number;
  readonly range?: KeyRange | undefined;
}

/** A list in the order of a key, as storage gives it. */
export interface KeyedSource<Item> {
  readonly read: (reading: KeyedReading) => Promise<Bounded<Item>>;
  readonly total: (range: KeyRange) => Promise<number | null>;
}

/**
 * One page of a list in the order of a key. A page of a filter that matches few items may be short; its cursor leads on.
 *
 * @throws Failure INVALID_INPUT when the window contradicts itself, or reaches beyond what is examined
 */
export async function keyedPage<Item>(
  { window, mostItems, version, range = {} }: KeyedWindow,
  { read, total }: KeyedSource<Item>,
): Promise<Page<Item>> {
  const size = sizeOf(window, mostItems);
  const { after, before, order } = stretchOf(window, version);
  const { page = 1 } = window;
  const bounds = { after, from: range.from, before: lowerOf(before, range.before) };
  const { found, stoppedAt } = await read({ ...bounds, order, skip: (page - 1) * size, limit: size + 1 });
  if (page > 1 && found.length === 0 && stoppedAt !== undefined)
    throw new Failure('INVALID_INPUT', `page reaches what ${MOST_EXAMINED} entries hold; go on with after`);
  const cursor = stoppedAt === undefined ? undefined : cursorOf(stoppedAt, version);
  return pageOf({ window, size, found, stoppedAt: cursor, total: () => total(range) });
}

function lowerOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return byCodePoint(a, b) < 0 ? a : b;
}
