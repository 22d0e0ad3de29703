import { primaryLanguage } from '../../dictionary/dictionary-languages';
import { isJsonList, isJsonObject, type Json } from '../../../shared/json';
import { nfc } from '../../../shared/text';

/** One value of an entity, with other texts that mean it. */
export interface EntityValue {
  readonly value: string;
  readonly synonyms: readonly string[];
  /** Global identifier of the article from which the value comes. */
  readonly article?: string;
}

/**
 * The values in the documented shape of `entity_values`: `{ "values": [{ "value", "synonyms": [], "article"? }] }`. Owners may
 * keep any other JSON there; what is not of this shape is left out.
 */
export function entityValuesIn(json: Json | undefined): readonly EntityValue[] {
  const list = isJsonObject(json) ? json['values'] : undefined;
  return isJsonList(list) ? list.flatMap(valueIn) : [];
}

function valueIn(json: Json): readonly EntityValue[] {
  if (typeof json === 'string') return valueNamed(json);
  if (!isJsonObject(json)) return [];
  const { value, synonyms, article } = json;
  const [named] = valueNamed(value);
  if (named === undefined) return [];
  return [{ ...named, synonyms: textsIn(synonyms), ...(typeof article === 'string' ? { article } : {}) }];
}

function valueNamed(value: Json | undefined): readonly EntityValue[] {
  if (typeof value === 'number') return [{ value: String(value), synonyms: [] }];
  const isText = typeof value === 'string' && value.trim() !== '';
  return isText ? [{ value: nfc(value), synonyms: [] }] : [];
}

/** The texts in a list of JSON, without empty ones. */
export function textsIn(json: Json | undefined): readonly string[] {
  if (!isJsonList(json)) return [];
  return json.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [nfc(text)] : []));
}

/**
 * The texts for a language in JSON such as `{ "sw": ["Habari"], "fr": ["Bonjour"] }`.
 *
 * @param language those of all languages by default
 */
export function textsByLanguage(json: Json | undefined, language?: string): readonly string[] {
  if (!isJsonObject(json)) return [];
  return Object.entries(json)
    .filter(([tag]) => language === undefined || isSameLanguage(tag, language))
    .flatMap(([, texts]) => (typeof texts === 'string' ? textsIn([texts]) : textsIn(texts)));
}

/** Whether two tags (BCP 47) have the same language; regions and scripts make no difference. */
export function isSameLanguage(one: string, other: string): boolean {
  return primaryLanguage(one.replaceAll('_', '-')) === primaryLanguage(other.replaceAll('_', '-'));
}
