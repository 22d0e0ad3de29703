import { MAX_NUMBER } from '../../values/bounds';
import type { ResourceType } from './resource-types';
import { Failure } from '../../../shared/failure';
import { storedSize } from '../../usage/usage';
import type { FieldValues } from './stored-fields';
import { type DomainClass, fieldsOf } from './resource-fields';
import { isJsonList, isJsonObject, type Json } from '../../../shared/json';

/**
 * What names a resource in the whole database: the public identifier of its application, and behind slashes what
 * names it there, and before that its conversation. An application's key is its public identifier alone.
 */
export type ResourceKey = string;

/** Objects of one list whose numbers differ by less are found by one entry of an index. */
export const BLOCK_SIZE = 100;

export function applicationOf(key: ResourceKey): string {
  const slash = key.indexOf('/');
  return slash < 0 ? key : key.slice(0, slash);
}

/** The key of a conversation or a field of an application. */
export function numberedKey(applicationId: string, number: number): ResourceKey {
  return `${applicationId}/${number}`;
}

/** Whether an object can have this number in its list. */
export function isResourceNumber(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= MAX_NUMBER;
}

/** The bounds between which all keys stand that begin with this application. */
export function keysWithin(applicationId: string): { readonly from: string; readonly to: string } {
  // "0" follows "/" in every order by code point.
  return { from: `${applicationId}/`, to: `${applicationId}0` };
}

/** Names a stretch of one list, so that the newest objects of many lists can be read at once. */
export function blockOf(owner: ResourceKey, block: number): string {
  return `${owner}#${block}`;
}

export function blockNumberOf(number: number): number {
  return Math.floor(number / BLOCK_SIZE);
}

/** How many objects a list has, and the number that was given last. Numbers are never given again. */
export interface ListState {
  readonly count: number;
  readonly last: number;
}

/** The lists of an object, by name; one that never had an object is not there. */
export type ListStates = Readonly<Partial<Record<string, ListState>>>;

/** A resource as the database holds it: free JSON as its text, beside the fields of its class. */
export interface ResourceRecord {
  readonly _id: ResourceKey;
  /** The object in whose list it stands. */
  readonly owner: ResourceKey;
  /** Its place in the list. */
  readonly number: number;
  readonly block: string;
  readonly publicId?: string;
  readonly lastUpdate: string;
  /** What it counts as, without its lists. */
  readonly bytes: number;
  readonly lists?: ListStates;
  /** Digest of what an import wrote. */
  readonly imported?: string;
  readonly [field: string]: unknown;
}

/** Documents of many lists, by their kinds. */
export type RecordsByType = ReadonlyMap<ResourceType, readonly ResourceRecord[]>;

/** A resource as the rest of the program sees it: the fields of its class, free JSON carried as its text. */
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

/** Largest object that an application owns, and largest application without what it owns, in bytes as they count. */
const MAX_OBJECT_BYTES = 1024 * 1024;

/** Bytes that an object counts as, by its fields as they are stored. */
export function resourceSize(type: DomainClass, fields: FieldValues): number {
  const values = fieldsOf(type).map(({ name }) => fields[name]);
  return storedSize([...values, fields['connectors']]);
}

/** The same, for an object that is to be stored. @throws Failure TOO_LARGE */
export function checkedResourceSize(type: DomainClass, fields: FieldValues): number {
  const size = resourceSize(type, fields);
  if (size > MAX_OBJECT_BYTES)
    throw new Failure(
      'TOO_LARGE',
      `The object has ${size} bytes in all; at most ${MAX_OBJECT_BYTES} are accepted.`,
    );
  return size;
}

/** Stands where a secret is. */
const REDACTED = '[redacted]';

/** Free JSON whose values are secrets: the names of members stay, so that one sees what is set. */
export function redacted(value: Json): Json {
  if (isJsonList(value)) return value.map(redacted);
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redacted(inner)]));
  return value === null || value === '' ? value : REDACTED;
}
