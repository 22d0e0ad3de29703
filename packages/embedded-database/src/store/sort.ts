import { CommandError } from '../errors';
import { compileSort } from '../query/sort';
import type { Document } from '../query/value';
import type { ScannedDocument } from './scan';

/** Maximum size of the documents of a sort in memory, in bytes. */
const MAX_SORT_BYTES = 32 * 1024 * 1024;

/** Number of items that are sorted at once, in about a millisecond. */
const ITEMS_PER_RUN = 1000;

interface Item {
  readonly match: ScannedDocument;
  readonly key: Buffer;
  /** Size of the document in bytes. */
  readonly size: number;
}

type Order = (left: Item, right: Item) => number;

/**
 * Sorts in memory, and keeps only the first `end` documents. Yields undefined while `isDue` is true.
 *
 * @throws CommandError QueryExceededMemoryLimitNoDiskUseAllowed
 */
export function* sorted(
  matches: Iterable<ScannedDocument | undefined>,
  { sort, end }: { readonly sort: Document; readonly end: number },
  isDue: () => boolean,
): Generator<ScannedDocument | undefined> {
  const sorter = compileSort(sort);
  const runs = new Runs((left, right) => sorter.compare(left.key, right.key), end, isDue);
  for (const match of matches) {
    if (match)
      yield* runs.add(match.mapped((bytes) => ({ match, key: sorter.keyOf(bytes), size: bytes.length })));
    if (!match || isDue()) yield undefined;
  }
  yield* runs.finish();
  for (const { match } of runs.first) yield match;
}

/** A merge sort that may yield at every step. Of equal items, those that were added first come first. */
class Runs {
  private fresh: Item[] = [];
  /** Sorted runs of at most `end` items, the longest first. */
  private readonly runs: (readonly Item[])[] = [];
  private bytes = 0;

  constructor(
    private readonly order: Order,
    private readonly end: number,
    private readonly isDue: () => boolean,
  ) {}

  get first(): readonly Item[] {
    return this.runs[0] ?? [];
  }

  *add(item: Item): Generator<undefined> {
    this.fresh.push(item);
    this.bytes += item.size;
    // A limited sort may temporarily hold twice as much, because only a merge of all runs shows which items to drop.
    if (this.bytes > (this.end === Infinity ? MAX_SORT_BYTES : 2 * MAX_SORT_BYTES)) yield* this.finish();
    else if (this.fresh.length >= ITEMS_PER_RUN) yield* this.merge(ITEMS_PER_RUN);
  }

  /** Merges all runs into one. @throws CommandError if it is too large */
  *finish(): Generator<undefined> {
    yield* this.merge(Infinity);
    if (this.bytes > MAX_SORT_BYTES) throw tooLarge();
  }

  /** Merges added items with the previous runs up to this length, and with those that are shorter than the result. */
  private *merge(length: number): Generator<undefined> {
    let last = this.cut(this.fresh.sort(this.order));
    this.fresh = [];
    for (let before = this.runs.at(-1); before; before = this.runs.at(-1)) {
      if (before.length > Math.max(length, last.length)) break;
      this.runs.pop();
      last = this.cut(yield* this.merged(before, last));
    }
    this.runs.push(last);
  }

  private *merged(left: readonly Item[], right: readonly Item[]): Generator<undefined, Item[]> {
    const items: Item[] = [];
    let [l, r] = [0, 0];
    for (;;) {
      const [first, next] = [left[l], right[r]];
      if (!first || !next) return items.concat(left.slice(l), right.slice(r));
      const isLeft = this.order(first, next) <= 0;
      items.push(isLeft ? first : next);
      if (isLeft) l++;
      else r++;
      if (this.isDue()) yield undefined;
    }
  }

  /** Drops the items after the last requested one. */
  private cut(items: Item[]): Item[] {
    for (const { size } of items.splice(this.end)) this.bytes -= size;
    return items;
  }
}

function tooLarge(): CommandError {
  const message = `Sort exceeded memory limit of ${MAX_SORT_BYTES} bytes, and there is no index for it`;
  return new CommandError('QueryExceededMemoryLimitNoDiskUseAllowed', message);
}
