import { currentWork } from '../../shared/work';

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
