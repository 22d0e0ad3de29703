import { primaryLanguage } from '../../dictionary/dictionary-languages';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../shared/json';
import { nfc } from '../../../shared/text';

/** A value of an entity. */
export interface EntityValue {
  readonly value: string;
  /** Other texts that are recognised as this value. */
  readonly synonyms: readonly string[];
  /** Global identifier of the article from which the value was computed. */
  readonly article?: string;
}

/**
 * Reads the values from the JSON of `entity_values`: `{ "values": [{ "value", "synonyms": [], "article"? }] }`. An item may also
 * be a plain text, and its `value` a number. Anything else is ignored.
 */
export function entityValuesIn(json: Json | undefined): readonly EntityValue[] {
  const list = isJsonObject(json) ? json['values'] : undefined;
  return isJsonList(list) ? list.flatMap(entityValuesFrom) : [];
}

/** One value, or none. */
function entityValuesFrom(json: Json): readonly EntityValue[] {
  const fields: JsonObject = isJsonObject(json) ? json : typeof json === 'string' ? { value: json } : {};
  const { synonyms, article } = fields;
  const value = typeof fields['value'] === 'number' ? String(fields['value']) : fields['value'];
  if (typeof value !== 'string' || value.trim() === '') return [];
  return [
    {
      value: nfc(value),
      synonyms: filledTexts(synonyms),
      ...(typeof article === 'string' ? { article } : {}),
    },
  ];
}

/** The texts of a JSON list in NFC, without blank ones. Anything but a list has none. */
export function filledTexts(json: Json | undefined): readonly string[] {
  if (!isJsonList(json)) return [];
  return json.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [nfc(text)] : []));
}

/**
 * The texts for a language in JSON such as `{ "sw": ["Habari"], "fr": "Bonjour" }`.
 *
 * @param language tag (BCP 47); by default all languages
 */
export function textsByLanguage(json: Json | undefined, language?: string): readonly string[] {
  if (!isJsonObject(json)) return [];
  return Object.entries(json)
    .filter(([tag]) => language === undefined || isSameLanguage(tag, language))
    .flatMap(([, texts]) => (typeof texts === 'string' ? filledTexts([texts]) : filledTexts(texts)));
}

/** Whether two language tags, with `-` or `_`, have the same primary language. */
export function isSameLanguage(a: string, b: string): boolean {
  return primaryLanguage(a.replaceAll('_', '-')) === primaryLanguage(b.replaceAll('_', '-'));
}
