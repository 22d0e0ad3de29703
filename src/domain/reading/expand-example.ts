import { isJsonObject, memberPath } from '../../shared/json';
import type { JsonObject } from '../../shared/json';
import type { Item } from './change/item-shape';
import type { UnmappedFields } from './unmapped-fields';
import { isEmpty } from './article-envelopes';
import { languageTagOf, textOf, wholeNumberOf } from './values';

interface Target {
  readonly lang: string;
  readonly target: string;
}

/**
 * Reads the member `translation` of an example: `{text, translation: {fr: …, en: …}}` becomes one example for
 * each language, a bare text becomes the target.
 */
export function expandExample(item: Item, unmapped: UnmappedFields): readonly Item[] {
  if (!isJsonObject(item.value)) return [item];
  const { translation = null, ...own } = item.value;
  if (isEmpty(translation)) return [{ ...item, value: own }];
  if (textOf(translation) !== undefined && isEmpty(own['target'])) {
    return [{ ...item, value: { ...own, target: translation } }];
  }
  const path = memberPath(item.path, 'translation');
  const [first, ...others] = targetsIn(
    { value: translation, path, at: [...item.at, 'translation'] },
    unmapped,
  );
  if (first === undefined) return [{ ...item, value: own }];
  const examples = isEmpty(own['target'])
    ? [aimedAt(first, own, item.at, unmapped), ...others.map((target) => sharing(own, target))]
    : [own, ...[first, ...others].map((target) => sharing(own, target))];
  return examples.map((value) => ({ ...item, value }));
}

/**
 * The reverse of `spreadExample`: a written example whose targets are those given, where they were written.
 *
 * @param given one for each language that it was spread into; an absent target is as it was, null takes it away
 */
export function gatherExample(
  example: JsonObject,
  given: readonly { readonly lang?: string | null; readonly target?: string | null }[],
): JsonObject {
  const { translation = null } = example;
  const [first] = given;
  if (isEmpty(translation) || first === undefined) return example;
  if (textOf(translation) !== undefined && isEmpty(example['target']))
    return first.target === undefined || first.target === textOf(translation)
      ? example
      : { ...example, translation: first.target };
  if (!isJsonObject(translation)) return example;
  const targets = new Map(given.map(({ lang, target }) => [lang, target]));
  const written = Object.entries(translation).map(([key, value]) => {
    const target = targets.get(languageTagOf(key) ?? '');
    return [key, target === undefined || target === textOf(value) ? value : target] as const;
  });
  const isSame = written.every(([key, value]) => value === translation[key]);
  return isSame
    ? example
    : { ...example, translation: Object.fromEntries(written.filter(([, value]) => value !== null)) };
}

function targetsIn(translation: Item, unmapped: UnmappedFields): readonly Target[] {
  if (!isJsonObject(translation.value)) {
    unmapped.keepUnfit(translation, translation.at, 'does not give texts by language');
    return [];
  }
  return Object.entries(translation.value).flatMap(([key, value]) => {
    const lang = languageTagOf(key);
    const target = textOf(value);
    if (lang !== undefined && target !== undefined) return [{ lang, target }];
    if (isEmpty(value)) return [];
    const path = memberPath(translation.path, key);
    unmapped.keepUnfit({ value, path }, [...translation.at, key], 'is not a text under a language tag');
    return [];
  });
}

/** The language of a target is its key; another one beside it says something else and is kept apart. */
function aimedAt(
  target: Target,
  own: JsonObject,
  at: readonly string[],
  unmapped: UnmappedFields,
): JsonObject {
  const { lang = null } = own;
  if (!isEmpty(lang) && languageTagOf(lang) !== target.lang) unmapped.keep([...at, 'lang'], lang);
  return { ...own, ...target };
}

/** Only valid members, so that invalid ones are not kept once per language. */
function sharing(own: JsonObject, target: Target): JsonObject {
  const { content = null, text = null, number = null } = own;
  return {
    number: wholeNumberOf(number) ?? null,
    content: textOf(content) ?? textOf(text) ?? null,
    ...target,
  };
}
