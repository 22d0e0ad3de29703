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
import { grouped } from '../../shared/grouped';
import { isJsonObject, type Json, JsonText } from '../../shared/json';

/** The indexes that recognise entities and intents in texts of one language. */
export interface FieldIndexes {
  readonly entities: EntityIndex;
  readonly intents: IntentIndex;
  readonly rules: ReadonlyMap<string, IntentRules>;
}

/** The values that an entity gets from a dictionary. */
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
  /** The values that entities get from dictionaries. */
  readonly fed: ReadonlyMap<Resource, FedValues>;
}

/** Most spellings of its values. Of short values, a few bytes make a spelling, which takes 280 bytes of memory. */
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
  for (const entity of entities.filter((entity) => isUsed(entity, language))) {
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
  // An intent, or a template, may be written once for each language. Without a name, nobody can say which one it is.
  const named = Array.from(
    grouped(intents.filter(isActive), (intent) => textOf(intent, 'intentName')),
    ([name, own]) => ({
      name,
      utterances: utterancesOf(own, language),
      params: firstJsonOf(own, 'intentParams', language),
    }),
  ).filter(({ name }) => name !== '');
  const uttered = named.flatMap(({ utterances }) => utterances).reduce((sum, { length }) => sum + length, 0);
  refuseAbove(MOST_UTTERED, uttered, 'characters of utterances in the language');
  const learnt = yield* IntentIndex.learn(named, { folding, language });
  return { entities: index, intents: learnt, rules: yield* rulesOf(named, templates, language) };
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
function utterancesOf(intents: readonly Resource[], language: string | undefined): readonly string[] {
  const utterances = intents.map((intent) => jsonOf(intent, 'intentUtterances'));
  const own =
    language === undefined ? [] : utterances.flatMap((utterance) => textsByLanguage(utterance, language));
  return [...new Set(own.length > 0 ? own : utterances.flatMap((utterance) => textsByLanguage(utterance)))];
}

interface UsedIntent {
  readonly name: string;
  readonly utterances: readonly string[];
  readonly params: Json | undefined;
}

function* rulesOf(
  intents: readonly UsedIntent[],
  templates: readonly Resource[],
  language: string | undefined,
): Generator<void, ReadonlyMap<string, IntentRules>> {
  const byName = grouped(templates, (template) => nameKey(textOf(template, 'templateName')));
  const rules = new Map<string, IntentRules>();
  for (const { name, utterances, params } of intents) {
    const own = byName.get(nameKey(templateNameOf(name, params)));
    const answers = own && {
      params: firstJsonOf(own, 'templateParams', language),
      responses: joinedTexts(own.map((template) => jsonOf(template, 'templateResponses'))),
    };
    rules.set(name, intentRules(name, params, answers, utterances));
    yield;
  }
  return rules;
}

/** The member of the first object that states it; objects in the language come first. */
function firstJsonOf(
  objects: readonly Resource[],
  member: string,
  language: string | undefined,
): Json | undefined {
  const stated = objects.flatMap((object) => {
    const json = jsonOf(object, member);
    const isEmpty = !isJsonObject(json) || Object.keys(json).length === 0;
    return isEmpty ? [] : [{ json, isOwn: isIn(language, textOf(object, 'language')) === true }];
  });
  return (stated.find(({ isOwn }) => isOwn) ?? stated[0])?.json;
}

/** Texts by language, those of several objects together. */
function joinedTexts(objects: readonly (Json | undefined)[]): Json {
  const texts = objects.flatMap((json) => (isJsonObject(json) ? Object.entries(json) : []));
  const byTag = grouped(texts, ([tag]) => tag);
  return Object.fromEntries(Array.from(byTag, ([tag, own]) => [tag, own.flatMap(([, text]) => text)]));
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
