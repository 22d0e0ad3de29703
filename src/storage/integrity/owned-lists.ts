import { blockNumberOf, blockOf, isOwnedNumber, type OwnedKey } from '../../domain/chatbot/owned/owned-key';
import type { OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import {
  listStateOf,
  type ListState,
  type ListStates,
  type OwnedRecord,
} from '../../domain/chatbot/owned/owned-record';
import type { Models } from '../models';

/** An object that has lists, and what it keeps of one of them. */
export interface Holder {
  readonly owner: OwnedKey;
  readonly state: ListState;
}

/** A list as its objects make it. */
export interface OwnedList {
  readonly owner: OwnedKey;
  readonly count: number;
  /** The highest number in use. */
  readonly last: number;
  /** Objects that stand in another block than their number says. */
  readonly misplaced: number;
  /** Objects whose number is none that is ever given. */
  readonly odd: number;
}

export type PlacedObject = Pick<OwnedRecord, 'owner' | 'number' | 'block'>;

export const PLACE_FIELDS = { _id: 0, owner: 1, number: 1, block: 1 } as const;

/** Where the holders of a kind of lists are, and the field that names them. */
export function holding(models: Models, { owner }: OwnedKind) {
  if (owner === 'Application') return { collection: models.applications.collection, field: 'publicId' };
  return { collection: models[owner === 'Field' ? 'fields' : 'conversations'].collection, field: '_id' };
}

/** All holders of one kind of lists, in the order of their names. */
export async function* holdersOf(models: Models, kind: OwnedKind): AsyncGenerator<Holder, undefined> {
  const { collection, field } = holding(models, kind);
  const cursor = collection.find({}, { projection: { [field]: 1, lists: 1 } }).sort({ [field]: 1 });
  for await (const { [field]: owner, lists } of cursor)
    yield { owner: String(owner), state: listStateOf({ lists: (lists ?? {}) as ListStates }, kind.list) };
  return undefined;
}

/** All lists of one kind that have objects, in the order of the names of their owners. */
export async function* listsOf(models: Models, kind: OwnedKind): AsyncGenerator<OwnedList, undefined> {
  const cursor = models[kind.collection].collection
    .find({}, { projection: PLACE_FIELDS })
    .sort({ owner: 1, number: 1 }) as unknown as AsyncIterable<PlacedObject>;
  let list: OwnedList | undefined;
  for await (const placed of cursor) {
    if (list && list.owner !== placed.owner) yield list;
    list = extended(list?.owner === placed.owner ? list : emptyList(placed.owner), placed);
  }
  if (list) yield list;
  return undefined;
}

export function emptyList(owner: OwnedKey): OwnedList {
  return { owner, count: 0, last: 0, misplaced: 0, odd: 0 };
}

/** A list with one object more. */
export function extended({ owner, count, last, misplaced, odd }: OwnedList, placed: PlacedObject): OwnedList {
  return {
    owner,
    count: count + 1,
    last: Math.max(last, placed.number),
    misplaced: misplaced + Number(placed.block !== rightBlock(placed)),
    odd: odd + Number(!isOwnedNumber(placed.number)),
  };
}

export function rightBlock({ owner, number }: Pick<PlacedObject, 'owner' | 'number'>): string {
  return blockOf(owner, blockNumberOf(number));
}

/** What is wrong with a list, in a sentence. */
export function faultOf(state: ListState | undefined, list: OwnedList): string | undefined {
  const { count, last, misplaced } = list;
  if (state === undefined) return count === 0 ? undefined : 'the objects have no owner';
  if (state.count !== count) return 'the length that is kept of the list is not the number of its objects';
  if (state.last < last) return 'a number that is taken would be given again';
  return misplaced === 0 ? undefined : 'an object stands in the wrong block';
}
