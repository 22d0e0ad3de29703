import { LRUCache } from 'lru-cache';
import { type IntentRules, intentRules, templateNameOf } from '../../domain/chatbot/recognition/dialogue';
import { EntityIndex } from '../../domain/chatbot/recognition/entity-index';
import { entitySourceIn } from '../../domain/chatbot/recognition/entity-source';
import {
  type EntityValue,
  entityValuesIn,
  isSameLanguage,
  textsByLanguage,
} from '../../domain/chatbot/recognition/entity-values';
import { IntentIndex } from '../../domain/chatbot/recognition/intent-index';
import type { Resource, ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { resourceTypeNamed, type ResourceTypeName } from '../../domain/chatbot/resource/resource-types';
import { foldingFor } from '../../domain/search/folding';
import type { Inflections } from '../../domain/search/morphology/inflections';
import { profileOfLanguage } from '../../domain/search/profiles';
import { Failure } from '../../shared/failure';
import { FairQueue } from '../../shared/fair-queue';
import { type Json, JsonText } from '../../shared/json';
import { currentWork } from '../../shared/work';
import type { ResourceVersion } from '../../storage/applications/resource-repository';
import type { Storage } from '../../storage/storage';
import {
  DictionaryValues,
  type DictionaryValuesPage,
  MOST_FED_BYTES,
  pauses,
  takenOf,
  type ValuesRequest,
} from './dictionary-values';

/** A field, read for one language. */
export interface ReadyField {
  readonly fingerprint: string;
  /** The dictionaries that its entities come from. */
  readonly dictionaries: readonly string[];
  readonly entities: EntityIndex;
  readonly intents: IntentIndex;
  readonly rules: ReadonlyMap<string, IntentRules>;
  /** Dictionaries from which its entities take values. */
  readonly sources: readonly SourceState[];
}

/** A dictionary from which an entity takes values. */
export interface SourceState {
  readonly entity: string;
  readonly dictionary: string;
  /** Number of articles that give a value, and of values that are taken. */
  readonly articles: number;
  readonly values: number;
}

/** Most objects and bytes of a field that recognition reads: of its entities, intents and templates together. */
const MOST_OBJECTS = 5000;
const MOST_BYTES = 15 * 1024 * 1024;

/** Most spellings of its values. Of short values, a few bytes make a spelling, which takes 250 bytes of memory. */
const MOST_SPELLINGS = 300_000;

/** Most of its entities that have a source, and most dictionaries that these name: each is looked at for every message. */
const MOST_SOURCES = 20;
const MOST_DICTIONARIES = 5;

/** Most text of its utterances for a language, in characters: about 5,000 utterances. */
const MOST_UTTERED = 250_000;

/** What is kept ready of all fields, in bytes of memory: spellings, and stored text, of which the rest is a few times as much. */
const MOST_KEPT = 192 * 1024 * 1024;
const BYTES_OF_SPELLING = 250;
const BYTES_OF_STORED = 4;

/** Time in which a change could have the date of the one before, in milliseconds. */
const SETTLED_MS = 2000;

const PARTS = ['Entity', 'Intent', 'Template'] as const satisfies readonly ResourceTypeName[];

/** Fields that are ready to recognise something, made from their objects when they are first asked for. */
export class ReadyFields {
  private readonly kept = new LRUCache<string, ReadyField>({ maxSize: MOST_KEPT });
  /** A field that is being made ready takes memory and time: few at once, and one of a caller. */
  private readonly making = new FairQueue({ most: 2, mostOfCaller: 1 });

  private readonly dictionaryValues: DictionaryValues;

  constructor(private readonly storage: Pick<Storage, 'resources' | 'changes' | 'dictionaries'>) {
    this.dictionaryValues = new DictionaryValues(storage);
  }

  /**
   * The field as it is now: what is kept of it counts only if none of its objects has changed since, nor an article of a
   * dictionary that its entities come from.
   *
   * @throws Failure TOO_LARGE
   */
  async get(field: ResourceKey, language: string | undefined): Promise<ReadyField> {
    return (
      (await this.known(field, language)) ??
      this.making.run(async () => {
        // Another request may have made it ready meanwhile.
        const known = await this.known(field, language);
        return known ?? this.make(field, language);
      }, currentWork())
    );
  }

  /** See RecognitionService. */
  async valuesFrom(entity: Resource, page: ValuesRequest): Promise<DictionaryValuesPage | undefined> {
    const source = entitySourceIn(jsonOf(entity, 'entityValues'));
    if (source === undefined) return undefined;
    return this.making.run(() => this.dictionaryValues.list(source, page, pauses()), currentWork());
  }

  private async known(field: ResourceKey, language: string | undefined): Promise<ReadyField | undefined> {
    const known = this.kept.get(nameOf(field, language));
    if (known === undefined) return undefined;
    const [versions, places] = await Promise.all([
      this.versions(field),
      this.dictionaryValues.placesOf(known.dictionaries),
    ]);
    return known.fingerprint === fingerprintOf(versions, places) ? known : undefined;
  }

  private versions(field: ResourceKey): Promise<(readonly ResourceVersion[])[]> {
    const { resources } = this.storage;
    return Promise.all(
      PARTS.map((part) => resources.versionsIn(resourceTypeNamed(part), field, MOST_OBJECTS + 1)),
    );
  }

  /** The values of entities that have a source. If a dictionary changes between two of them, the older place counts. */
  private async fedBy(entities: readonly Resource[]): Promise<ReadonlyMap<Resource, FedValues>> {
    const sources = entities.flatMap((entity) => {
      const source = entitySourceIn(jsonOf(entity, 'entityValues'));
      return source === undefined ? [] : [{ entity, source }];
    });
    const dictionaries = new Set(sources.map(({ source }) => source.dictionary));
    refuseAbove(MOST_SOURCES, sources.length, 'entities from dictionaries');
    refuseAbove(MOST_DICTIONARIES, dictionaries.size, 'dictionaries that its entities come from');
    const fed = new Map<Resource, FedValues>();
    const pause = pauses();
    const placeOf = new Map<string, string>();
    let total = 0;
    for (const { entity, source } of sources) {
      const { dictionary } = source;
      const { place, values, bytes, inflections } = await this.dictionaryValues.read(source, pause);
      total += bytes;
      refuseAbove(MOST_FED_BYTES, total, 'bytes of values from dictionaries');
      const first = placeOf.get(dictionary) ?? place;
      placeOf.set(dictionary, first);
      const taken = takenOf(values, source.most).map(([, value]) => value);
      fed.set(entity, { dictionary, place: first, values: taken, articles: values.size, bytes, inflections });
    }
    return fed;
  }

  private async make(field: ResourceKey, language: string | undefined): Promise<ReadyField> {
    const versions = await this.versions(field);
    const all = versions.flat();
    const bytes = all.reduce((sum, one) => sum + one.bytes, 0);
    refuseAbove(MOST_OBJECTS, all.length, 'objects');
    refuseAbove(MOST_BYTES, bytes, 'bytes');
    const [entities = [], intents = [], templates = []] = await Promise.all(
      PARTS.map((part, at) => this.storage.resources.bring(resourceTypeNamed(part), versions[at] ?? [])),
    );
    const fed = await this.fedBy(entities.filter((one) => isUsed(one, language)));
    const objects = { entities, intents, templates: templates.filter(isActive), fed };
    const states = [...fed.values()];
    const places = new Map(states.map(({ dictionary, place }) => [dictionary, place]));
    const made = {
      fingerprint: fingerprintOf(versions, [...places.values()]),
      dictionaries: [...places.keys()],
      sources: Array.from(fed, ([entity, { dictionary, articles, values }]) => ({
        entity: textOf(entity, 'entityName'),
        dictionary,
        articles,
        values: values.length,
      })),
      ...(await indexesOf(objects, language)),
    };
    const fedBytes = states.reduce((sum, one) => sum + one.bytes, 0);
    const size = made.entities.size * BYTES_OF_SPELLING + bytes * BYTES_OF_STORED + fedBytes;
    const isSettled = all.every(({ lastUpdate }) => Date.parse(lastUpdate) < Date.now() - SETTLED_MS);
    if (isSettled) this.kept.set(nameOf(field, language), made, { size: Math.max(1, size) });
    return made;
  }
}

interface FedValues {
  readonly dictionary: string;
  readonly place: string;
  readonly values: readonly EntityValue[];
  /** Number of articles that give a value. */
  readonly articles: number;
  readonly bytes: number;
  readonly inflections: Inflections | undefined;
}

function nameOf(field: ResourceKey, language: string | undefined): string {
  return `${field} ${language ?? ''}`;
}

function fingerprintOf(versions: readonly (readonly ResourceVersion[])[], places: readonly string[]): string {
  const objects = versions.flat().map(({ _id, lastUpdate, bytes }) => `${_id} ${lastUpdate} ${bytes}`);
  return [...objects, ...places].join('\n');
}

function refuseAbove(most: number, amount: number, unit: string): void {
  if (amount > most)
    throw new Failure('TOO_LARGE', `The field has ${amount} ${unit}; recognition reads at most ${most}.`);
}

interface FieldObjects {
  readonly entities: readonly Resource[];
  readonly intents: readonly Resource[];
  readonly templates: readonly Resource[];
  /** What entities get from dictionaries. */
  readonly fed: ReadonlyMap<Resource, FedValues>;
}

async function indexesOf(
  { entities, intents, templates, fed }: FieldObjects,
  language: string | undefined,
): Promise<Omit<ReadyField, 'fingerprint' | 'dictionaries' | 'sources'>> {
  const pause = pauses();
  const folding = foldingFor(profileOfLanguage(language));
  const index = new EntityIndex(folding);
  for (const entity of entities.filter((one) => isUsed(one, language)))
    for (const added of [
      ...entityValuesIn(jsonOf(entity, 'entityValues')).map((value) => ({ values: [value] })),
      ...(fed.get(entity)?.values ?? []).map((value) => ({
        values: [value],
        inflections: fed.get(entity)?.inflections,
      })),
    ]) {
      index.add({ name: textOf(entity, 'entityName'), ...added });
      refuseAbove(MOST_SPELLINGS, index.size, 'spellings of values');
      await pause();
    }
  const used = intents.filter(isActive);
  const named = used.map((intent) => ({
    name: textOf(intent, 'intentName'),
    utterances: utterancesOf(intent, language),
  }));
  const uttered = named.flatMap(({ utterances }) => utterances).reduce((sum, { length }) => sum + length, 0);
  refuseAbove(MOST_UTTERED, uttered, 'characters of utterances in the language');
  const learnt = await IntentIndex.learn(named, { folding, language }, pause);
  return { entities: index, intents: learnt, rules: rulesOf(used, templates, language) };
}

/** The utterances in the language; of an intent without any in this language, all. */
function utterancesOf(intent: Resource, language: string | undefined): readonly string[] {
  const utterances = jsonOf(intent, 'intentUtterances');
  const own = language === undefined ? [] : textsByLanguage(utterances, language);
  return own.length > 0 ? own : textsByLanguage(utterances);
}

function rulesOf(
  intents: readonly Resource[],
  templates: readonly Resource[],
  language: string | undefined,
): ReadonlyMap<string, IntentRules> {
  const byName = new Map(templates.map((template) => [nameKey(textOf(template, 'templateName')), template]));
  return new Map(
    intents.map((intent) => {
      const name = textOf(intent, 'intentName');
      const params = jsonOf(intent, 'intentParams');
      const template = byName.get(nameKey(templateNameOf(name, params)));
      const answers = template && {
        params: jsonOf(template, 'templateParams'),
        responses: jsonOf(template, 'templateResponses'),
      };
      return [name, intentRules(name, params, answers, utterancesOf(intent, language))];
    }),
  );
}

/** Names of templates differ from those of intents in case. */
function nameKey(name: string): string {
  return name.toLowerCase();
}

function textOf(object: Resource, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

function isUsed(entity: Resource, language: string | undefined): boolean {
  const tag = entity['language'];
  const isOther =
    typeof tag === 'string' && tag !== '' && language !== undefined && !isSameLanguage(tag, language);
  return isActive(entity) && !isOther;
}

function isActive({ isActive }: Resource): boolean {
  return isActive !== false;
}

function jsonOf(object: Resource, name: string): Json | undefined {
  const value = object[name];
  return value instanceof JsonText ? value.toJSON() : undefined;
}
