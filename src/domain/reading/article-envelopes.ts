import { isJsonList, isJsonObject, MAX_JSON_DEPTH, memberPath } from '../../shared/json';
import type { Json, JsonObject } from '../../shared/json';
import { scalarText } from './values';

/** An object that may contain members of an article, and its path in the content. See `envelopesOf`. */
export interface Envelope {
  readonly object: JsonObject;
  readonly path: string;
}

/** A non-empty member of the content, and its path. */
export interface WrittenMember {
  readonly name: string;
  readonly path: string;
  readonly value: Json;
}

/** Name of the member that may contain the content once more, at any depth: `{article: {article: {…}}}`. */
export const ENVELOPE_MEMBER = 'article';

/**
 * The objects that may contain the members of an article: the content itself, its member `article`, and so on
 * inwards.
 *
 * @returns outermost first; none if the content is not an object
 */
export function envelopesOf(source: Json): readonly Envelope[] {
  const envelopes: Envelope[] = [];
  let value: Json | undefined = source;
  let path = '';
  while (isJsonObject(value) && envelopes.length < MAX_JSON_DEPTH) {
    envelopes.push({ object: value, path });
    path = memberPath(path, ENVELOPE_MEMBER);
    value = Object.hasOwn(value, ENVELOPE_MEMBER) ? value[ENVELOPE_MEMBER] : undefined;
  }
  return envelopes;
}

/** The non-empty members with these names, in the order of the envelopes, then of the names. */
export function membersNamed(
  envelopes: readonly Envelope[],
  names: readonly string[],
): readonly WrittenMember[] {
  // Called a hundred times per written article. Loops take a third of the time of `flatMap`.
  const written: WrittenMember[] = [];
  for (const { object, path } of envelopes)
    for (const name of names) {
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      if (value !== undefined && !isEmpty(value)) written.push({ name, path: memberPath(path, name), value });
    }
  return written;
}

/** Name of the member with the entry. */
export const ENTRY_MEMBER = 'entry';

/** The member that is read as the entry: the first that is an object or a plain text. */
export function entryMember(envelopes: readonly Envelope[]): WrittenMember | undefined {
  return membersNamed(envelopes, [ENTRY_MEMBER]).find(
    ({ value }) => isJsonObject(value) || scalarText(value) !== undefined,
  );
}

/** Whether a value counts as missing: null, blank text, `[]` and `{}`. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (isJsonList(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
