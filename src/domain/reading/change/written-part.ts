import { isJsonObject } from '../../../shared/json';
import type { Json } from '../../../shared/json';
import type { ArticlePart } from '../../article/article-part';
import { CATEGORY, CLASS, EXAMPLE, FORM, VARIANT } from './item-shapes';
import { levelsOf, writtenUnder } from '../levels-of';
import type { Level } from '../levels-of';

/** Names under which each part may stand, the documented one first. */
export const NAMES = {
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
  const levels = levelsOf(source);
  const [written] = writtenUnder(levels, NAMES[part]);
  if (written !== undefined) return written.value;
  return part === 'form' ? (writtenUnder(entriesOf(levels), VARIANT.names)[0]?.value ?? null) : null;
}

function entriesOf(levels: readonly Level[]): readonly Level[] {
  return writtenUnder(levels, NAMES.entry).flatMap(({ value, path }) =>
    isJsonObject(value) ? [{ object: value, path }] : [],
  );
}
