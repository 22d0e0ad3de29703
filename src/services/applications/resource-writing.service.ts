import { type FieldValues, storedFields } from '../../domain/chatbot/resource/stored-fields';
import {
  resourceRecord,
  checkedResourceSize,
  resourceSize,
  applicationOf,
  type ResourceKey,
  type Resource,
} from '../../domain/chatbot/resource/resource-record';
import { resourceFieldsOf } from '../../domain/chatbot/resource/resource-fields';
import type { ResourceType } from '../../domain/chatbot/resource/resource-types';
import { longSteps } from '../../shared/fair-queue';
import { Failure } from '../../shared/failure';
import { inputFailure, inMember, invalid } from '../../shared/faults';
import type { Viewer } from '../../shared/viewer';
import { grouped } from '../../shared/grouped';
import type { NewResources } from '../../storage/applications/resource-writer';
import type { Storage } from '../../storage/storage';
import { objectNotFound, isInTenantScope } from './tenant-scope';

/** Most objects that one operation creates or deletes. */
const MAX_OBJECTS_AT_ONCE = 1000;

/** The result for one of several objects. */
export type ResourceResult = { readonly object: Resource } | { readonly failure: Failure };

/** Writes resources. For callers without access, an object does not exist. */
export class ResourceWritingService {
  constructor(private readonly storage: Pick<Storage, 'resources' | 'resourceWriter' | 'applications'>) {}

  /**
   * Appends an object to a list.
   *
   * @throws Failure NOT_FOUND when the owner does not exist for the viewer
   * @throws Failure INVALID_INPUT, TOO_LARGE, QUOTA_EXCEEDED, COMPILATION_DISABLED
   * @throws Failure CONFLICT when the list has no numbers left
   */
  async create(
    viewer: Viewer,
    type: ResourceType,
    creation: { owner: ResourceKey; input: FieldValues },
  ): Promise<Resource> {
    const { owner, input } = creation;
    if (!isInTenantScope(viewer, owner)) throw objectNotFound();
    const fields = inMember('input', () => fieldsFor(type, owner, input));
    if (type.name === 'FieldsCompiler') await this.refuseCompilation(applicationOf(owner));
    const records = (number: number) => [resourceRecord(type, { owner, number }, fields)];
    const [object] = await this.insert({
      type,
      owner,
      amount: 1,
      bytes: resourceSize(type.domainClass, fields),
      records,
    });
    if (!object) throw objectNotFound();
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
    type: ResourceType,
    { owner, inputs }: { owner: ResourceKey; inputs: readonly FieldValues[] },
  ): Promise<ResourceResult[]> {
    refuseTooManyObjects('inputs', inputs.length);
    if (!isInTenantScope(viewer, owner)) throw objectNotFound();
    const checked = await longSteps.map(inputs, (input) => checkedInput(type, owner, input));
    const good = checked.flatMap((outcome) => (outcome instanceof Failure ? [] : [outcome]));
    const records = (first: number) =>
      good.map((fields, index) => resourceRecord(type, { owner, number: first + index }, fields));
    const bytes = good.reduce((sum, fields) => sum + resourceSize(type.domainClass, fields), 0);
    const created = await this.insert({ type, owner, amount: good.length, bytes, records });
    const objects = created.values();
    return checked.map((outcome) => {
      if (outcome instanceof Failure) return { failure: outcome };
      const { value: object } = objects.next();
      return object ? { object } : { failure: objectNotFound() };
    });
  }

  /**
   * @param change expectedUpdate: the `lastUpdate` that the object must have; any if absent
   * @throws Failure NOT_FOUND, INVALID_INPUT, TOO_LARGE, QUOTA_EXCEEDED, REVISION_MISMATCH
   */
  async update(
    viewer: Viewer,
    type: ResourceType,
    {
      key,
      input,
      expectedUpdate,
    }: { key: ResourceKey; input: FieldValues; expectedUpdate?: string | undefined },
  ): Promise<Resource> {
    if (!isInTenantScope(viewer, key)) throw objectNotFound();
    const fields = inMember('input', () => storedFields(type.domainClass, dated(input)));
    const change = { ...fields, lastUpdate: new Date().toISOString() };
    const only = expectedUpdate === undefined ? {} : { lastUpdate: expectedUpdate };
    const changed = await this.storage.resourceWriter.update(type, key, change, only);
    if (changed) return changed;
    const [current] = expectedUpdate === undefined ? [] : await this.storage.resources.find(type, [key]);
    if (!current) throw objectNotFound();
    throw inputFailure(
      'REVISION_MISMATCH',
      'lastUpdate',
      'The object has changed since it was read; read it again',
    );
  }

