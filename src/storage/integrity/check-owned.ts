import type { mongo } from 'mongoose';
import { applicationOf, type OwnedKey } from '../../domain/chatbot/owned/owned-key';
import { OWNED_KINDS, type OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import { listStateOf, type ListState, type ListStates } from '../../domain/chatbot/owned/owned-record';
import { NO_USAGE, UNLIMITED, usageBetween } from '../../domain/usage/usage';
import { applicationUsage } from '../../domain/usage/usage-scopes';
import { MAX_NUMBER } from '../../domain/values/whole-numbers';
import { byCodePoint } from '../../shared/text';
import { deleteInSteps } from '../mongo/delete-in-steps';
import type { Models } from '../models';
import { Usages } from '../applications/usages';
import {
  type Check,
  type Examination,
  type Findings,
  type Problem,
  repairable,
  type Session,
  unrepairable,
} from './examination';
import {
  emptyList,
  extended,
  faultOf,
  holdersOf,
  holding,
  listsOf,
  type OwnedList,
  PLACE_FIELDS,
  type PlacedObject,
  rightBlock,
} from './owned-lists';
import { Tally } from './tally';

const LISTS = { one: 'list', other: 'lists' };

const REMEDY = 'Delete the object in the database, then run `npm run repair`.';

/** Whether the lists of what applications own are as long as is said of them, and have their owners. */
export const OWNED_CHECK: Check = {
  name: 'lists of applications',
  run: async function* (examination): Findings {
    let count = 0;
    for (const kind of OWNED_KINDS) count += yield* checkKind(examination, kind);
    return `${count} counted again`;
  },
};

async function* checkKind(examination: Examination, kind: OwnedKind): AsyncGenerator<Problem, number> {
  const [tally, odd] = [new Tally(), new Tally()];
  let count = 0;
  for await (const { owner, isSuspect, isOdd } of lists(examination.models, kind)) {
    count++;
    if (isOdd) odd.add(`an object has a number that is no integer from 1 to ${MAX_NUMBER}`, owner);
    const fault = isSuspect
      ? await examination.transact((session) => inspect({ ...examination, session }, kind, owner))
      : undefined;
    if (fault !== undefined) tally.add(fault, owner);
  }
  for (const sentence of odd.sentences(LISTS)) yield unrepairable(`${kind.collection}: ${sentence}`, REMEDY);
  for (const sentence of tally.sentences(LISTS))
    yield repairable(`${kind.collection}: ${sentence}`, examination);
  return count;
}

/** What holders say and what their objects make, read side by side; both are written meanwhile. */
async function* lists(models: Models, kind: OwnedKind) {
  const [holders, made] = [holdersOf(models, kind), listsOf(models, kind)];
  let [holder, list] = [(await holders.next()).value, (await made.next()).value];
  while (holder ?? list) {
    const order = orderOf(holder?.owner, list?.owner);
    const owner = (order <= 0 ? holder?.owner : list?.owner) ?? '';
    const state = order <= 0 ? holder?.state : undefined;
    const own = (order >= 0 ? list : undefined) ?? emptyList(owner);
    yield { owner, isSuspect: faultOf(state, own) !== undefined, isOdd: own.odd > 0 };
    if (order <= 0) holder = (await holders.next()).value;
    if (order >= 0) list = (await made.next()).value;
  }
}

/** The order in which the database gives both; what has ended comes last. */
function orderOf(a: string | undefined, b: string | undefined): number {
  if (a === undefined) return 1;
  return b === undefined ? -1 : byCodePoint(a, b);
}

/** What is wrong with a list at one moment; it is mended at the same moment, where it is to be. */
async function inspect(examination: Session, kind: OwnedKind, owner: OwnedKey): Promise<string | undefined> {
  const { models, session, mends } = examination;
  const { collection, field } = holding(models, kind);
  const holder = await collection.findOne({ [field]: owner }, { session, projection: { lists: 1 } });
  const state = holder ? listStateOf({ lists: (holder['lists'] ?? {}) as ListStates }, kind.list) : undefined;
  const objects = models[kind.collection].collection as unknown as mongo.Collection<PlacedObject>;
  let list = emptyList(owner);
  for await (const placed of objects.find({ owner }, { session, projection: PLACE_FIELDS }))
    list = extended(list, placed);
  const fault = faultOf(state, list);
  if (mends && fault !== undefined) await mend(examination, kind, { state, list });
  return fault;
}

async function mend(
  { models, session }: Session,
  kind: OwnedKind,
  { state, list }: { readonly state: ListState | undefined; readonly list: OwnedList },
): Promise<void> {
  const { owner } = list;
  const objects = models[kind.collection].collection as unknown as mongo.Collection<PlacedObject>;
  if (state === undefined) {
    const removed = await deleteInSteps(models[kind.collection], { owner }, { session });
    const change = usageBetween(removed, NO_USAGE);
    await new Usages(models, UNLIMITED).count(applicationUsage(applicationOf(owner)), change, session);
    return;
  }
  const { collection, field } = holding(models, kind);
  const right = { count: list.count, last: Math.max(state.last, list.last) };
  await collection.updateOne({ [field]: owner }, { $set: { [`lists.${kind.list}`]: right } }, { session });
  if (list.misplaced === 0) return;
  for await (const { number } of objects.find({ owner }, { session, projection: PLACE_FIELDS }))
    await objects.updateOne(
      { owner, number },
      { $set: { block: rightBlock({ owner, number }) } },
      { session },
    );
}
