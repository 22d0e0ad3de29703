import { type Members, storedMembers } from '../../domain/chatbot/owned/checked-members';
import {
  checkedOwnedSize,
  ownedSize,
  applicationOf,
  type OwnedKey,
  type OwnedObject,
} from '../../domain/chatbot/owned/owned-record';
import { membersOf } from '../../domain/chatbot/owned/members';
import type { OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import { Failure } from '../../shared/failure';
import type { Viewer } from '../../shared/viewer';
import { grouped } from '../../shared/grouped';
import type { NewOwned } from '../../storage/applications/owned-writer';
import type { Storage } from '../../storage/storage';
import { ownedRecord } from './heads-and-tails';
import { tenantOwns } from './tenant-scope';

/** Most objects that one operation creates or deletes. */
const MOST_AT_ONCE = 1000;

/** The result for one of several objects. */
export type OwnedResult = { readonly object: OwnedObject } | { readonly failure: Failure };

/** Writes owned objects. For callers without access, an object does not exist. */
export class OwnedWritingService {
  constructor(private readonly storage: Pick<Storage, 'owned' | 'ownedWriter' | 'applications'>) {}

  /**
   * Appends an object to a list.
   *
   * @throws Failure NOT_FOUND when the owner does not exist for the viewer
   * @throws Failure INVALID_INPUT, TOO_LARGE, QUOTA_EXCEEDED, COMPILATION_DISABLED
   * @throws Failure CONFLICT when the list has no numbers left
   */
  async create(
    viewer: Viewer,
    kind: OwnedKind,
    given: { owner: OwnedKey; input: Members },
  ): Promise<OwnedObject> {
    const { owner, input } = given;
    if (!tenantOwns(viewer, owner)) throw notFound();
    const members = membersFor(kind, owner, input);
    if (kind.name === 'FieldsCompiler') await this.refuseCompilation(applicationOf(owner));
    const records = (number: number) => [ownedRecord(kind, { owner, number }, members)];
    const [object] = await this.insert({
      kind,
      owner,
      amount: 1,
      bytes: ownedSize(kind.type, members),
      records,
    });
    if (!object) throw notFound();
    return object;
  }

  /**
   * Appends objects to a list: all valid ones or none.
   *
   * @throws Failure NOT_FOUND when the owner does not exist for the viewer
   * @throws Failure INVALID_INPUT when there are too many; QUOTA_EXCEEDED
   * @throws Failure CONFLICT when the list has no numbers left
   */
  async createMany(
    viewer: Viewer,
    kind: OwnedKind,
    { owner, inputs }: { owner: OwnedKey; inputs: readonly Members[] },
  ): Promise<OwnedResult[]> {
    refuseTooMany(inputs.length);
    if (!tenantOwns(viewer, owner)) throw notFound();
    const checked = inputs.map((input) => checkedInput(kind, owner, input));
    const good = checked.flatMap((one) => (one instanceof Failure ? [] : [one]));
    const records = (first: number) =>
      good.map((members, index) => ownedRecord(kind, { owner, number: first + index }, members));
    const bytes = good.reduce((sum, members) => sum + ownedSize(kind.type, members), 0);
    const created = await this.insert({ kind, owner, amount: good.length, bytes, records });
    const objects = created.values();
    return checked.map((one) => {
      if (one instanceof Failure) return { failure: one };
      const { value: object } = objects.next();
      return object ? { object } : { failure: notFound() };
    });
  }

  /** @throws Failure NOT_FOUND, INVALID_INPUT, TOO_LARGE, QUOTA_EXCEEDED */
  async update(
    viewer: Viewer,
    kind: OwnedKind,
    { key, input }: { key: OwnedKey; input: Members },
  ): Promise<OwnedObject> {
    if (!tenantOwns(viewer, key)) throw notFound();
    const change = { ...storedMembers(kind.type, dated(input)), lastUpdate: new Date().toISOString() };
    const changed = await this.storage.ownedWriter.update(kind, key, change);
    if (!changed) throw notFound();
    return changed;
  }

  /** Deletes an object with everything in its lists. @throws Failure NOT_FOUND */
  async remove(viewer: Viewer, kind: OwnedKind, key: OwnedKey): Promise<OwnedObject> {
    const [result] = await this.removeMany(viewer, kind, [key]);
    if (result && 'object' in result) return result.object;
    throw notFound();
  }

  /**
   * Deletes objects, those of one list together.
   *
   * @throws Failure INVALID_INPUT when there are too many
   */
  async removeMany(viewer: Viewer, kind: OwnedKind, keys: readonly OwnedKey[]): Promise<OwnedResult[]> {
    refuseTooMany(keys.length);
    const seen = keys.filter((key) => tenantOwns(viewer, key));
    const found = seen.length === 0 ? [] : await this.storage.owned.find(kind, seen);
    const removed = new Map<OwnedKey, OwnedObject>();
    for (const [owner, objects] of grouped(found, (object) => object.owner)) {
      const gone = await this.storage.ownedWriter.remove(
        kind,
        owner,
        objects.map(({ key }) => key),
      );
      for (const object of objects) if (gone.has(object.key)) removed.set(object.key, object);
    }
    return keys.map((key) => {
      const object = removed.get(key);
      removed.delete(key);
      return object ? { object } : { failure: notFound() };
    });
  }

  private async insert(added: NewOwned): Promise<readonly OwnedObject[]> {
    const created = await this.storage.ownedWriter.insert(added);
    if (created === 'full')
      throw new Failure('CONFLICT', `The list ${added.kind.list} has no numbers left for more objects`);
    if (created instanceof Failure) throw created;
    if (!created) throw notFound();
    return created;
  }

  private async refuseCompilation(applicationId: string): Promise<void> {
    const [application] = await this.storage.applications.findMany([applicationId]);
    if (!application) throw notFound();
    if (application.isCompilationDisabled)
      throw new Failure('COMPILATION_DISABLED', 'Compilation is disabled for this application');
  }
}

function checkedInput(...given: Parameters<typeof membersFor>): Members | Failure {
  try {
    return membersFor(...given);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function membersFor(kind: OwnedKind, owner: OwnedKey, input: Members): Members {
  const members = withNames(kind, owner, storedMembers(kind.type, dated(input)));
  checkedOwnedSize(kind.type, members);
  return members;
}

/** The components of a field have a separate date. */
function dated(input: Members): Members {
  const { components } = input;
  if (typeof components !== 'object' || components === null) return input;
  return { ...input, components: { ...components, lastUpdate: new Date().toISOString() } };
}

/** Owners choose identifiers for their applications and fields; by default they get the server's identifiers. */
function withNames(kind: OwnedKind, owner: OwnedKey, members: Members): Members {
  const defaults = { appId: applicationOf(owner), fieldId: owner.slice(owner.indexOf('/') + 1) };
  const missing = membersOf(kind.type).filter(({ name }) => name in defaults && members[name] == null);
  const filled = missing.map(({ name }) => [name, defaults[name as keyof typeof defaults]] as const);
  return { ...members, ...storedMembers(kind.type, Object.fromEntries(filled)) };
}

function refuseTooMany(amount: number): void {
  if (amount > MOST_AT_ONCE)
    throw new Failure('INVALID_INPUT', `At most ${MOST_AT_ONCE} objects can be created or deleted at once`);
}

function notFound(): Failure {
  return new Failure('NOT_FOUND', 'There is no such object');
}
