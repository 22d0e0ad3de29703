import { decode } from '../query/decode';
import type { Plan } from '../query/plan';
import type { Document } from '../query/value';
import type { Entry, Reader } from './access';
import type { Collection, Index } from './collection';
import { inRoom, rangeInRoom, ROOM_BYTES, type KeyRange } from './keys';

/** A document that a scan came upon; it is read when it is asked for. */
export class Found {
  private read: Buffer | undefined;
  private decoded: Document | undefined;

  constructor(
    private readonly reader: Reader,
    private readonly room: number,
    readonly idKey: Buffer,
    bytes?: Buffer,
  ) {
    this.read = bytes;
  }

  get bytes(): Buffer {
    return (this.read ??= this.reader.get(inRoom(this.room, this.idKey)) ?? Buffer.alloc(0));
  }

  /** What is made of the bytes, without keeping them. */
  made<Result>(make: (bytes: Buffer) => Result): Result {
    return make(this.read ?? this.reader.view(inRoom(this.room, this.idKey)) ?? Buffer.alloc(0));
  }

  get document(): Document {
    return (this.decoded ??= decode(this.bytes));
  }
}

/** Reads what a plan describes. Documents come in the order of the plan, each once; one that is gone meanwhile does not come. */
export function* scan(reader: Reader, collection: Collection, plan: Plan<Index>): Generator<Found> {
  const { room, idIndex } = collection;
  const index = plan.index ?? idIndex;
  const seen = new Set<string>();
  for (const { key, value } of entriesOf(reader, index, plan)) {
    const idKey = index === idIndex ? key.subarray(ROOM_BYTES) : value;
    if (plan.multikeyDedupe) {
      const name = idKey.toString('latin1');
      if (seen.has(name)) continue;
      seen.add(name);
    }
    if (!reader.isChanging) yield new Found(reader, room, idKey, index === idIndex ? value : undefined);
    else if (reader.get(inRoom(room, idKey))) yield new Found(reader, room, idKey);
  }
}

function entriesOf(reader: Reader, index: Index, plan: Plan<Index>): Iterable<Entry> {
  const { reverse, merge, isLookup } = plan;
  if (!plan.index) return reader.range(rangeInRoom(index.room), reverse);
  const ranges = plan.ranges.map((range) => ({
    ...rangeInRoom(index.room, range),
    shared: ROOM_BYTES + range.shared,
  }));
  if (reverse) ranges.reverse();
  if (isLookup) return lookedUp(reader, ranges);
  return merge ? merged(reader, ranges, reverse) : oneByOne(reader, ranges, reverse);
}

/** Ranges over one key each: getting it costs a fraction of a range. */
function* lookedUp(reader: Reader, ranges: readonly KeyRange[]): Generator<Entry> {
  for (const { from: key } of ranges) {
    const value = reader.get(key);
    if (value) yield { key, value };
  }
}

function* oneByOne(reader: Reader, ranges: readonly KeyRange[], reverse: boolean): Generator<Entry> {
  for (const range of ranges) yield* reader.range(range, reverse);
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
