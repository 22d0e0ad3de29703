import { isJsonObject, memberPath } from '../../shared/json';
import type { JsonObject } from '../../shared/json';
import type { Item } from './item-shape';
import type { UnmappedFields } from './unmapped-fields';
import { isEmpty } from './article-envelopes';
import { languageTagOf, scalarText, wholeNumberOf } from './values';

interface Target {
  readonly lang: string;
  readonly target: string;
}

/**
 * Expands an example by its member `translation`: `{text, translation: {fr: …, en: …}}` becomes one example for each language. A
 * plain text becomes the `target`.
 *
 * @returns at least one example, each without `translation`
 */
export function expandExample(item: Item, unmapped: UnmappedFields): readonly Item[] {
  if (!isJsonObject(item.value)) return [item];
  const { translation = null, ...own } = item.value;
  if (isEmpty(translation)) return [{ ...item, value: own }];
  if (scalarText(translation) !== undefined && isEmpty(own['target'])) {
    return [{ ...item, value: { ...own, target: translation } }];
  }
  const path = memberPath(item.path, 'translation');
  const [first, ...others] = targetsIn(
    { value: translation, path, extraPath: [...item.extraPath, 'translation'] },
    unmapped,
  );
  if (first === undefined) return [{ ...item, value: own }];
  const examples = isEmpty(own['target'])
    ? [withTarget(first, own, item.extraPath, unmapped), ...others.map((target) => copyFor(own, target))]
    : [own, ...[first, ...others].map((target) => copyFor(own, target))];
  return examples.map((value) => ({ ...item, value }));
}

/** The texts by language of a `translation`; invalid members are kept in `extra`. */
function targetsIn(translation: Item, unmapped: UnmappedFields): readonly Target[] {
  if (!isJsonObject(translation.value)) {
    unmapped.keepUnfit(translation, translation.extraPath, 'does not give texts by language');
    return [];
  }
  return Object.entries(translation.value).flatMap(([key, value]) => {
    const lang = languageTagOf(key);
    const target = scalarText(value);
    if (lang !== undefined && target !== undefined) return [{ lang, target }];
    if (isEmpty(value)) return [];
    const path = memberPath(translation.path, key);
    unmapped.keepUnfit(
      { value, path },
      [...translation.extraPath, key],
      'is not a text under a language tag',
    );
    return [];
  });
}

/** An example with a target. If its `lang` differs from the language of the target, `lang` is kept in `extra`. */
function withTarget(
  target: Target,
  own: JsonObject,
  extraPath: readonly string[],
  unmapped: UnmappedFields,
): JsonObject {
  const { lang = null } = own;
  if (!isEmpty(lang) && languageTagOf(lang) !== target.lang) unmapped.keep([...extraPath, 'lang'], lang);
  return { ...own, ...target };
}

/** A copy of an example for a further target. It has only valid members, so that `extra` gets invalid ones once. */
function copyFor(own: JsonObject, target: Target): JsonObject {
  const { content = null, text = null, number = null } = own;
  return {
    number: wholeNumberOf(number) ?? null,
    content: scalarText(content) ?? scalarText(text) ?? null,
    ...target,
  };
}
