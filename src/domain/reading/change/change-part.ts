import { isJsonObject, type Json, type JsonObject, memberPath } from '../../../shared/json';
import type { ArticlePart } from '../../article/article-content';
import { CATEGORY, CLASS, EXAMPLE, FORM, VARIANT, TRANSLATION } from './item-shapes';
import { envelopesOf, writtenUnder, type Envelope, WRAPPER, type Written } from '../article-envelopes';
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
 * A part of an article, exactly as it was written, wherever it stands: in the content, or under its member
 * `article`, at any depth of that nesting. The form is the written forms, else the variants of the entry.
 *
 * @returns null when the part is missing or empty (null, blank text, `[]` or `{}`)
 */
export function writtenPart(source: Json, part: ArticlePart): Json | null {
  const envelopes = envelopesOf(source);
  const [written] = writtenUnder(envelopes, PART_NAMES[part]);
  if (written !== undefined) return written.value;
  return part === 'form' ? (writtenUnder(entriesOf(envelopes), VARIANT.names)[0]?.value ?? null) : null;
}

function entriesOf(envelopes: readonly Envelope[]): readonly Envelope[] {
  return writtenUnder(envelopes, PART_NAMES.entry).flatMap(({ value, path }) =>
    isJsonObject(value) ? [{ object: value, path }] : [],
  );
}

/** The parts of an article that can be written alone. */
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
 * The free JSON with one part changed and everything else as it was. The part is written where it is; a new one
 * goes beside the others, under its documented name.
 *
 * @param value null removes the part
 * @throws Failure INVALID_INPUT when the content is no object, which has no parts
 */
export function withPart(source: Json, part: WritablePart, value: Json | null): Json {
  if (!isJsonObject(source))
    throw invalid('parts', 'The content of the article is not an object and has no parts');
  return withMember(source, namesOf(part), value);
}

/**
 * Content with one member changed where it is written; a new one goes beside the innermost members, under the first name.
 *
 * @param value null removes the member
 * @param isAlone whether it replaces all members with these names, at any depth
 * @param envelopes the objects that may contain the member
 */
export function withMember(
  source: JsonObject,
  names: readonly string[],
  value: Json,
  { isAlone = false, envelopes = envelopesOf(source) } = {},
): JsonObject {
  const written = writtenUnder(envelopes, names);
  const [first] = written;
  const depthOf = (written: Written) =>
    envelopes.findIndex(({ path }) => memberPath(path, written.name) === written.path);
  const depth = first === undefined ? envelopes.length - 1 : depthOf(first);
  const rest = isAlone ? written.slice(1) : [];
  const changed = rest.reduce(
    (object, written) => changedAt(object, depthOf(written), (inner) => without(inner, [written.name])),
    source,
  );
  return changedAt(changed, Math.max(depth, 0), (object) => {
    const name = first?.name ?? names[0] ?? '';
    return value !== null ? { ...object, [name]: value } : without(object, names);
  });
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The parts in which two contents differ; `other` if they differ elsewhere. */
export function changedParts(before: Json, after: Json): readonly string[] {
  const parts = partsThatDiffer(before, after);
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return parts.length > 0 || isSame ? parts : ['other'];
}

/** The parts that read differently in two contents. */
export function partsThatDiffer(before: Json, after: Json): readonly WritablePart[] {
  return WRITABLE_PARTS.filter((part) => textOfPart(before, part) !== textOfPart(after, part));
}

function textOfPart(source: Json, part: WritablePart): string {
  const value =
    part === 'translation'
      ? writtenUnder(envelopesOf(source), namesOf(part))[0]?.value
      : writtenPart(source, part);
  return JSON.stringify(value ?? null);
}

/** The members in which a part may be written; a form also as the variants of the entry. */
export function namesOfPart(part: WritablePart): readonly string[] {
  return part === 'form' ? [...namesOf(part), ...namesOf('entry')] : namesOf(part);
}

function namesOf(part: WritablePart): readonly string[] {
  return part === 'translation' ? TRANSLATION.names : PART_NAMES[part];
}

/** Changes the object at a depth of the nesting under `article`. A value that is not an object becomes one. */
function changedAt(source: Json, depth: number, change: (object: JsonObject) => JsonObject): JsonObject {
  const object = isJsonObject(source) ? source : {};
  if (depth === 0) return change(object);
  return { ...object, [WRAPPER]: changedAt(object[WRAPPER] ?? {}, depth - 1, change) };
}
