import { type IntentRules, intentRules, templateNameOf } from '../../domain/chatbot/recognition/dialogue';
import { EntityIndex } from '../../domain/chatbot/recognition/entity-index';
import {
  type EntityValue,
  entityValuesIn,
  isSameLanguage,
  textsByLanguage,
} from '../../domain/chatbot/recognition/entity-values';
import { IntentIndex } from '../../domain/chatbot/recognition/intent-index';
import type { Resource } from '../../domain/chatbot/resource/resource-record';
import { foldingFor } from '../../domain/search/folding';
import type { Inflections } from '../../domain/search/morphology/inflections';
import { profileOfLanguage } from '../../domain/search/profiles';
import { Failure } from '../../shared/failure';
import { type Json, JsonText } from '../../shared/json';

/** What recognises something in texts of one language. */
export interface FieldIndexes {
  readonly entities: EntityIndex;
  readonly intents: IntentIndex;
  readonly rules: ReadonlyMap<string, IntentRules>;
}

/** What an entity gets from a dictionary. */
export interface FedValues {
  readonly values: readonly EntityValue[];
  /** Tag of the language of the dictionary. */
  readonly language: string | undefined;
  readonly inflections: Inflections | undefined;
}

/** The objects of a field. */
export interface FieldObjects {
  readonly entities: readonly Resource[];
  readonly intents: readonly Resource[];
  readonly templates: readonly Resource[];
  /** What entities get from dictionaries. */
  readonly fed: ReadonlyMap<Resource, FedValues>;
}

/** Most spellings of its values. Of short values, a few bytes make a spelling, which takes 250 bytes of memory. */
const MOST_SPELLINGS = 300_000;

/** Most text of its utterances for a language, in characters: about 5,000 utterances. */
const MOST_UTTERED = 250_000;

/**
 * Makes the indexes of a field, in short steps.
 *
 * @throws Failure TOO_LARGE
 */
export function* indexesOf(
  { entities, intents, templates, fed }: FieldObjects,
  language: string | undefined,
): Generator<void, FieldIndexes> {
  const folding = foldingFor(profileOfLanguage(language));
  const index = new EntityIndex(folding);
  for (const entity of entities.filter((one) => isUsed(one, language))) {
    const name = textOf(entity, 'entityName');
    const { values, ...given } = fed.get(entity) ?? {
      values: [],
      language: undefined,
      inflections: undefined,
    };
    const written = { isOfText: isIn(language, textOf(entity, 'language')) };
    const fromDictionary = { inflections: given.inflections, isOfText: isIn(language, given.language) };
    for (const [list, more] of [
      [entityValuesIn(jsonOf(entity, 'entityValues')), written],
      [values, fromDictionary],
    ] as const)
      for (const value of list) {
        index.add({ name, values: [value], ...more });
        refuseAbove(MOST_SPELLINGS, index.size, 'spellings of values');
        yield;
      }
  }
  const used = intents.filter(isActive);
  const named = used.map((intent) => ({
    name: textOf(intent, 'intentName'),
    utterances: utterancesOf(intent, language),
  }));
  const uttered = named.flatMap(({ utterances }) => utterances).reduce((sum, { length }) => sum + length, 0);
  refuseAbove(MOST_UTTERED, uttered, 'characters of utterances in the language');
  const learnt = yield* IntentIndex.learn(named, { folding, language });
  return { entities: index, intents: learnt, rules: yield* rulesOf(used, templates, language) };
}

/** @throws Failure TOO_LARGE */
export function refuseAbove(most: number, amount: number, unit: string): void {
  if (amount > most)
    throw new Failure('TOO_LARGE', `The field has ${amount} ${unit}; recognition reads at most ${most}.`);
}

/** Whether something is in a language; `undefined` if it is not known. */
function isIn(language: string | undefined, tag: string | undefined): boolean | undefined {
  return language === undefined || tag === undefined || tag === ''
    ? undefined
    : isSameLanguage(tag, language);
}

/** The utterances in the language; of an intent without any in this language, all. */
function utterancesOf(intent: Resource, language: string | undefined): readonly string[] {
  const utterances = jsonOf(intent, 'intentUtterances');
  const own = language === undefined ? [] : textsByLanguage(utterances, language);
  return own.length > 0 ? own : textsByLanguage(utterances);
}

function* rulesOf(
  intents: readonly Resource[],
  templates: readonly Resource[],
  language: string | undefined,
): Generator<void, ReadonlyMap<string, IntentRules>> {
  const byName = new Map(templates.map((template) => [nameKey(textOf(template, 'templateName')), template]));
  const rules = new Map<string, IntentRules>();
  for (const intent of intents) {
    const name = textOf(intent, 'intentName');
    const params = jsonOf(intent, 'intentParams');
    const template = byName.get(nameKey(templateNameOf(name, params)));
    const answers = template && {
      params: jsonOf(template, 'templateParams'),
      responses: jsonOf(template, 'templateResponses'),
    };
    rules.set(name, intentRules(name, params, answers, utterancesOf(intent, language)));
    yield;
  }
  return rules;
}

/** Names of templates differ from those of intents in case. */
function nameKey(name: string): string {
  return name.toLowerCase();
}

export function textOf(object: Resource, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** Whether an entity counts for texts of a language; without one, all do. */
export function isUsed(entity: Resource, language: string | undefined): boolean {
  const tag = entity['language'];
  const isOther =
    typeof tag === 'string' && tag !== '' && language !== undefined && !isSameLanguage(tag, language);
  return isActive(entity) && !isOther;
}

export function isActive({ isActive }: Resource): boolean {
  return isActive !== false;
}

export function jsonOf(object: Resource, name: string): Json | undefined {
  const value = object[name];
  return value instanceof JsonText ? value.toJSON() : undefined;
}
