import { isJsonList, isJsonObject } from '../../../shared/json';
import type { Json, JsonObject } from '../../../shared/json';
import { isEmpty } from '../article-envelopes';
import { expandExample } from '../expand-example';
import { expandLanguages, languageTextsIn } from '../expand-languages';
import type { ItemChange, ItemShape } from '../item-shape';
import { languageTagOf, scalarText } from '../values';

/** The reverse of a function that expands an item. */
interface Collapse {
  /** Returns an item of the source with the values of the typed items; the same if nothing changes. */
  readonly run: (written: JsonObject, items: readonly ItemChange<Texts>[]) => JsonObject;
  /** Fields that it writes. */
  readonly fields: readonly string[];
}

/** The fields of typed items that an item of the source may have for several languages. */
interface Texts {
  readonly lang: string;
  readonly content: string;
  readonly target: string;
}

/** Each function that expands items, and its reverse. They are apart since devices only read. */
const COLLAPSES = new Map<unknown, Collapse>([
  [expandExample, { run: collapseExample, fields: ['lang', 'target'] }],
  [expandLanguages, { run: collapseLanguages, fields: ['lang', 'content'] }],
]);

/** The reverse of the expansion of a list, if its items are expanded. */
export function collapseOf<T>({ expand }: ItemShape<T>): Collapse | undefined {
  return COLLAPSES.get(expand);
}

/**
 * Reverses `expandExample`: writes the targets of the given examples into the member `translation` of the written one.
 *
 * @param translations one for each language; an absent target remains, null removes it
 * @returns the same object if nothing changes
 */
function collapseExample(
  example: JsonObject,
  translations: readonly { readonly lang?: string | null; readonly target?: string | null }[],
): JsonObject {
  const { translation = null } = example;
  const [first] = translations;
  if (isEmpty(translation) || first === undefined) return example;
  if (scalarText(translation) !== undefined && isEmpty(example['target']))
    return first.target === undefined || first.target === scalarText(translation)
      ? example
      : { ...example, translation: first.target };
  if (!isJsonObject(translation)) return example;
  const targets = new Map(translations.map(({ lang, target }) => [lang, target]));
  const written = Object.entries(translation).map(([key, value]) => {
    const target = targets.get(languageTagOf(key) ?? '');
    return [key, target === undefined || target === scalarText(value) ? value : target] as const;
  });
  const isSame = written.every(([key, value]) => value === translation[key]);
  return isSame
    ? example
    : { ...example, translation: Object.fromEntries(written.filter(([, value]) => value !== null)) };
}

/**
 * Reverses `expandLanguages`: writes the given texts at the positions of the written ones.
 *
 * @param items one for each written text; an absent text remains, null removes it
 * @returns the same object if nothing changes; an object with `lang` and `content` if a single text gets another language or a field
 */
function collapseLanguages(
  written: JsonObject,
  items: readonly ItemChange<{ readonly lang: string; readonly content: string }>[],
): JsonObject {
  const [only, ...others] = languageTextsIn(written);
  if (only === undefined) return written;
  const language = languageTagOf(only.lang) ?? only.lang;
  const [{ content = only.content, ...fields } = {}] = items;
  if (others.length === 0 && !hasOnlyLanguage(fields, language))
    return { ...(fields.lang === null ? {} : { lang: fields.lang ?? language }), content };
  let position = 0;
  const changed = (value: Json): Json => {
    if (isEmpty(value)) return value;
    const content = items[position++]?.content;
    return content === undefined || content === scalarText(value) ? value : content;
  };
  const members = Object.entries(written).map(([name, before]) => {
    const texts = isJsonList(before) ? before : [before];
    const after = texts.map(changed).filter((text, i) => text !== null || texts[i] === null);
    if (after.length === texts.length && after.every((text, i) => text === texts[i]))
      return [name, before] as const;
    return [name, isJsonList(before) ? after : (after[0] ?? null)] as const;
  });
  const isSame = members.every(([name, value]) => value === written[name]);
  return isSame ? written : Object.fromEntries(members.filter(([, value]) => !isEmpty(value)));
}

/** Whether an item has no other fields than the given language. */
function hasOnlyLanguage(fields: object, language: string): boolean {
  return Object.entries(fields).every(
    ([name, value]) => value === undefined || (name === 'lang' ? value === language : value === null),
  );
}
