import { Failure } from '../../shared/failure';
import { type Bounded, FIRST_EXAMINED, MOST_EXAMINED } from '../../shared/paging';

/** A number of index entries from the start of the read. */
export interface Stretch<Item> {
  /** The position of the last entry; `undefined` if no more entries follow. */
  readonly until: string | undefined;
  /** The items among them. */
  readonly read: () => Promise<readonly Item[]>;
  /** How many there are, where they are all that is left; otherwise as many as were asked for are counted. */
  readonly size?: () => Promise<number>;
}

/**
 * Reads items that have to be searched for among the entries of an index, without examining more than a bound of these.
 *
 * @param enough items after which nothing more has to be examined
 * @param stretchOf the next n entries
 * @param most entries that are examined
 */
export async function readBounded<Item>(
  enough: number,
  stretchOf: (n: number) => Promise<Stretch<Item>>,
  most = MOST_EXAMINED,
): Promise<Bounded<Item>> {
  const examine = async (n: number): Promise<Bounded<Item>> => {
    const { until, read, size } = await stretchOf(n);
    const found = await read();
    if (found.length >= enough) return { found, examined: n };
    const isLong = until === undefined && n > FIRST_EXAMINED;
    return { found, stoppedAt: until, examined: isLong && size !== undefined ? await size() : n };
  };
  const first = await examine(Math.min(FIRST_EXAMINED, most));
  return first.stoppedAt === undefined || most <= FIRST_EXAMINED ? first : examine(most);
}

/** The error for page numbers that would skip too many items. */
export function beyondPages(): Failure {
  return new Failure(
    'INVALID_INPUT',
    `page reaches only the first ${MOST_EXAMINED} items of this list; use after`,
  );
}
