import type { Form } from '../form';

/** Utterances by language, as most intents have them. */
export type Utterances = Readonly<Record<string, readonly string[]>>;

/** Values of an entity as recognition reads them; whatever else they have stays. */
export interface EntityJson {
  readonly values?: readonly EntityValue[];
  readonly source?: { readonly dictionary?: string };
}

interface EntityValue {
  readonly value: string;
  readonly synonyms?: readonly string[];
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function areLines(json: unknown): json is readonly string[] {
  return Array.isArray(json) && json.every((one) => typeof one === 'string' && !one.includes('\n'));
}

/** Whether utterances can be typed line by line; anything else is edited as free JSON. */
export function isUtterances(json: unknown): json is Utterances | null {
  return json === null || (isObject(json) && Object.values(json).every(areLines));
}

/** What separates a value from its synonyms, and one of these from the next. */
const BAR = '|';

export function isPlainEntity(json: unknown): json is EntityJson | null {
  if (json === null) return true;
  if (!isObject(json)) return false;
  const { values = [] } = json;
  return Array.isArray(values) && values.every(isPlainValue);
}

function isPlainValue(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { value, synonyms = [] } = json;
  return (
    areLines(synonyms) &&
    areLines([value]) &&
    ![value, ...synonyms].some((text) => String(text).includes(BAR))
  );
}

export function linesOf(entity: EntityJson | null): string {
  return (entity?.values ?? [])
    .map(({ value, synonyms = [] }) => [value, ...synonyms].join(` ${BAR} `))
    .join('\n');
}

function linesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The utterances that a form brought, by the languages beside them. */
export function utterancesIn(form: Form): Utterances {
  const given = form.entries().flatMap(([name, language]) => {
    const [, place] = /^language\.(\d{1,4})$/.exec(name) ?? [];
    const texts = linesIn(form.text(`utterances.${place ?? ''}`));
    return place === undefined || language.trim() === '' || texts.length === 0
      ? []
      : [[language.trim(), texts] as const];
  });
  const languages = new Map<string, readonly string[]>();
  for (const [language, texts] of given)
    languages.set(language, [...(languages.get(language) ?? []), ...texts]);
  return Object.fromEntries(languages);
}

/** The values that a form brought. What else a value had before, such as its article, it keeps. */
export function valuesIn(form: Form, before: EntityJson | null): EntityJson {
  const known = new Map((before?.values ?? []).map((one) => [one.value, one]));
  const values = linesIn(form.text('values')).map((line) => {
    const [value = '', ...synonyms] = line.split(BAR).map((text) => text.trim());
    const given = synonyms.filter((text) => text !== '');
    const old = known.get(value);
    if (given.length === 0 && old?.synonyms === undefined) return { ...old, value };
    return { ...old, value, synonyms: given };
  });
  return { ...before, values };
}
