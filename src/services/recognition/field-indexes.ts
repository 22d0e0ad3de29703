import { type IntentRules, intentRules, templateNameOf } from '../../domain/chatbot/recognition/intent-rules';
import { EntityIndex, type NamedEntity } from '../../domain/chatbot/recognition/entity-index';
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

/** The indexes that recognise the entities and intents of a field in texts of one language. */
export interface FieldIndexes {
  readonly entities: EntityIndex;
  readonly intents: IntentIndex;
  /** By name of the intent. */
  readonly rules: ReadonlyMap<string, IntentRules>;
}

/** The values that an entity takes from a dictionary. */
export interface SourceValues {
  readonly values: readonly EntityValue[];
  /** Language tag of the dictionary. */
  readonly language: string | undefined;
  readonly inflections: Inflections | undefined;
}

/** The objects of a field from which its indexes are built. */
export interface FieldObjects {
  readonly entities: readonly Resource[];
  readonly intents: readonly Resource[];
  readonly templates: readonly Resource[];
  /** By entity, for the entities that have a source. */
  readonly sourceValues: ReadonlyMap<Resource, SourceValues>;
}

/**
 * Maximum number of spellings of the values of a field. Each takes 280 bytes of memory, also if it comes from a short value of a
 * few bytes.
 */
const MAX_SPELLINGS = 300_000;

/** Maximum length of all utterances in one language, in characters: about 5,000 utterances. */
const MAX_UTTERANCE_CHARACTERS = 250_000;

/**
 * Builds the indexes of a field, in short steps between which the caller may pause.
 *
 * @param language tag of the texts to recognise; `undefined` for texts of any language
 * @throws Failure TOO_LARGE if the field exceeds one of the limits above
 */
export function* buildIndexes(
  { entities, intents, templates, sourceValues }: FieldObjects,
  language: string | undefined,
): Generator<void, FieldIndexes> {
  const folding = foldingFor(profileOfLanguage(language));
  const entityIndex = new EntityIndex(folding);
  for (const entity of entities.filter((entity) => isEntityFor(entity, language))) {
    const name = textMember(entity, 'entityName');
    const isOfText = isInLanguage(textMember(entity, 'language'), language);
    for (const value of entityValuesIn(jsonMember(entity, 'entityValues'))) {
      addValue(entityIndex, { name, values: [value], isOfText });
      yield;
    }
    const source = sourceValues.get(entity);
    const inflections = source?.inflections;
    const isSourceOfText = isInLanguage(source?.language, language);
    for (const value of source?.values ?? []) {
      addValue(entityIndex, { name, values: [value], inflections, isOfText: isSourceOfText });
      yield;
    }
  }
  const trainingIntents = trainingIntentsOf(intents, language);
  const intentIndex = yield* IntentIndex.learn(trainingIntents, { folding, language });
  const rules = yield* rulesOf(trainingIntents, templates, language);
  return { entities: entityIndex, intents: intentIndex, rules };
}

/** @throws Failure TOO_LARGE if the index then has more than MAX_SPELLINGS */
function addValue(index: EntityIndex, entity: NamedEntity): void {
  index.add(entity);
  refuseAbove(MAX_SPELLINGS, index.size, 'spellings of values');
}

/** @throws Failure TOO_LARGE if the amount is above the maximum; the message names the unit */
export function refuseAbove(max: number, amount: number, unit: string): void {
  if (amount > max)
    throw new Failure('TOO_LARGE', `The field has ${amount} ${unit}; recognition reads at most ${max}.`);
}

/** Whether a language tag has the given language; `undefined` if one of them is unknown. */
function isInLanguage(tag: string | undefined, language: string | undefined): boolean | undefined {
  return language === undefined || tag === undefined || tag === ''
    ? undefined
    : isSameLanguage(tag, language);
}

/** An intent with what its objects of all languages state. */
interface TrainingIntent {
  readonly name: string;
  readonly utterances: readonly string[];
  readonly params: Json | undefined;
}