  /** Deletes an object with everything in its lists. @throws Failure NOT_FOUND */
  async remove(viewer: Viewer, type: ResourceType, key: ResourceKey): Promise<Resource> {
    const [result] = await this.removeMany(viewer, type, [key]);
    if (result && 'object' in result) return result.object;
    throw objectNotFound();
  }

  /**
   * Deletes objects, those of one list together.
   *
   * @param keys of the objects, or why one could not be read
   * @throws Failure INVALID_INPUT when there are too many
   */
  async removeMany(
    viewer: Viewer,
    type: ResourceType,
    keys: readonly (ResourceKey | Failure)[],
  ): Promise<ResourceResult[]> {
    refuseTooManyObjects('ids', keys.length);
    const ownedKeys = keys.filter(
      (key): key is ResourceKey => !(key instanceof Failure) && isInTenantScope(viewer, key),
    );
    const objects = ownedKeys.length === 0 ? [] : await this.storage.resources.find(type, ownedKeys);
    const removed = new Map<ResourceKey, Resource>();
    for (const [owner, objectsOfOwner] of grouped(objects, (object) => object.owner)) {
      const removedKeys = await this.storage.resourceWriter.remove(
        type,
        owner,
        objectsOfOwner.map(({ key }) => key),
      );
      for (const object of objectsOfOwner) if (removedKeys.has(object.key)) removed.set(object.key, object);
    }
    return keys.map((key) => {
      if (key instanceof Failure) return { failure: key };
      const object = removed.get(key);
      removed.delete(key);
      return object ? { object } : { failure: objectNotFound() };
    });
  }

  private async insert(added: NewResources): Promise<readonly Resource[]> {
    const created = await this.storage.resourceWriter.insert(added);
    if (created === 'full')
      throw new Failure('CONFLICT', `The list ${added.type.list} has no numbers left for more objects`);
    if (created instanceof Failure) throw created;
    if (!created) throw objectNotFound();
    return created;
  }

  private async refuseCompilation(applicationId: string): Promise<void> {
    const [application] = await this.storage.applications.findMany([applicationId]);
    if (!application) throw objectNotFound();
    if (application.isCompilationDisabled)
      throw new Failure('COMPILATION_DISABLED', 'Compilation is disabled for this application');
  }
}

function checkedInput(...parameters: Parameters<typeof fieldsFor>): FieldValues | Failure {
  try {
    return fieldsFor(...parameters);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function fieldsFor(type: ResourceType, owner: ResourceKey, input: FieldValues): FieldValues {
  const fields = withNames(type, owner, storedFields(type.domainClass, dated(input)));
  checkedResourceSize(type.domainClass, fields);
  return fields;
}

/** The components of a field have a separate date. */
function dated(input: FieldValues): FieldValues {
  const { components } = input;
  if (typeof components !== 'object' || components === null) return input;
  return { ...input, components: { ...components, lastUpdate: new Date().toISOString() } };
}

/** Owners choose identifiers for their applications and fields; by default they get the server's identifiers. */
function withNames(type: ResourceType, owner: ResourceKey, fields: FieldValues): FieldValues {
  const defaults = { appId: applicationOf(owner), fieldId: owner.slice(owner.indexOf('/') + 1) };
  const missing = resourceFieldsOf(type.domainClass).filter(
    ({ name }) => name in defaults && fields[name] == null,
  );
  const filled = missing.map(({ name }) => [name, defaults[name as keyof typeof defaults]] as const);
  return { ...fields, ...storedFields(type.domainClass, Object.fromEntries(filled)) };
}

function refuseTooManyObjects(field: string, amount: number): void {
  if (amount > MAX_OBJECTS_AT_ONCE)
    throw invalid(field, `At most ${MAX_OBJECTS_AT_ONCE} objects can be created or deleted at once`);
}
