import { cursorOf, type Page, sizeOf, type Window } from '../shared/paging';
import { beyondPages, type Bounded } from '../storage/lists/bounded-read';
import type { KeyedReading, KeyRange } from '../storage/lists/keyed-reading';
import { byCodePoint } from '../shared/text';
import { MOST_EXAMINED } from '../storage/lists/most-examined';
import { pageOf, stretchOf } from './window';

/** A list in the order of a key, by which its cursors go. */
export interface Listed<Item> {
  /** Version of the order; cursors of another one are refused. */
  readonly version: number;
  /** The part of it that a filter by its key leaves. */
  readonly range?: KeyRange | undefined;
  readonly read: (reading: KeyedReading) => Promise<Bounded<Item>>;
  readonly total: () => Promise<number | null>;
}

/** A list of which an index gives nothing but what is read or skipped. */
export interface WholeList<Item> {
  readonly read: (reading: KeyedReading) => Promise<readonly Item[]>;
  readonly total: () => Promise<number | null>;
}

export function listedWhole<Item>(version: number, list: WholeList<Item>): Listed<Item> {
  const read = async (reading: KeyedReading) => ({ found: await list.read(reading) });
  return { version, read, total: () => list.total() };
}

/**
 * Reads a window of a list.
 *
 * @throws Failure INVALID_INPUT when the window contradicts itself, and for a page that lies behind more than is skipped
 */
export async function listedPage<Item>(
  { version, range = {}, read, total }: Listed<Item>,
  window: Window,
  mostItems: number,
): Promise<Page<Item>> {
  const size = sizeOf(window, mostItems);
  const { after, before, order } = stretchOf(window, version);
  const bounds = { after, from: range.from, before: lowerOf(before, range.before) };
  const skip = ((window.page ?? 1) - 1) * size;
  const { found, stoppedAt } =
    skip < MOST_EXAMINED
      ? await read({ ...bounds, order, skip, limit: size + 1 })
      : await nothingBehind(skip, total);
  if (skip > 0 && found.length === 0 && stoppedAt !== undefined) throw beyondPages();
  const cursor = stoppedAt === undefined ? undefined : cursorOf(stoppedAt, version);
  return pageOf({ window, size, found, stoppedAt: cursor, total });
}

/** A page far out of a list that ends before it has nothing on it. */
export async function nothingBehind(
  skip: number,
  total: () => Promise<number | null>,
): Promise<{ readonly found: readonly never[]; readonly stoppedAt?: undefined }> {
  const count = await total();
  if (count === null || count > skip) throw beyondPages();
  return { found: [] };
}

function lowerOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return byCodePoint(a, b) < 0 ? a : b;
}
