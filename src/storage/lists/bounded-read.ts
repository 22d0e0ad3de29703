import { Failure } from '../../shared/failure';
import { FIRST_EXAMINED, MAX_EXAMINED, type Bounded } from '../../shared/paging';
import { currentWork } from '../../shared/work';

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

/** Maximum size of the documents that are read at once, in bytes. A larger document is read alone. */
const BYTES_PER_READ = 1024 * 1024;

/** The stored size of a document, which is known before the document is read. */
export interface Sized {
  readonly bytes: number;
}

/** Cuts a list into pieces that are small enough to be read at once. */
function piecesOf<One extends Sized>(all: readonly One[]): One[][] {
  const pieces: One[][] = [];
  let remaining = 0;
  for (const object of all) {
    const piece = pieces.at(-1);
    if (piece && object.bytes <= remaining) piece.push(object);
    else {
      pieces.push([object]);
      remaining = BYTES_PER_READ;
    }
    remaining -= object.bytes;
  }
  return pieces;
}

/**
 * Reads documents for an answer that is built in memory, a megabyte at a time. They count towards the answer before the first
 * of them is read.
 *
 * @throws Failure TOO_LARGE when the request reads too much
 */
export async function readByBytes<One extends Sized, Found>(
  all: readonly One[],
  read: (piece: readonly One[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  currentWork()?.addToRead(all.reduce((sum, { bytes }) => sum + bytes, 0));
  const objects: Found[] = [];
  for (const piece of piecesOf(all)) objects.push(...(await read(piece)));
  return objects;
}
