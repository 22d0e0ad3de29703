import { Failure } from '../../shared/failure';
import { type Bounded, FIRST_EXAMINED, MAX_EXAMINED } from '../../shared/paging';

/** The next entries of an index, from the start of the read. */
export interface EntryBatch<Item> {
  /** The position of the last entry; `undefined` if no more entries follow. */
  readonly until: string | undefined;
  /** The items among them. */
  readonly read: () => Promise<readonly Item[]>;
  /** The number of entries if no more follow; without it, the number requested counts as examined. */
  readonly size?: () => Promise<number>;
}

/**
 * Reads the items that match among the entries of an index, and examines a limited number of entries.
 *
 * @param enough number of items after which the read ends
 * @param nextEntries returns the next n entries
 * @param maxExamined maximum number of entries examined
 */
export async function readBounded<Item>(
  enough: number,
  nextEntries: (n: number) => Promise<EntryBatch<Item>>,
  maxExamined = MAX_EXAMINED,
): Promise<Bounded<Item>> {
  const examine = async (n: number): Promise<Bounded<Item>> => {
    const { until, read, size } = await nextEntries(n);
    const items = await read();
    if (items.length >= enough) return { items, examined: n };
    const isLong = until === undefined && n > FIRST_EXAMINED;
    return { items, stoppedAt: until, examined: isLong && size !== undefined ? await size() : n };
  };
  const first = await examine(Math.min(FIRST_EXAMINED, maxExamined));
  return first.stoppedAt === undefined || maxExamined <= FIRST_EXAMINED ? first : examine(maxExamined);
}

/** The error for page numbers that would skip too many items. */
export function pageTooFar(): Failure {
  return new Failure(
    'INVALID_INPUT',
    `page reaches only the first ${MAX_EXAMINED} items of this list; use after`,
  );
}
