import {
  blockNumberOf,
  blockOf,
  isResourceNumber,
  type ResourceKey,
  listStateOf,
  type ListState,
  type ListStates,
  type ResourceRecord,
  applicationOf,
} from '../../domain/chatbot/resource/resource-record';
import { type ResourceType, RESOURCE_TYPES } from '../../domain/chatbot/resource/resource-types';
import type { Models } from '../models';
import type { mongo } from 'mongoose';
import { NO_USAGE, UNLIMITED, usageBetween, applicationUsage } from '../../domain/usage/usage';
import { MAX_NUMBER } from '../../domain/values/bounds';
import { byCodePoint } from '../../shared/text';
import { deleteInSteps } from '../mongo/delete-in-steps';
import { Usages } from '../applications/usages';
import {
  type Check,
  type IntegrityCheck,
  type Findings,
  type IntegrityProblem,
  repairable,
  type CheckInTransaction,
  unrepairable,
  ErrorCounter,
} from './integrity-check';

/** The owner of a list, with the stored state of the list. */
export interface ListOwnerState {
  readonly owner: ResourceKey;
  readonly state: ListState;
}

/** The state of a list, computed from its objects. */
export interface ResourceList {
  readonly owner: ResourceKey;
  readonly count: number;
  /** The highest number in use. */
  readonly last: number;
  /** Objects whose block does not match their number. */
  readonly misplaced: number;
  /** Objects whose number is out of range. */
  readonly outOfRange: number;
}

export type PositionedObject = Pick<ResourceRecord, 'owner' | 'number' | 'block'>;

const POSITION_FIELDS = { _id: 0, owner: 1, number: 1, block: 1 } as const;

/** The collection of the owners of a type of list, and the field that identifies them. */
function holding(models: Models, { owner }: ResourceType) {
  if (owner === 'Application') return { collection: models.applications.collection, field: 'publicId' };
  return { collection: models[owner === 'Field' ? 'fields' : 'conversations'].collection, field: '_id' };
}

/** All owners of a type of list, in the order of their keys. */
async function* holdersOf(models: Models, type: ResourceType): AsyncGenerator<ListOwnerState, undefined> {
  const { collection, field } = holding(models, type);
  const cursor = collection.find({}, { projection: { [field]: 1, lists: 1 } }).sort({ [field]: 1 });
  for await (const { [field]: owner, lists } of cursor)
    yield { owner: String(owner), state: listStateOf({ lists: (lists ?? {}) as ListStates }, type.list) };
  return undefined;
}

/** All non-empty lists of a type, in the order of the keys of their owners. */
async function* resourceListsOf(models: Models, type: ResourceType): AsyncGenerator<ResourceList, undefined> {
  const cursor = models[type.collection].collection
    .find({}, { projection: POSITION_FIELDS })
    .sort({ owner: 1, number: 1 }) as unknown as AsyncIterable<PositionedObject>;
  let list: ResourceList | undefined;
  for await (const object of cursor) {
    if (list && list.owner !== object.owner) yield list;
    list = withObject(list?.owner === object.owner ? list : emptyList(object.owner), object);
  }
  if (list) yield list;
  return undefined;
}

function emptyList(owner: ResourceKey): ResourceList {
  return { owner, count: 0, last: 0, misplaced: 0, outOfRange: 0 };
}

/** Adds an object to a list. */
function withObject(
  { owner, count, last, misplaced, outOfRange }: ResourceList,
  object: PositionedObject,
): ResourceList {
  return {
    owner,
    count: count + 1,
    last: Math.max(last, object.number),
    misplaced: misplaced + Number(object.block !== rightBlock(object)),
    outOfRange: outOfRange + Number(!isResourceNumber(object.number)),
  };
}

function rightBlock({ owner, number }: Pick<PositionedObject, 'owner' | 'number'>): string {
  return blockOf(owner, blockNumberOf(number));
}

/** The error of a list, as a sentence. */
function listErrorOf(state: ListState | undefined, list: ResourceList): string | undefined {
  const { count, last, misplaced } = list;
  if (state === undefined) return count === 0 ? undefined : 'the owner does not exist';
  if (state.count !== count) return 'the stored length of the list is wrong';
  if (state.last < last) return 'the last number of the list is too low';
  return misplaced === 0 ? undefined : 'an object has a wrong block';
}

const LIST_NOUNS = { one: 'list', other: 'lists' };

const REMEDY = 'Delete the object in the database, then run `npm run repair`.';

