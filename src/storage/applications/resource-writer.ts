import { type ClientSession, type Model, trusted } from 'mongoose';
import type { FieldValues } from '../../domain/chatbot/resource/stored-fields';
import {
  applicationOf,
  type ResourceKey,
  type ListState,
  type Resource,
  type ResourceRecord,
  checkedResourceSize,
} from '../../domain/chatbot/resource/resource-record';
import {
  resourceTypesIn,
  type ResourceType,
  type OwnerName,
} from '../../domain/chatbot/resource/resource-types';
import { NO_USAGE, sumOfUsage, type Usage, usageBetween, applicationUsage } from '../../domain/usage/usage';
import { MAX_NUMBER } from '../../domain/values/bounds';
import { grouped } from '../../shared/grouped';
import { deleteInSteps } from '../mongo/delete-in-steps';
import type { GroupCommit, WriteOutcome } from '../mongo/group-commit';
import type { Models } from '../models';
import { resourceOf } from './resource-schema';
import type { Transact } from '../mongo/transaction';
import type { Addition, Usages } from './usages';

/** New objects of one list. */
export interface NewResources {
  readonly type: ResourceType;
  readonly owner: ResourceKey;
  readonly amount: number;
  /** Total size of the objects, in bytes. */
  readonly bytes: number;
  /** Creates the documents when their numbers are known. It may be called more than once. */
  readonly records: (firstNumber: number) => readonly ResourceRecord[];
}

/** The result of an addition: the stored objects; or none, because the owner does not exist or the list has no numbers left. */
export type Inserted = Resource[] | 'full' | undefined;

/** Writes resources. The owner of a list counts its objects, in the transaction of the write. */
export class ResourceWriter {
  /**
   * Appends objects to a list, all or none.
   *
   * @throws Failure QUOTA_EXCEEDED; UNAUTHENTICATED when the session of the calling account has ended
   */
  readonly insert: (added: NewResources) => Promise<Inserted>;

  constructor(
    private readonly models: Models,
    private readonly transact: Transact,
    private readonly rules: { readonly usages: Usages; readonly groups: GroupCommit },
  ) {
    this.insert = rules.groups.writerOf<NewResources, Inserted>({
      store: (all, { session }) => this.insertAll(all, session),
      sizeOf: ({ amount }) => amount,
    });
  }

  private async insertAll(
    inputs: readonly NewResources[],
    session: ClientSession,
  ): Promise<WriteOutcome<Inserted>[]> {
    const additions = inputs.map(resourceAddition);
    const refusals = await this.rules.usages.take(additions, session);
    const all = additions.filter((addition) => !refusals.has(addition)).map(({ added }) => added);
    const records = new Map<NewResources, readonly ResourceRecord[]>();
    const full = new Set<NewResources>();
    for (const group of grouped(all, ({ type, owner }) => `${type.name} ${owner}`).values()) {
      let next = await this.takeNumbers(group, session);
      for (const request of group) {
        if (next === 'full') full.add(request);
        if (typeof next !== 'number') continue;
        records.set(request, request.records(next));
        next += request.amount;
      }
    }
    for (const [type, group] of grouped([...records.keys()], (request) => request.type))
      await this.model(type).insertMany(
        group.flatMap((request) => records.get(request) ?? []),
        { session, lean: true },
      );
    const lost = additions.filter((addition) => !refusals.has(addition) && !records.has(addition.added));
    await this.rules.usages.giveBack(lost, session);
    return additions.map((addition) => {
      const { added } = addition;
      const refusal = refusals.get(addition);
      if (refusal) return refusal;
      if (full.has(added)) return { result: 'full', isStored: false };
      const stored = records.get(added)?.map((record) => resourceOf(added.type, record));
      return { result: stored, isStored: stored !== undefined };
    });
  }

  /**
   * Changes fields of an object; `undefined` when there is none.
   *
   * @param only stored values that the object must have; `undefined` too when it has others
   * @throws Failure TOO_LARGE, QUOTA_EXCEEDED
   */
  update(
    type: ResourceType,
    key: ResourceKey,
    change: FieldValues,
    only: FieldValues = {},
  ): Promise<Resource | undefined> {
    return this.transact(async (session) => {
      const before = await this.model(type)
        .findOne({ ...only, _id: key })
        .session(session)
        .lean<ResourceRecord>();
      if (!before) return undefined;
      const lastUpdate = changeTimeAfter(before.lastUpdate, change['lastUpdate']);
      const bytes = checkedResourceSize(type.domainClass, { ...before, ...change });
      const grown = { objects: 0, bytes: bytes - before.bytes };
      await this.rules.usages.count(applicationUsage(applicationOf(key)), grown, session);
      const changed = await this.model(type)
        .findOneAndUpdate(
          { _id: key },
          { $set: { ...change, lastUpdate, bytes } },
          { session, returnDocument: 'after' },
        )
        .lean<ResourceRecord>();
      return changed ? resourceOf(type, changed) : undefined;
    });
  }

