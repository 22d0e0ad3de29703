import { decode } from '../query/decode';
import type { Plan } from '../query/plan';
import type { Range } from '../query/plan/bounds';
import type { Document } from '../query/value';
import type { Entry, Reader } from './access';
import type { Collection, Index } from './collection';
import { idKeyOf, inKeyspace, keyspaceRange, KEYSPACE_BYTES, type KeyRange } from './file/keys';
import { damaged, contentWithoutCheck, verifiedContent } from './file/checksum';

/**
 * A document that a scan found. It is read on demand. @throws CommandError DataCorruptionDetected by each method that
 * reads it
 */
export class ScannedDocument {
  private read: Buffer | undefined;
  private decoded: Document | undefined;
  private isChecked = false;

  constructor(
    private readonly reader: Reader,
    private readonly collection: Pick<Collection, 'keyspace' | 'namespace'>,
    readonly idKey: Buffer,
    private readonly value?: Buffer,
  ) {}

  get bytes(): Buffer {
    return (this.read ??= this.verified((key) => this.reader.get(key)));
  }

  /** Maps the bytes of a document. Does not keep them if a later read returns the same bytes. */
  mapped<Result>(map: (bytes: Buffer) => Result): Result {
    if (this.reader.isChanging) return map(this.bytes);
    return map(this.read ?? this.verified((key) => this.reader.view(key)));
  }

  get document(): Document {
    return (this.decoded ??= decode(this.bytes));
  }

  private verified(get: (key: Buffer) => Buffer | undefined): Buffer {
    const { keyspace, namespace } = this.collection;
    const key = inKeyspace(keyspace, this.idKey);
    const value = this.value ?? get(key);
    // A filter has read the document before it is returned. In a transaction, it may have changed since.
    if (this.isChecked && value) return contentWithoutCheck(value);
    const bytes = verifiedContent(key, value, `a document of ${namespace}`);
    this.isChecked = !this.reader.isChanging;
    return bytes;
  }
}

/**
 * Runs a plan. Yields each document once, in the order of the plan. Documents that were deleted during the read are
 * left out.
 *
 * @param skip number of entries to skip; only a plan with one countable range may have more than 0
 * @throws CommandError DataCorruptionDetected at the end of a read of a whole collection that has lost documents or
 *   index entries
 */
export function* scan(
  reader: Reader,
  collection: Collection,
  plan: Plan<Index>,
  skip = 0,
): Generator<ScannedDocument> {
  const { keyspace, idIndex } = collection;
  const index = plan.index ?? idIndex;
  const seen = new Set<string>();
  let count = 0;
  const [range] = skip > 0 ? (countableRanges(plan) ?? []) : [];
  const entries =
    (range && reader.skipper?.entriesAfter(range, { reverse: plan.reverse, skip })) ??
    entriesOf(reader, index, plan);
  for (const entry of entries) {
    const { key, value } = entry;
    const idKey = index === idIndex ? key.subarray(KEYSPACE_BYTES) : idKeyOf(entry);
    if (plan.multikeyDedupe) {
      const name = idKey.toString('latin1');
      if (seen.has(name)) continue;
      seen.add(name);
    }
    count++;
    if (!reader.isChanging)
      yield new ScannedDocument(reader, collection, idKey, index === idIndex ? value : undefined);
    else if (reader.get(inKeyspace(keyspace, idKey))) yield new ScannedDocument(reader, collection, idKey);
  }
  // Every document has an entry in each index.
  if (reader.isChanging || !readsWholeIndex(plan)) return;
  const storedCount = reader.countOf(collection);
  const { namespace } = collection;
  if (count !== storedCount)
    throw damaged(`${namespace} has ${count} of ${storedCount} documents in the index ${index.name}`);
}

/**
 * The ranges of an index that a plan reads, if the entries of each range belong to different documents; `undefined` for
 * other plans.
 */
export function countableRanges(plan: Plan<Index>): readonly KeyRange[] | undefined {
  const { index, ranges, isLookup, hasDoublesWithin } = plan;
  if (!index || isLookup || hasDoublesWithin || readsWholeIndex(plan)) return undefined;
  return ranges.map((range) => keyspaceRange(index.keyspace, range));
}

/** Whether the plan reads an index from end to end. */
function readsWholeIndex({ index, ranges }: Plan<Index>): boolean {
  return !index || (ranges.length === 1 && ranges[0]?.from.length === 0 && ranges[0].to === undefined);
}

function entriesOf(reader: Reader, index: Index, plan: Plan<Index>): Iterable<Entry> {
  const { reverse, merge, isLookup } = plan;
  if (!plan.index) return reader.range(keyspaceRange(index.keyspace), reverse);
  if (isLookup) return lookedUp(reader, index.keyspace, reverse ? plan.ranges.toReversed() : plan.ranges);
  const ranges = plan.ranges.map((range) => ({
    ...keyspaceRange(index.keyspace, range),
    shared: KEYSPACE_BYTES + range.shared,
  }));
  if (reverse) ranges.reverse();
  return merge ? merged(reader, ranges, reverse) : oneByOne(reader, ranges, reverse);
}

/** Each range has one key: to get it takes a fraction of the time of a range. */
function* lookedUp(reader: Reader, keyspace: number, ranges: readonly Range[]): Generator<Entry> {
  for (const { from } of ranges) {
    const key = inKeyspace(keyspace, from);
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

/** Merges ranges by the bytes of their entries after the shared ones. */
function* merged(
  reader: Reader,
  ranges: readonly (KeyRange & { readonly shared: number })[],
  reverse: boolean,
): Generator<Entry> {
  const heads: Head[] = [];
  const order = reverse ? descending : ascending;
  try {
    for (const range of ranges) {
      const rest = reader.range(range, reverse)[Symbol.iterator]();
      const first = rest.next();
      if (first.done !== true) heads.push({ rest, shared: range.shared, entry: first.value });
    }
    while (heads.length > 0) {
      const next = heads.reduce((best, head) => (order(head, best) < 0 ? head : best));
      yield next.entry;
      const following = next.rest.next();
      if (following.done === true) heads.splice(heads.indexOf(next), 1);
      else next.entry = following.value;
    }
  } finally {
    for (const { rest } of heads) rest.return?.();
  }
}

function ascending(left: Head, right: Head): number {
  return Buffer.compare(left.entry.key.subarray(left.shared), right.entry.key.subarray(right.shared));
}

function descending(left: Head, right: Head): number {
  return ascending(right, left);
}