/** Checks that the lists of resources have the stored length, and an owner that exists. */
export const RESOURCE_CHECK: Check = {
  name: 'lists of applications',
  run: async function* (integrityCheck): Findings {
    let count = 0;
    for (const type of RESOURCE_TYPES) count += yield* checkType(integrityCheck, type);
    return `${count} recounted`;
  },
};

async function* checkType(
  integrityCheck: IntegrityCheck,
  type: ResourceType,
): AsyncGenerator<IntegrityProblem, number> {
  const [counter, invalidNumbers] = [new ErrorCounter(), new ErrorCounter()];
  let count = 0;
  for await (const { owner, isSuspect, isOutOfRange } of lists(integrityCheck.models, type)) {
    count++;
    if (isOutOfRange)
      invalidNumbers.add(`an object's number is not an integer from 1 to ${MAX_NUMBER}`, owner);
    const fault = isSuspect
      ? await integrityCheck.transact((session) => inspect({ ...integrityCheck, session }, type, owner))
      : undefined;
    if (fault !== undefined) counter.add(fault, owner);
  }
  for (const sentence of invalidNumbers.sentences(LIST_NOUNS))
    yield unrepairable(`${type.collection}: ${sentence}`, REMEDY);
  for (const sentence of counter.sentences(LIST_NOUNS))
    yield repairable(`${type.collection}: ${sentence}`, integrityCheck);
  return count;
}

/** Reads the stored state of lists and their objects side by side. Both may change during the check. */
async function* lists(models: Models, type: ResourceType) {
  const [holders, made] = [holdersOf(models, type), resourceListsOf(models, type)];
  let [holder, list] = [(await holders.next()).value, (await made.next()).value];
  while (holder ?? list) {
    const order = orderOf(holder?.owner, list?.owner);
    const owner = (order <= 0 ? holder?.owner : list?.owner) ?? '';
    const state = order <= 0 ? holder?.state : undefined;
    const expected = (order >= 0 ? list : undefined) ?? emptyList(owner);
    yield {
      owner,
      isSuspect: listErrorOf(state, expected) !== undefined,
      isOutOfRange: expected.outOfRange > 0,
    };
    if (order <= 0) holder = (await holders.next()).value;
    if (order >= 0) list = (await made.next()).value;
  }
}

/** The order in which the database returns both; an exhausted one comes last. */
function orderOf(a: string | undefined, b: string | undefined): number {
  if (a === undefined) return 1;
  return b === undefined ? -1 : byCodePoint(a, b);
}

/** Checks a list in one snapshot, and repairs it in the same transaction if requested. */
async function inspect(
  integrityCheck: CheckInTransaction,
  type: ResourceType,
  owner: ResourceKey,
): Promise<string | undefined> {
  const { models, session, repairs } = integrityCheck;
  const { collection, field } = holding(models, type);
  const holder = await collection.findOne({ [field]: owner }, { session, projection: { lists: 1 } });
  const state = holder ? listStateOf({ lists: (holder['lists'] ?? {}) as ListStates }, type.list) : undefined;
  const objects = models[type.collection].collection as unknown as mongo.Collection<PositionedObject>;
  let list = emptyList(owner);
  for await (const object of objects.find({ owner }, { session, projection: POSITION_FIELDS }))
    list = withObject(list, object);
  const fault = listErrorOf(state, list);
  if (repairs && fault !== undefined) await repair(integrityCheck, type, { state, list });
  return fault;
}

async function repair(
  { models, session }: CheckInTransaction,
  type: ResourceType,
  { state, list }: { readonly state: ListState | undefined; readonly list: ResourceList },
): Promise<void> {
  const { owner } = list;
  const objects = models[type.collection].collection as unknown as mongo.Collection<PositionedObject>;
  if (state === undefined) {
    const removed = await deleteInSteps(models[type.collection], { owner }, { session });
    const change = usageBetween(removed, NO_USAGE);
    await new Usages(models, UNLIMITED).count(applicationUsage(applicationOf(owner)), change, session);
    return;
  }
  const { collection, field } = holding(models, type);
  const right = { count: list.count, last: Math.max(state.last, list.last) };
  await collection.updateOne({ [field]: owner }, { $set: { [`lists.${type.list}`]: right } }, { session });
  if (list.misplaced === 0) return;
  for await (const { number } of objects.find({ owner }, { session, projection: POSITION_FIELDS }))
    await objects.updateOne(
      { owner, number },
      { $set: { block: rightBlock({ owner, number }) } },
      { session },
    );
}
