import { randomUUID } from 'node:crypto';
import { MAX_NUMBER } from '../../values/bounds';
import type { ResourceType } from './resource-types';
import { Failure } from '../../../shared/failure';
import { storedSize } from '../../usage/usage';
import type { FieldValues } from './stored-fields';
import { type DomainClass, resourceFieldsOf } from './resource-fields';
import { isJsonList, isJsonObject, type Json } from '../../../shared/json';

/**
 * Identifies a resource in the whole database: the public identifier of its application, then, after slashes, its
 * conversation if it has one, and its own identifier. The key of an application is its public identifier alone.
 */
export type ResourceKey = string;

/** Number of consecutive objects of a list in a block. One index entry finds a block. */
export const BLOCK_SIZE = 100;

export function applicationOf(key: ResourceKey): string {
  const slash = key.indexOf('/');
  return slash < 0 ? key : key.slice(0, slash);
}

/** The key of a conversation or a field of an application. */
export function numberedKey(applicationId: string, number: number): ResourceKey {
  return `${applicationId}/${number}`;
}

/** Whether a number is valid for an object in a list. */
export function isResourceNumber(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= MAX_NUMBER;
}

/** The bounds of all keys of an application. */
export function keysWithin(applicationId: string): { readonly from: string; readonly to: string } {
  // `0` follows `/` in code point order, so the range contains all keys that begin with `ID/`.
  return { from: `${applicationId}/`, to: `${applicationId}0` };
}

/** Returns the key of a block of a list. With blocks, one command reads the newest objects of many lists. */
export function blockOf(owner: ResourceKey, block: number): string {
  return `${owner}#${block}`;
}

export function blockNumberOf(number: number): number {
  return Math.floor(number / BLOCK_SIZE);
}

/** The number of objects in a list, and the last assigned number. Numbers are never reused. */
export interface ListState {
  readonly count: number;
  readonly last: number;
}

/** The lists of an object, by name. A list that never had an object is absent. */
export type ListStates = Readonly<Partial<Record<string, ListState>>>;

/** A stored resource: the fields of its class, with free JSON as text. */
export interface ResourceRecord {
  readonly _id: ResourceKey;
  /** The object whose list contains it. */
  readonly owner: ResourceKey;
  /** Its position in the list. */
  readonly number: number;
  readonly block: string;
  readonly publicId?: string;
  readonly lastUpdate: string;
  /** Size of the resource without its lists, in bytes, that counts towards the quota. */
  readonly bytes: number;
  readonly lists?: ListStates;
  /** Digest of the imported values. */
  readonly imported?: string;
  readonly [field: string]: unknown;
}

/** Stored resources of many lists, by their types. */
export type RecordsByType = ReadonlyMap<ResourceType, readonly ResourceRecord[]>;

/** A resource outside the storage: the fields of its class, with free JSON as `JsonText`. */
export interface Resource {
  readonly key: ResourceKey;
  readonly owner: ResourceKey;
  readonly number: number;
  readonly publicId?: string | undefined;
  readonly lists: ListStates;
  readonly lastUpdate: string;
  readonly imported?: string | undefined;
  readonly [field: string]: unknown;
}

const NEVER_USED: ListState = { count: 0, last: 0 };

export function listStateOf({ lists }: Pick<Resource, 'lists'>, list: string): ListState {
  return lists[list] ?? NEVER_USED;
}

/** Maximum size of a resource, and of an application without its resources, in bytes. */
const MAX_OBJECT_BYTES = 1024 * 1024;

/** Returns the size of an object that counts towards the quota, in bytes, from its stored fields. */
export function resourceSize(type: DomainClass, fields: FieldValues): number {
  const values = resourceFieldsOf(type).map(({ name }) => fields[name]);
  return storedSize([...values, fields['connectors']]);
}

/** Returns the size of a new value of an object, in bytes. @throws Failure TOO_LARGE */
export function checkedResourceSize(type: DomainClass, fields: FieldValues): number {
  const size = resourceSize(type, fields);
  if (size > MAX_OBJECT_BYTES)
    throw new Failure(
      'TOO_LARGE',
      `The object has ${size} bytes in all; at most ${MAX_OBJECT_BYTES} are accepted.`,
    );
  return size;
}

/** Replacement for secret values. */
const REDACTED = '[redacted]';

/** Replaces the values of free JSON by a placeholder. The names of members remain, to show which ones are set. */
export function redacted(value: Json): Json {
  if (isJsonList(value)) return value.map(redacted);
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redacted(inner)]));
  return value === null || value === '' ? value : REDACTED;
}

/** The position of an object and its identifier in the list. */
interface ListPosition {
  readonly owner: ResourceKey;
  readonly number: number;
  readonly publicId?: string | undefined;
}

/** The document of a new object; values that are not given are empty. */
export function resourceRecord(
  type: ResourceType,
  position: ListPosition,
  fields: FieldValues,
): ResourceRecord {
  const { owner, number } = position;
  const publicId = type.isNumbered ? undefined : (position.publicId ?? randomUUID());
  const empty = Object.fromEntries(resourceFieldsOf(type.domainClass).map(({ name }) => [name, null]));
  return {
    ...empty,
    bytes: resourceSize(type.domainClass, fields),
    lastUpdate: new Date().toISOString(),
    ...fields,
    _id: resourceKeyOf(type, position.owner, publicId ?? number),
    owner,
    number,
    block: blockOf(owner, blockNumberOf(number)),
    ...(publicId === undefined ? {} : { publicId }),
  };
}

/** A request is identified within its conversation, all other objects within the application. */
function resourceKeyOf(type: ResourceType, owner: ResourceKey, name: string | number): ResourceKey {
  return `${type.owner === 'Conversation' ? owner : applicationOf(owner)}/${name}`;
}
