import type { Model } from 'mongoose';
import type { Bounded } from '../../shared/paging';
import { readBounded } from './bounded-read';
import {
  rangeFilter,
  countKeyed,
  type Filter,
  type KeyedList,
  type RangeQuery,
  type KeyRange,
  readKeyed,
} from './keyed-list';

/** A list of documents that one index alone does not select. */
export interface NarrowedList extends Omit<KeyedList, 'filter'> {
  /** Filters that each have an index in the order of the key. The documents of the list match all of them. */
  readonly leads: readonly Filter[];
  /** Filter for the documents that an index selects. Defaults to none. */
  readonly conditions?: Filter | undefined;
}

/** Matches documents of which one of the fields contains a text, ignoring case. */
export function containing(fields: readonly string[], text: string): Filter {
  // BSON ends a pattern at U+0000, so U+FFFD, which pages show in its place, is matched instead.
  const literal = text.replaceAll('\0', '\uFFFD').replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const pattern = new RegExp(literal, 'i');
  return { $or: fields.map((field) => ({ [field]: pattern })) };
}

/** The last key that the next entries of an index reach; without a key, they reach the end of the list. */
interface KeySpan<Key> {
  readonly lead: Filter;
  readonly upTo: Key | undefined;
}

/**
 * Reads a range of a filtered list along the index whose next n entries reach farthest. It ends early once it has examined
 * the maximum number of entries.
 */
export async function readNarrowed<Item, Key extends number | string>(
  model: Model<Item>,
  list: NarrowedList,
  query: RangeQuery<Key>,
): Promise<Bounded<Item>> {
  const { key, leads, conditions } = list;
  const [only, ...others] = leads;
  if (conditions === undefined && only !== undefined && others.length === 0)
    return { items: await readKeyed(model, { ...list, filter: only }, query) };
  const keys = { key, fields: { _id: 0, [key]: 1 } as const };
  const spanOf = async (lead: Filter, n: number): Promise<KeySpan<Key>> => {
    const entries = { ...query, skip: n - 1, limit: 2 };
    const [nth, next] = await readKeyed(model, { ...keys, filter: lead }, entries);
    return { lead, upTo: nth && next ? (valueAt(nth, key) as Key | undefined) : undefined };
  };
  return readBounded(query.limit, async (n) => {
    const spans = await Promise.all(leads.map((lead) => spanOf(lead, n)));
    const { lead, upTo } = spans.reduce((best, span) => farther(best, span, query));
    return {
      until: upTo === undefined ? undefined : String(upTo),
      read: () => readKeyed(model, { ...list, filter: along(lead, conditions) }, { ...query, upTo }),
    };
  });
}

/** The number of documents of a filtered list; `null` if counting would exceed the maximum number of examined entries. */
export async function countNarrowed<Item>(
  model: Model<Item>,
  { key, leads, conditions }: Pick<NarrowedList, 'key' | 'leads' | 'conditions'>,
  range: KeyRange = {},
): Promise<number | null> {
  const ranged = leads.map((lead) => ({ ...lead, ...rangeFilter(key, range) }));
  const sizes = await Promise.all(ranged.map((lead) => countKeyed(model, lead)));
  const counted = sizes.flatMap((size, i) => (size === null ? [] : { size, lead: ranged[i] }));
  const [shortest] = counted.toSorted((a, b) => a.size - b.size);
  if (shortest?.lead === undefined) return null;
  if (conditions === undefined && leads.length === 1) return shortest.size;
  return countKeyed(model, along(shortest.lead, conditions));
}

/** The value of a field that may be within another: `keys.alphabet`. */
function valueAt(document: unknown, path: string): unknown {
  const memberOf = (value: unknown, name: string) => (value as Readonly<Record<string, unknown>>)[name];
  return path.split('.').reduce(memberOf, document);
}

/** Two equal alternatives keep the filter from choosing the index: the embedded database uses no index for `$or`. */
export function along(lead: Filter, conditions: Filter = {}): Filter {
  return { ...lead, $or: [conditions, conditions] };
}

function farther<Key extends number | string>(
  span: KeySpan<Key>,
  other: KeySpan<Key>,
  { order }: RangeQuery<Key>,
): KeySpan<Key> {
  if (span.upTo === undefined || other.upTo === undefined) return span.upTo === undefined ? span : other;
  return span.upTo > other.upTo === (order === 'ASC') ? span : other;
}
