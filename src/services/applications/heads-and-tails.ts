import {
  blockNumberOf,
  blockOf,
  type ResourceKey,
  BLOCK_SIZE,
  type ListState,
  type Resource,
} from '../../domain/chatbot/resource/resource-record';
import type { ResourceType } from '../../domain/chatbot/resource/resource-types';
import type { SortOrder } from '../../shared/paging';
import { grouped } from '../../shared/grouped';
import type { ResourcePosition, ResourceRangeQuery } from '../../storage/applications/resource-repository';
import type { Storage } from '../../storage/storage';

/** A number of objects from the head (ASC) or the tail (DESC) of a list. */
export interface ListEnd {
  readonly owner: ResourceKey;
  readonly state: ListState;
  readonly amount: number;
  readonly order: SortOrder;
}

/**
 * Maximum number of rounds in which blocks are read. Together they read seven times as many blocks as a list without
 * gaps needs.
 */
const MAX_ROUNDS = 3;

/**
 * Reads heads and tails of many lists of one type together. A list is divided into blocks of a hundred numbers; one
 * command reads the blocks at the ends of all lists. If many objects were deleted, these contain too few, and the
 * next round reads twice as many blocks. Numbers from an import may have gaps of any width, so objects that the
 * rounds did not reach are read by one command per list. The rounds read only positions and sizes of objects; the requested objects are read
 * at the end, by their keys.
 *
 * @returns for each end its objects, in order
 */
export async function readHeadsAndTails(
  { resources }: Pick<Storage, 'resources'>,
  type: ResourceType,
  ends: readonly ListEnd[],
): Promise<(readonly Resource[])[]> {
  const readers = ends.map((end) => new ListEndReader(end));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const blocks = new Set(readers.flatMap((reader) => reader.next(round)));
    if (blocks.size === 0) break;
    const positions = await resources.positionsIn(type, [...blocks]);
    const byBlock = grouped(positions, ({ block }) => block);
    for (const reader of readers) reader.take(byBlock);
  }
  const lists = await Promise.all(
    readers.map(async (reader) => {
      const range = reader.remainder();
      return reader.nearestToEnd(range ? await resources.positions(type, range) : []);
    }),
  );
  const objects = await resources.load(type, lists.flat());
  const byKey = new Map(objects.map((object) => [object.key, object]));
  return lists.map((positions) => positions.flatMap(({ _id }) => byKey.get(_id) ?? []));
}

/** Progress of reading one list. */
class ListEndReader {
  private readonly last: number;
  private readonly requestedItems: number;
  /** Number of blocks read, counted from the requested end. */
  private blocksRead = 0;
  private requestedBlocks: readonly string[] = [];
  private readonly positions: ResourcePosition[] = [];

  constructor(private readonly end: ListEnd) {
    this.last = blockNumberOf(end.state.last);
    this.requestedItems = Math.min(end.amount, end.state.count);
  }

  /** The blocks to read next; none if there are enough objects or no further blocks. */
  next(round: number): readonly string[] {
    const width = (Math.ceil(this.requestedItems / BLOCK_SIZE) + 1) * 2 ** round;
    const count = this.missing() > 0 ? Math.min(width, this.last + 1 - this.blocksRead) : 0;
    const { owner, order } = this.end;
    this.requestedBlocks = Array.from({ length: count }, (_, index) => {
      const step = this.blocksRead + index;
      return blockOf(owner, order === 'ASC' ? step : this.last - step);
    });
    this.blocksRead += count;
    return this.requestedBlocks;
  }

  take(byBlock: ReadonlyMap<string, readonly ResourcePosition[]>): void {
    for (const block of this.requestedBlocks) this.positions.push(...(byBlock.get(block) ?? []));
  }

  /** The range that remains after the blocks, if any. */
  remainder(): Omit<ResourceRangeQuery, 'filter'> | undefined {
    const limit = this.missing();
    if (limit <= 0 || this.blocksRead > this.last) return undefined;
    const { owner, order } = this.end;
    const bound =
      order === 'ASC'
        ? { after: this.blocksRead * BLOCK_SIZE - 1 }
        : { before: (this.last - this.blocksRead + 1) * BLOCK_SIZE };
    return { owner, order, ...bound, limit };
  }

  /** @param others the objects read after the blocks */
  nearestToEnd(others: readonly ResourcePosition[]): readonly ResourcePosition[] {
    const direction = this.end.order === 'ASC' ? 1 : -1;
    return [...this.positions, ...others]
      .toSorted((a, b) => (a.number - b.number) * direction)
      .slice(0, this.end.amount);
  }

  private missing(): number {
    return this.requestedItems - this.positions.length;
  }
}
