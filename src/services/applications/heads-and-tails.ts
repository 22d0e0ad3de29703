import { randomUUID } from 'node:crypto';
import type { Members } from '../../domain/chatbot/owned/checked-members';
import {
  ownedSize,
  applicationOf,
  blockNumberOf,
  blockOf,
  type OwnedKey,
  type OwnedRecord,
  BLOCK_SIZE,
  type ListState,
  type OwnedObject,
} from '../../domain/chatbot/owned/owned-record';
import { membersOf } from '../../domain/chatbot/owned/members';
import type { OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import type { SortOrder } from '../../shared/paging';
import { grouped } from '../../shared/grouped';
import type { OwnedPlace, OwnedReading } from '../../storage/applications/owned-repository';
import type { Storage } from '../../storage/storage';

/** The position of an object and its identifier in the list. */
export interface Place {
  readonly owner: OwnedKey;
  readonly number: number;
  readonly publicId?: string | undefined;
}

/** The document of a new object; values that are not given are empty. */
export function ownedRecord(kind: OwnedKind, place: Place, members: Members): OwnedRecord {
  const { owner, number } = place;
  const publicId = kind.isNumbered ? undefined : (place.publicId ?? randomUUID());
  const empty = Object.fromEntries(membersOf(kind.type).map(({ name }) => [name, null]));
  return {
    ...empty,
    bytes: ownedSize(kind.type, members),
    lastUpdate: new Date().toISOString(),
    ...members,
    _id: keyOf(kind, place.owner, publicId ?? number),
    owner,
    number,
    block: blockOf(owner, blockNumberOf(number)),
    ...(publicId === undefined ? {} : { publicId }),
  };
}

/** A request is identified within its conversation, all other objects within the application. */
function keyOf(kind: OwnedKind, owner: OwnedKey, name: string | number): OwnedKey {
  return `${kind.owner === 'Conversation' ? owner : applicationOf(owner)}/${name}`;
}

/** A number of objects from the head (ASC) or the tail (DESC) of a list. */
export interface ListEnd {
  readonly owner: OwnedKey;
  readonly state: ListState;
  readonly amount: number;
  readonly order: SortOrder;
}

/** Rounds in which blocks are read: seven times as many as a list without gaps needs. */
const ROUNDS = 3;

/**
 * Reads heads and tails of many lists of one type together. A list is divided into blocks of a hundred numbers; one
 * command reads the blocks at the ends of all lists. If many objects were deleted, these contain too few, and the
 * next round reads twice as many blocks. Numbers from an import may have gaps of any width: what the rounds leave is
 * read by one command per list. The rounds read only positions and sizes of objects; the requested objects are read
 * at the end, by their keys.
 *
 * @returns for each end its objects, in order
 */
export async function readHeadsAndTails(
  { owned }: Pick<Storage, 'owned'>,
  kind: OwnedKind,
  ends: readonly ListEnd[],
): Promise<(readonly OwnedObject[])[]> {
  const walks = ends.map((end) => new Walk(end));
  for (let round = 0; round < ROUNDS; round++) {
    const blocks = new Set(walks.flatMap((walk) => walk.next(round)));
    if (blocks.size === 0) break;
    const found = await owned.placesIn(kind, [...blocks]);
    const byBlock = grouped(found, ({ block }) => block);
    for (const walk of walks) walk.take(byBlock);
  }
  const lists = await Promise.all(
    walks.map(async (walk) => {
      const rest = walk.rest();
      return walk.found(rest ? await owned.places(kind, rest) : []);
    }),
  );
  const objects = await owned.bring(kind, lists.flat());
  const byKey = new Map(objects.map((object) => [object.key, object]));
  return lists.map((places) => places.flatMap(({ _id }) => byKey.get(_id) ?? []));
}

/** Progress of reading one list. */
class Walk {
  private readonly last: number;
  private readonly wanted: number;
  /** Number of blocks read, counted from the requested end. */
  private done = 0;
  private asked: readonly string[] = [];
  private readonly places: OwnedPlace[] = [];

  constructor(private readonly end: ListEnd) {
    this.last = blockNumberOf(end.state.last);
    this.wanted = Math.min(end.amount, end.state.count);
  }

  /** The blocks to read next; none when there are enough objects or nothing is left. */
  next(round: number): readonly string[] {
    const width = (Math.ceil(this.wanted / BLOCK_SIZE) + 1) * 2 ** round;
    const left = this.missing() > 0 ? Math.min(width, this.last + 1 - this.done) : 0;
    const { owner, order } = this.end;
    this.asked = Array.from({ length: left }, (_, index) => {
      const step = this.done + index;
      return blockOf(owner, order === 'ASC' ? step : this.last - step);
    });
    this.done += left;
    return this.asked;
  }

  take(byBlock: ReadonlyMap<string, readonly OwnedPlace[]>): void {
    for (const block of this.asked) this.places.push(...(byBlock.get(block) ?? []));
  }

  /** The range that remains after the blocks, if any. */
  rest(): Omit<OwnedReading, 'filter'> | undefined {
    const limit = this.missing();
    if (limit <= 0 || this.done > this.last) return undefined;
    const { owner, order } = this.end;
    const bound =
      order === 'ASC'
        ? { after: this.done * BLOCK_SIZE - 1 }
        : { before: (this.last - this.done + 1) * BLOCK_SIZE };
    return { owner, order, ...bound, limit };
  }

  /** @param rest the objects read after the blocks */
  found(rest: readonly OwnedPlace[]): readonly OwnedPlace[] {
    const direction = this.end.order === 'ASC' ? 1 : -1;
    return [...this.places, ...rest]
      .toSorted((a, b) => (a.number - b.number) * direction)
      .slice(0, this.end.amount);
  }

  private missing(): number {
    return this.wanted - this.places.length;
  }
}
