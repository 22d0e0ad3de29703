import type { Json, JsonObject } from '../../../../src/shared/json';
import type { ArticleContent } from '../../../../src/domain/article/article-content';
import {
  CATEGORY,
  CLASS,
  EXAMPLE,
  FORM,
  OPTIONAL_LISTS,
  TRANSLATION,
  VARIANT,
} from '../../../../src/domain/reading/item-shapes';
import type { ItemShape } from '../../../../src/domain/reading/item-shape';

/**
 * The canonical JSON of a typed reading: the same names, always in one order, unset fields left out. Reading
 * it gives the same reading again.
 */
export function canonical(content: ArticleContent): Json {
  return withoutUnset({
    type: content.type,
    radical: content.radical,
    entry: withoutUnset({
      headword: content.entry.headword,
      variants: itemsOf(content.entry.variants, VARIANT),
    }),
    categories: itemsOf(content.categories, CATEGORY),
    classes: itemsOf(content.classes, CLASS),
    forms: itemsOf(content.forms, FORM),
    translations: itemsOf(content.translations, TRANSLATION),
    examples: itemsOf(content.examples, EXAMPLE),
    ...Object.fromEntries(
      Object.entries(OPTIONAL_LISTS).map(([name, shape]) => [
        name,
        content[name as keyof typeof OPTIONAL_LISTS] &&
          itemsOf(content[name as keyof typeof OPTIONAL_LISTS] ?? [], shape as unknown as ItemShape<object>),
      ]),
    ),
    extra: content.extra,
    warnings: content.warnings,
  });
}

function itemsOf<T extends object>(items: readonly T[], shape: ItemShape<T>): Json {
  const fields = Object.keys(shape.members) as (keyof T & string)[];
  return items.map((item) =>
    withoutUnset(Object.fromEntries(fields.map((field) => [field, item[field] as Json | undefined]))),
  );
}

/** Stored readings spell unset as null, fresh ones as absent. */
function withoutUnset(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, Json] => (member[1] ?? null) !== null),
  );
}
