import { isJsonList, isJsonObject } from '../../shared/json';
import type { JsonObject } from '../../shared/json';
import { isEmpty } from './article-envelopes';
import type { Item } from './item-shape';
import { scalarText } from './values';

/** Tags that begin with a code of ISO 639. Longer names of members are words. */
const LANGUAGE_TAG = /^[a-z]{2,3}([-_]|$)/i;

/**
 * Expands texts by language: `{"en": "a house", "fr": ["une maison", "un foyer"]}` becomes one item for each text. An object with any
 * other member remains as it is.
 */
export function expandLanguages(item: Item): readonly Item[] {
  const texts = isJsonObject(item.value) ? languageTextsIn(item.value) : [];
  return texts.length > 0 ? texts.map((value) => ({ ...item, value })) : [item];
}

/** The texts of an object whose members are all languages; otherwise none. */
export function languageTextsIn(object: JsonObject) {
  const texts = Object.entries(object).flatMap(([lang, value]) =>
    (isJsonList(value) ? value : [value])
      .filter((content) => !isEmpty(content))
      .map((content) => ({ lang, content })),
  );
  return texts.every(({ lang, content }) => LANGUAGE_TAG.test(lang) && scalarText(content)) ? texts : [];
}
