import type { ResourceKey } from '../../domain/chatbot/resource/resource-record';
import {
  isResourceTypeName,
  type ResourceTypeName,
  type OwnerName,
} from '../../domain/chatbot/resource/resource-types';
import { Failure } from '../../shared/failure';
import { invalid } from '../../shared/faults';
import { opaqueText, opaqueValue } from '../../shared/text';

type Name = string | number;

/** The content of a global identifier: the type, and the key of the object within the type. */
export type GlobalName =
  | { readonly type: 'Article'; readonly dictionaryId: string; readonly number: number }
  | {
      readonly type: 'ArticleRevision';
      readonly dictionaryId: string;
      readonly number: number;
      readonly revision: number;
    }
  | { readonly type: 'AuditEntry'; readonly place: string }
  | { readonly type: 'Proposal'; readonly proposalId: string }
  | { readonly type: 'Media'; readonly mediaId: string }
  | { readonly type: 'DictionaryImport'; readonly importId: string }
  | { readonly type: 'Dictionary'; readonly dictionaryId: string }
  | { readonly type: 'User'; readonly number: number }
  | { readonly type: 'Comment'; readonly publicId: string }
  | { readonly type: 'Application'; readonly key: string }
  | { readonly type: ResourceTypeName; readonly key: string };

/** Creates the global identifier of an object: its type and its key within the type. It is opaque to clients. */
export function globalId(type: GlobalName['type'], ...names: readonly Name[]): string {
  return opaqueText([type, ...names]);
}

/**
 * Parses a global identifier.
 *
 * @param argument that has it
 * @param field its path, if it is not the argument
 * @throws Failure INVALID_INPUT when the text is not an identifier of this server
 */
export function globalNameOf(
  id: string,
  argument = 'id',
  field: string | readonly string[] = argument,
): GlobalName {
  const name = globalNameFrom(opaqueValue(id));
  // Decoding ignores invalid characters, so the identifier must be the canonical encoding of its content.
  if (name && globalIdOf(name) === id) return name;
  const subject = argument === 'id' ? 'the id' : argument;
  const short = SHORT_NAMES[argument];
  const advice = short === undefined ? '' : `; short names go in ${short}`;
  throw invalid(field, `${subject} is not a valid global identifier${advice}`);
}

/** Whether a text from a client is the global identifier of an object of a type. */
export function isGlobalIdOf(type: GlobalName['type'], text: string): boolean {
  const name = globalNameFrom(opaqueValue(text));
  return name?.type === type && globalIdOf(name) === text;
}

/** The arguments for short names, which error messages suggest to clients that pass a short name as identifier. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  accountId: 'account',
  applicationId: 'application',
  articleId: 'dictionary and number',
  dictionaryId: 'dictionary',
  dictionaryIds: 'dictionaries',
  userId: 'user or userNumber',
};

/**
 * The key of a resource of one type.
 *
 * @throws Failure INVALID_INPUT when the text is not an identifier
 * @throws Failure NOT_FOUND when it is one of another type: among those of this one there is none
 */
export function resourceKeyOf(
  id: string,
  type: ResourceTypeName | OwnerName,
  argument?: string,
): ResourceKey {
  const name = globalNameOf(id, argument);
  if (name.type === type && 'key' in name) return name.key;
  throw new Failure('NOT_FOUND', 'There is no such object');
}

function globalIdOf(name: GlobalName): string {
  const { type, ...names } = name;
  return globalId(type, ...Object.values(names));
}

/** Parses the key of each type; `undefined` if the key is invalid. */
const NAME_READERS: Readonly<Record<string, (names: readonly unknown[]) => GlobalName | undefined>> = {
  Article: ([dictionaryId, number]) =>
    isString(dictionaryId) && isPositiveInteger(number)
      ? { type: 'Article', dictionaryId, number }
      : undefined,
  ArticleRevision: ([dictionaryId, number, revision]) =>
    isString(dictionaryId) && isPositiveInteger(number) && isPositiveInteger(revision)
      ? { type: 'ArticleRevision', dictionaryId, number, revision }
      : undefined,
  AuditEntry: ([place]) => (isString(place) ? { type: 'AuditEntry', place } : undefined),
  Proposal: ([proposalId]) => (isString(proposalId) ? { type: 'Proposal', proposalId } : undefined),
  Media: ([mediaId]) => (isString(mediaId) ? { type: 'Media', mediaId } : undefined),
  DictionaryImport: ([importId]) => (isString(importId) ? { type: 'DictionaryImport', importId } : undefined),
  Dictionary: ([dictionaryId]) => (isString(dictionaryId) ? { type: 'Dictionary', dictionaryId } : undefined),
  Comment: ([publicId]) => (isString(publicId) ? { type: 'Comment', publicId } : undefined),
  User: ([number]) => (isPositiveInteger(number) ? { type: 'User', number } : undefined),
  Application: ([key]) => (isString(key) ? { type: 'Application', key } : undefined),
};

function globalNameFrom(value: unknown): GlobalName | undefined {
  const [type, ...names] = Array.isArray(value) ? (value as unknown[]) : [];
  if (!isString(type)) return undefined;
  if (isResourceTypeName(type)) return isString(names[0]) ? { type, key: names[0] } : undefined;
  return Object.hasOwn(NAME_READERS, type) ? NAME_READERS[type]?.(names) : undefined;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
