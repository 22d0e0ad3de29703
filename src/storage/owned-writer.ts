import { type ClientSession, type Model, trusted } from 'mongoose';
import type { Members } from '../domain/chatbot/checked-members';
import { keysWithin, type OwnedKey } from '../domain/chatbot/owned-key';
import { kindsIn, OWNED_KINDS, type OwnedKind, type OwnerName } from '../domain/chatbot/owned-kinds';
import type { ListState, OwnedObject, OwnedRecord } from '../domain/chatbot/owned-record';
import { deleteInSteps } from './delete-in-steps';
import type { Models } from './models';
import { objectOf } from './owned-object';
import type { Transact } from './transaction';

/** Objects that come into one list. */
export interface NewOwned {
  readonly kind: OwnedKind;
  readonly owner: OwnedKey;
  readonly amount: number;
  /** The documents, once their numbers are known. It may run more than once. */
  readonly records: (firstNumber: number) => readonly OwnedRecord[];
}

/** Writes what applications own. Every list is counted where it hangs, in the transaction of the write. */
export class OwnedWriter {
  constructor(
    private readonly models: Models,
    private readonly transact: Transact,
  ) {}

  /** Adds objects to the end of a list, all or none. `undefined` when there is no object that has such a list. */
  insert(added: NewOwned): Promise<OwnedObject[] | undefined> {
    return this.transact(async (session) => {
      const first = await this.takeNumbers(added, session);
      if (first === undefined) return undefined;
      const records = added.records(first);
      await this.model(added.kind).insertMany(records, { session, lean: true });
      return records.map((record) => objectOf(added.kind, record));
    });
  }

  /**
   * Adds one object to the end of a list that grows fast, by two commands and without a transaction. When the second fails
   * the first is taken back; a process that is killed between them leaves the count of the list one too high.
   */
  async append(added: Omit<NewOwned, 'amount'>): Promise<OwnedObject[] | undefined> {
    const { kind, owner } = added;
    const first = await this.takeNumbers({ ...added, amount: 1 });
    if (first === undefined) return undefined;
    try {
      const records = added.records(first);
      await this.model(kind).insertMany(records, { lean: true });
      return records.map((record) => objectOf(kind, record));
    } catch (error) {
      await this.count(kind, owner, -1);
      throw error;
    }
  }

  /** Changes members of an object; `undefined` when there is none. */
  async update(kind: OwnedKind, key: OwnedKey, change: Members): Promise<OwnedObject | undefined> {
    const changed = await this.model(kind)
      .findOneAndUpdate({ _id: key }, { $set: change }, { returnDocument: 'after' })
      .lean<OwnedRecord>();
    return changed ? objectOf(kind, changed) : undefined;
  }

  /** Removes objects of one list with all that hangs on them. Returns the keys of those that were there. */
  remove(kind: OwnedKind, owner: OwnedKey, keys: readonly OwnedKey[]): Promise<Set<OwnedKey>> {
    return this.transact(async (session) => {
      const filter = { _id: trusted({ $in: keys }), owner };
      const found = await this.model(kind)
        .find(filter, { _id: 1 })
        .session(session)
        .lean<{ _id: OwnedKey }[]>();
      if (found.length > 0)
        await this.removeFound(kind, owner, { keys: found.map(({ _id }) => _id), session });
      return new Set(found.map(({ _id }) => _id));
    });
  }

  private async removeFound(
    kind: OwnedKind,
    owner: OwnedKey,
    { keys, session }: { keys: readonly OwnedKey[]; session: ClientSession },
  ): Promise<void> {
    for (const inner of kindsIn(kind.name))
      await deleteInSteps(this.model(inner), { owner: trusted({ $in: keys }) }, session);
    await this.model(kind)
      .deleteMany({ _id: trusted({ $in: keys }) })
      .session(session);
    await this.count(kind, owner, -keys.length, session);
  }

  /** The first of new numbers at the end of a list, which is counted longer by as many. */
  private async takeNumbers(
    { kind, owner, amount }: Pick<NewOwned, 'kind' | 'owner' | 'amount'>,
    session: ClientSession | null = null,
  ): Promise<number | undefined> {
    const path = `lists.${kind.list}`;
    const [model, filter] = this.holderOf(kind.owner, owner);
    const holder = await model
      .findOneAndUpdate(
        filter,
        { $inc: { [`${path}.count`]: amount, [`${path}.last`]: amount } },
        { session, returnDocument: 'after' },
      )
      .lean<{ readonly lists: Readonly<Record<string, ListState>> }>();
    const last = holder?.lists[kind.list]?.last;
    return last === undefined ? undefined : last - amount + 1;
  }

  private async count(
    kind: OwnedKind,
    owner: OwnedKey,
    change: number,
    session: ClientSession | null = null,
  ): Promise<void> {
    const [model, filter] = this.holderOf(kind.owner, owner);
    await model.updateOne(filter, { $inc: { [`lists.${kind.list}.count`]: change } }).session(session);
  }

  private holderOf(name: OwnerName, key: OwnedKey): readonly [Model<OwnedRecord>, Members] {
    if (name === 'Application')
      return [this.models.applications as unknown as Model<OwnedRecord>, { publicId: key }];
    return [this.models[name === 'Field' ? 'fields' : 'conversations'], { _id: key }];
  }

  private model(kind: OwnedKind): Model<OwnedRecord> {
    return this.models[kind.collection];
  }
}

/** Removes everything that an application owns, within the transaction that removes it. */
export async function removeOwned(
  models: Models,
  applicationId: string,
  session: ClientSession | null = null,
): Promise<void> {
  const { from, to } = keysWithin(applicationId);
  for (const { collection, owner } of OWNED_KINDS) {
    const within = owner === 'Application' ? applicationId : trusted({ $gte: from, $lt: to });
    await deleteInSteps(models[collection], { owner: within }, session);
  }
}
