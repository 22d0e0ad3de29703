import { isJsonObject, type Json, type JsonObject, memberPath } from '../../../shared/json';
import type { ArticlePart } from '../../article/article-content';
import { CATEGORY, CLASS, EXAMPLE, FORM, VARIANT, TRANSLATION } from '../item-shapes';
import { envelopesOf, membersNamed, type Envelope, type WrittenMember } from '../article-envelopes';
import { invalid } from '../../../shared/faults';

/** The member names of each part, the documented one first. */
export const PART_NAMES = {
  entry: ['entry'],
  category: [...CATEGORY.names].reverse(),
  class: [...CLASS.names].reverse(),
  type: ['type'],
  form: FORM.names,
  example: EXAMPLE.names,
} as const satisfies Record<ArticlePart, readonly string[]>;

/**
 * Returns a part of an article exactly as it was written, from the content or from its member `article`, at any depth of that nesting.
 * Without written forms, the part `form` is the variants of the entry.
 *
 * @returns null if the part is missing or empty (null, blank text, `[]` or `{}`)
 */
export function writtenPart(source: Json, part: ArticlePart): Json | null {
  const envelopes = envelopesOf(source);
  const [member] = membersNamed(envelopes, PART_NAMES[part]);
  if (member !== undefined) return member.value;
  return part === 'form' ? (membersNamed(entryEnvelopes(envelopes), VARIANT.names)[0]?.value ?? null) : null;
}

function entryEnvelopes(envelopes: readonly Envelope[]): readonly Envelope[] {
  return membersNamed(envelopes, PART_NAMES.entry).flatMap(({ value, path }) =>
    isJsonObject(value) ? [{ object: value, path }] : [],
  );
}

/** The parts of an article that a client can write without the rest. */
export const WRITABLE_PARTS = [
  'entry',
  'category',
  'class',
  'type',
  'form',
  'example',
  'translation',
] as const;

export type WritablePart = (typeof WRITABLE_PARTS)[number];

/**
 * Changes one part of the free JSON of an article. The part keeps its member name and position; a new one is added to the innermost
 * envelope under its documented name.
 *
 * @param value null removes the part
 * @returns the changed content; the given one is not modified
 * @throws Failure INVALID_INPUT if the content is not an object
 */
export function withPart(source: Json, part: WritablePart, value: Json | null): Json {
  if (!isJsonObject(source))
    throw invalid('parts', 'The content of the article is not an object and has no parts');
  return withMember(source, memberNamesOf(part), value);
}

/**
 * Changes one member of the content. The first non-empty member with one of the names keeps its name and position; without one, the
 * member is added to the innermost envelope under the first name.
 *
 * @param value null removes the member
 * @param options isAlone: whether to remove the other members with these names, at any depth; envelopes: the objects that may contain
 *   the member, which are the content and objects under `article`
 */
export function withMember(
  source: JsonObject,
  names: readonly string[],
  value: Json,
  { isAlone = false, envelopes = envelopesOf(source) } = {},
): JsonObject {
  const members = membersNamed(envelopes, names);
  const holderOf = ({ path, name }: WrittenMember) =>
    envelopes.find((envelope) => memberPath(envelope.path, name) === path);
  const [first, ...others] = members;
  const remaining = (isAlone ? others : []).reduce(
    (content, member) => changedIn(content, holderOf(member), (object) => without(object, [member.name])),
    source,
  );
  const holder = first === undefined ? envelopes.at(-1) : holderOf(first);
  return changedIn(remaining, holder, (object) => {
    const name = first?.name ?? names[0] ?? '';
    return value === null ? without(object, names) : { ...object, [name]: value };
  });
}

/** A copy of an object without the members with these names. */
function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Names of the parts in which two contents differ; `other` if they differ only elsewhere. */
export function changedParts(before: Json, after: Json): readonly string[] {
  const parts = partsThatDiffer(before, after);
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return parts.length > 0 || isSame ? parts : ['other'];
}

/** Names of the parts in which two contents differ. */
export function partsThatDiffer(before: Json, after: Json): readonly WritablePart[] {
  return WRITABLE_PARTS.filter((part) => textOfPart(before, part) !== textOfPart(after, part));
}

/** The JSON text of a part as it was written, for comparison. */
function textOfPart(source: Json, part: WritablePart): string {
  const value =
    part === 'translation'
      ? membersNamed(envelopesOf(source), memberNamesOf(part))[0]?.value
      : writtenPart(source, part);
  return JSON.stringify(value ?? null);
}

/** Names of the members that may contain a part. Forms may also be variants of the entry. */
export function namesOfPart(part: WritablePart): readonly string[] {
  return part === 'form' ? [...memberNamesOf(part), ...memberNamesOf('entry')] : memberNamesOf(part);
}

function memberNamesOf(part: WritablePart): readonly string[] {
  return part === 'translation' ? TRANSLATION.names : PART_NAMES[part];
}

/**
 * Changes the object of an envelope, or the content if there is none. Missing objects on the way are created.
 *
 * @returns the changed content
 */
function changedIn(
  source: JsonObject,
  envelope: Envelope | undefined,
  change: (object: JsonObject) => JsonObject,
): JsonObject {
  // The path has no other names than `article` and `entry`.
  const steps = (envelope?.path ?? '').split('.').filter((step) => step !== '');
  const changedAt = (object: Json | undefined, [step, ...inner]: readonly string[]): JsonObject => {
    const holder = isJsonObject(object) ? object : {};
    return step === undefined ? change(holder) : { ...holder, [step]: changedAt(holder[step], inner) };
  };
  return changedAt(source, steps);
}