/**
 * The active intents for a language. Several objects with the same name, for example one for each language, are one intent;
 * objects without a name are omitted.
 *
 * @throws Failure TOO_LARGE if the utterances exceed MAX_UTTERANCE_CHARACTERS
 */
function trainingIntentsOf(
  intents: readonly Resource[],
  language: string | undefined,
): readonly TrainingIntent[] {
  const byName = grouped(intents.filter(isActive), (intent) => textMember(intent, 'intentName'));
  byName.delete('');
  const trainingIntents = Array.from(byName, ([name, objects]) => ({
    name,
    utterances: utterancesOf(objects, language),
    params: firstJsonOf(objects, 'intentParams', language),
  }));
  const characters = trainingIntents
    .flatMap(({ utterances }) => utterances)
    .reduce((sum, { length }) => sum + length, 0);
  refuseAbove(MAX_UTTERANCE_CHARACTERS, characters, 'characters of utterances in the language');
  return trainingIntents;
}

/** The utterances of an intent in the language, each once. If it has none in this language, those of all languages. */
function utterancesOf(objects: readonly Resource[], language: string | undefined): readonly string[] {
  const byLanguage = objects.map((intent) => jsonMember(intent, 'intentUtterances'));
  const inLanguage =
    language === undefined ? [] : byLanguage.flatMap((json) => textsByLanguage(json, language));
  return [
    ...new Set(inLanguage.length > 0 ? inLanguage : byLanguage.flatMap((json) => textsByLanguage(json))),
  ];
}

/** The rules of intents by name. Names of templates match those of intents in any case. */
function* rulesOf(
  intents: readonly TrainingIntent[],
  templates: readonly Resource[],
  language: string | undefined,
): Generator<void, ReadonlyMap<string, IntentRules>> {
  const templatesByName = grouped(templates, (template) =>
    textMember(template, 'templateName').toLowerCase(),
  );
  const rules = new Map<string, IntentRules>();
  for (const { name, utterances, params } of intents) {
    const objects = templatesByName.get(templateNameOf(name, params).toLowerCase());
    const template = objects && {
      params: firstJsonOf(objects, 'templateParams', language),
      responses: joinedTexts(objects.map((object) => jsonMember(object, 'templateResponses'))),
    };
    rules.set(name, intentRules(name, params, template, utterances));
    yield;
  }
  return rules;
}

/** The first non-empty JSON object in a member of the objects. Objects in the language precede the others. */
function firstJsonOf(
  objects: readonly Resource[],
  member: string,
  language: string | undefined,
): Json | undefined {
  const candidates = objects.flatMap((object) => {
    const json = jsonMember(object, member);
    return isJsonObject(json) && Object.keys(json).length > 0 ? [{ object, json }] : [];
  });
  const isOfLanguage = ({ object }: { readonly object: Resource }) =>
    isInLanguage(textMember(object, 'language'), language) === true;
  return (candidates.find(isOfLanguage) ?? candidates[0])?.json;
}

/** Joins JSON objects with texts by language tag, such as `{ "sw": ["Habari"] }`, into one. */
function joinedTexts(objects: readonly (Json | undefined)[]): Json {
  const entries = objects.flatMap((json) => (isJsonObject(json) ? Object.entries(json) : []));
  const byTag = grouped(entries, ([tag]) => tag);
  return Object.fromEntries(Array.from(byTag, ([tag, ofTag]) => [tag, ofTag.flatMap(([, texts]) => texts)]));
}

/** A text member of an object; an empty text if it has none. */
export function textMember(object: Resource, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** The JSON in a member of an object; `undefined` if it has none. */
export function jsonMember(object: Resource, name: string): Json | undefined {
  const value = object[name];
  return value instanceof JsonText ? value.toJSON() : undefined;
}

/** Whether an entity is active and recognised in texts of a language. An entity without a language is recognised in all. */
export function isEntityFor(entity: Resource, language: string | undefined): boolean {
  return isActive(entity) && isInLanguage(textMember(entity, 'language'), language) !== false;
}

export function isActive({ isActive }: Resource): boolean {
  return isActive !== false;
}
