import type { Model } from 'mongoose';
import { type Bounded, readBounded } from './bounded-read';
import {
  boundsOf,
  countKeyed,
  type Filter,
  type KeyedList,
  type RangeQuery,
  type KeyRange,
  readKeyed,
} from './keyed-list';

/** A list of documents that no index gives alone. */
export interface NarrowedList extends Omit<KeyedList, 'filter'> {
  /** Filters of which each has an index in the order of the key; the documents of the list meet all of them. */
  readonly leads: readonly Filter[];
  /** What is asked of each document that an index gives; nothing when absent. */
  readonly asked?: Filter | undefined;
}

/** How far the next entries of one index reach; to the end of the list where no key is given. */
interface KeySpan<Key> {
  readonly lead: Filter;
  readonly upTo: Key | undefined;
}

/**
 * Reads a stretch of a narrowed list along the index whose next n entries reach farthest. It ends early where as many were
 * examined as are at most.
 */
export async function readNarrowed<Item, Key extends number | string>(
  model: Model<Item>,
  list: NarrowedList,
  query: RangeQuery<Key>,
): Promise<Bounded<Item>> {
  const { key, leads, asked } = list;
  const [only, ...others] = leads;
  if (asked === undefined && only !== undefined && others.length === 0)
    return { found: await readKeyed(model, { ...list, filter: only }, query) };
  const keys = { key, fields: { _id: 0, [key]: 1 } as const };
  const reachOf = async (lead: Filter, n: number): Promise<KeySpan<Key>> => {
    const entries = { ...query, skip: n - 1, limit: 2 };
    const [nth, next] = await readKeyed(model, { ...keys, filter: lead }, entries);
    return { lead, upTo: nth && next ? (nth[key as keyof Item] as Key) : undefined };
  };
  return readBounded(query.limit, async (n) => {
    const reaches = await Promise.all(leads.map((lead) => reachOf(lead, n)));
    const { lead, upTo } = reaches.reduce((best, reach) => farther(best, reach, query));
    return {
      until: upTo === undefined ? undefined : String(upTo),
      read: () => readKeyed(model, { ...list, filter: along(lead, asked) }, { ...query, upTo }),
    };
  });
}

/** How many documents a narrowed list has; `null` where more would have to be examined than are. */
export async function countNarrowed<Item>(
  model: Model<Item>,
  { key, leads, asked }: Pick<NarrowedList, 'key' | 'leads' | 'asked'>,
  range: KeyRange = {},
): Promise<number | null> {
  const ranged = leads.map((lead) => ({ ...lead, ...boundsOf(key, range) }));
  const sizes = await Promise.all(ranged.map((lead) => countKeyed(model, lead)));
  const known = sizes.flatMap((size, i) => (size === null ? [] : { size, lead: ranged[i] }));
  const [shortest] = known.toSorted((a, b) => a.size - b.size);
  if (shortest?.lead === undefined) return null;
  if (asked === undefined && leads.length === 1) return shortest.size;
  return countKeyed(model, along(shortest.lead, asked));
}

/** What is asked stands there twice, so that no index is chosen by it: of an alternative, the embedded database uses none. */
function along(lead: Filter, asked: Filter = {}): Filter {
  return { ...lead, $or: [asked, asked] };
}

function farther<Key extends number | string>(
  one: KeySpan<Key>,
  other: KeySpan<Key>,
  { order }: RangeQuery<Key>,
): KeySpan<Key> {
  if (one.upTo === undefined || other.upTo === undefined) return one.upTo === undefined ? one : other;
  return one.upTo > other.upTo === (order === 'ASC') ? one : other;
}