  /** Deletes objects of one list with everything in their lists. Returns the keys of those that existed. */
  remove(type: ResourceType, owner: ResourceKey, keys: readonly ResourceKey[]): Promise<Set<ResourceKey>> {
    return this.transact(async (session) => {
      const records = await this.model(type)
        .find({ _id: trusted({ $in: keys }), owner }, { _id: 1 })
        .session(session)
        .lean<{ _id: ResourceKey }[]>();
      const existing = records.map(({ _id }) => _id);
      if (existing.length > 0) await this.removeFound(type, owner, { keys: existing, session });
      return new Set(existing);
    });
  }

  private async removeFound(
    type: ResourceType,
    owner: ResourceKey,
    { keys, session }: { keys: readonly ResourceKey[]; session: ClientSession },
  ): Promise<void> {
    const among = trusted({ $in: keys });
    const removed: Usage[] = [];
    for (const inner of resourceTypesIn(type.name))
      removed.push(await deleteInSteps(this.model(inner), { owner: among }, { session }));
    removed.push(await deleteInSteps(this.model(type), { _id: among }, { session }));
    await this.count(type, owner, -keys.length, session);
    const change = usageBetween(sumOfUsage(removed), NO_USAGE);
    await this.rules.usages.count(applicationUsage(applicationOf(owner)), change, session);
  }

  /** The first of new numbers at the end of the list; the count of the list increases by their amount. */
  private async takeNumbers(
    all: readonly NewResources[],
    session: ClientSession,
  ): Promise<number | 'full' | undefined> {
    const [first] = all;
    if (first === undefined) return undefined;
    const { type, owner } = first;
    const amount = all.reduce((sum, request) => sum + request.amount, 0);
    const path = `lists.${type.list}`;
    const [model, filter] = this.holderOf(type.owner, owner);
    const holder = await model
      .findOneAndUpdate(
        { ...filter, [`${path}.last`]: trusted({ $not: { $gt: MAX_NUMBER - amount } }) },
        { $inc: { [`${path}.count`]: amount, [`${path}.last`]: amount } },
        { session, returnDocument: 'after' },
      )
      .lean<{ readonly lists: Readonly<Record<string, ListState>> }>();
    const last = holder?.lists[type.list]?.last;
    if (last !== undefined) return last - amount + 1;
    return (await model.findOne(filter, { _id: 1 }).session(session).lean()) ? 'full' : undefined;
  }

  private async count(
    type: ResourceType,
    owner: ResourceKey,
    change: number,
    session: ClientSession,
  ): Promise<void> {
    const [model, filter] = this.holderOf(type.owner, owner);
    await model.updateOne(filter, { $inc: { [`lists.${type.list}.count`]: change } }).session(session);
  }

  private holderOf(name: OwnerName, key: ResourceKey): readonly [Model<ResourceRecord>, FieldValues] {
    if (name === 'Application')
      return [this.models.applications as unknown as Model<ResourceRecord>, { publicId: key }];
    return [this.models[name === 'Field' ? 'fields' : 'conversations'], { _id: key }];
  }

  private model(type: ResourceType): Model<ResourceRecord> {
    return this.models[type.collection];
  }
}

/** Maximum time by which the last change may be ahead of this clock, in milliseconds: later times come from imports and are ignored. */
const MAX_AHEAD_MS = 60_000;

/**
 * The time of a change, which is later than that of the change before, because clients distinguish versions of an
 * object by it.
 */
function changeTimeAfter(before: string, value: unknown): string {
  const now = typeof value === 'string' ? value : new Date().toISOString();
  const ahead = Date.parse(before) - Date.parse(now);
  return ahead >= 0 && ahead < MAX_AHEAD_MS ? new Date(Date.parse(before) + 1).toISOString() : now;
}

type ResourceAddition = Addition & { readonly added: NewResources };

function resourceAddition(added: NewResources): ResourceAddition {
  const { owner, amount: objects, bytes } = added;
  return { scope: applicationUsage(applicationOf(owner)), usage: { objects, bytes }, added };
}
