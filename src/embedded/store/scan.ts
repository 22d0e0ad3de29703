import { planQuery, type Plan } from '../query/plan';
import type { Document } from '../query/value';
import type { Entry, Reader } from './access';
import type { Collection } from './catalogue';
import { ID_INDEX_NAME, ID_PATTERN } from './documents';
import {
  afterPrefix,
  inRoom,
  markersOf,
  rangeInRoom,
  readMarker,
  ROOM_BYTES,
  wholeRoom,
  type KeyRange,
} from './keys';

/** A document that a scan came upon. */
export interface Found {
  readonly idKey: Buffer;
  readonly bytes: Buffer;
}

/** Chooses how to find what the filter asks for, in the order of the sort where an index has it. */
export function planFor(
  reader: Reader,
  { room, indexes }: Collection,
  query: { readonly filter: Document; readonly sort: Document },
): Plan {
  const markers = [...reader.range(markersOf(room), false)].map(({ key }) => readMarker(key));
  const marked = (indexRoom: number) => {
    const paths = markers.filter((marker) => marker.indexRoom === indexRoom).map(({ path }) => path);
    return { multikey: paths.filter((path) => path !== ''), hasCutKeys: paths.includes('') };
  };
  const planned = indexes.map((index) => ({ ...index, unique: index.isUnique, ...marked(index.room) }));
  const byId = { name: ID_INDEX_NAME, key: ID_PATTERN, unique: true, ...marked(room) };
  return planQuery({ ...query, indexes: [byId, ...planned] });
}

/** Reads what a plan describes. Documents come in the order of the plan, each once. */
export function* scan(reader: Reader, collection: Collection, plan: Plan): Generator<Found> {
  const index = collection.indexes.find(({ name }) => name === plan.index);
  const ranges = plan.index === undefined ? undefined : plan.ranges;
  if (!index) {
    const only = ranges?.length === 1 ? ranges[0] : undefined;
    if (only?.shared === only?.from.length && only?.to?.equals(afterPrefix(only.from))) {
      // A range over one whole `_id`, not the beginning of a text: getting it costs a fraction of a range.
      const bytes = reader.get(inRoom(collection.room, only.from));
      if (bytes) yield { idKey: only.from, bytes };
      return;
    }
    for (const { key, value } of entriesIn(reader, collection.room, { ...plan, ranges })) {
      yield { idKey: key.subarray(ROOM_BYTES), bytes: value };
    }
    return;
  }
  const seen = plan.multikeyDedupe ? new Set<string>() : undefined;
  for (const { value: idKey } of entriesIn(reader, index.room, { ...plan, ranges })) {
    const name = seen && idKey.toString('latin1');
    if (name !== undefined && seen?.has(name)) continue;
    if (name !== undefined) seen?.add(name);
    const bytes = reader.get(inRoom(collection.room, idKey));
    if (bytes) yield { idKey, bytes };
  }
}

type Parts = Pick<Plan, 'merge' | 'reverse'> & { readonly ranges: Plan['ranges'] | undefined };

function* entriesIn(reader: Reader, room: number, { ranges, merge, reverse }: Parts): Generator<Entry> {
  if (!ranges) {
    yield* reader.range(wholeRoom(room), reverse);
    return;
  }
  const placed = ranges.map((range) => ({ ...rangeInRoom(room, range), shared: ROOM_BYTES + range.shared }));
  if (reverse) placed.reverse();
  if (merge) yield* merged(reader, placed, reverse);
  else for (const range of placed) yield* reader.range(range, reverse);
}

interface Head {
  readonly rest: Iterator<Entry>;
  readonly shared: number;
  entry: Entry;
}

/** Reads ranges side by side, always taking the entry that comes first by what follows the shared bytes. */
function* merged(
  reader: Reader,
  ranges: readonly (KeyRange & { readonly shared: number })[],
  reverse: boolean,
): Generator<Entry> {
  const heads: Head[] = [];
  try {
    for (const range of ranges) {
      const rest = reader.range(range, reverse)[Symbol.iterator]();
      const first = rest.next();
      if (first.done !== true) heads.push({ rest, shared: range.shared, entry: first.value });
    }
    while (heads.length > 0) {
      const next = heads.reduce((best, head) => (comesBefore(head, best, reverse) ? head : best));
      yield next.entry;
      const following = next.rest.next();
      if (following.done === true) heads.splice(heads.indexOf(next), 1);
      else next.entry = following.value;
    }
  } finally {
    for (const { rest } of heads) rest.return?.();
  }
}

function comesBefore(left: Head, right: Head, reverse: boolean): boolean {
  const order = Buffer.compare(left.entry.key.subarray(left.shared), right.entry.key.subarray(right.shared));
  return reverse ? order > 0 : order < 0;
}
