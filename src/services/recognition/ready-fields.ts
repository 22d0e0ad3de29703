import { LRUCache } from 'lru-cache';
import { entitySourceIn } from '../../domain/chatbot/recognition/entity-source';
import {
  applicationOf,
  type Resource,
  type ResourceKey,
} from '../../domain/chatbot/resource/resource-record';
import { resourceTypeNamed, type ResourceTypeName } from '../../domain/chatbot/resource/resource-types';
import { FairQueue } from '../../shared/fair-queue';
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
import {
  type FedValues,
  type FieldIndexes,
  indexesOf,
  isActive,
  isUsed,
  jsonOf,
  refuseAbove,
  textOf,
} from './field-indexes';
import { Resumable } from './resumable';

/** A field, read for one language. */
export interface ReadyField extends FieldIndexes {
  readonly fingerprint: string;
  /** The dictionaries that its entities come from. */
  readonly dictionaries: readonly string[];
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

/** Most of its entities that have a source, and most dictionaries that these name: each is looked at for every message. */
const MOST_SOURCES = 20;
const MOST_DICTIONARIES = 5;

/**
 * What is kept ready of all fields, in bytes of memory: spellings, features of intents, and stored text, of which the rest is a few
 * times as much.
 */
const MOST_KEPT = 192 * 1024 * 1024;
const BYTES_OF_SPELLING = 280;
const BYTES_OF_FEATURE = 100;
const BYTES_OF_STORED = 4;

/** Fields that are kept half made, and for how long, in milliseconds. */
const MOST_BEGUN = 3;
const BEGUN_MS = 60_000;

/** Time in which a change could have the date of the one before, in milliseconds. */
const SETTLED_MS = 2000;

const PARTS = ['Entity', 'Intent', 'Template'] as const satisfies readonly ResourceTypeName[];

/** Fields that are ready to recognise something, made from their objects when they are first asked for. */
export class ReadyFields {
  private readonly kept: LRUCache<string, ReadyField>;
  /** A field that is being made ready takes memory and time: few at once, and one of a caller. */
  private readonly making = new FairQueue({ most: 2, mostOfCaller: 1 });

  /** Unfinished preparations of earlier requests, by application. */
  private readonly begun = new LRUCache<string, BegunField>({ max: MOST_BEGUN, ttl: BEGUN_MS });

  private readonly dictionaryValues: DictionaryValues;

  constructor(
    private readonly storage: Pick<Storage, 'resources' | 'changes' | 'dictionaries'>,
    mostKept = MOST_KEPT,
  ) {
    this.kept = new LRUCache({ maxSize: mostKept });
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
        // Another request may have prepared it in the meantime.
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
    return known && (await this.isCurrent(field, known)) ? known : undefined;
  }

  /** Whether a field is as it was, and the dictionaries that its entities come from. */
  private async isCurrent(
    field: ResourceKey,
    { fingerprint, dictionaries }: Pick<ReadyField, 'fingerprint' | 'dictionaries'>,
  ): Promise<boolean> {
    const [versions, places] = await Promise.all([
      this.versions(field),
      this.dictionaryValues.placesOf(dictionaries),
    ]);
    return fingerprint === fingerprintOf(versions, places);
  }

  private versions(field: ResourceKey): Promise<(readonly ResourceVersion[])[]> {
    const { resources } = this.storage;
    return Promise.all(
      PARTS.map((part) => resources.versionsIn(resourceTypeNamed(part), field, MOST_OBJECTS + 1)),
    );
  }

  /** The values of entities that have a source. If a dictionary changes between two of them, the older place counts. */
  private async fedBy(entities: readonly Resource[]): Promise<ReadonlyMap<Resource, SourceValues>> {
    const sources = entities.flatMap((entity) => {
      const source = entitySourceIn(jsonOf(entity, 'entityValues'));
      return source === undefined ? [] : [{ entity, source }];
    });
    const dictionaries = new Set(sources.map(({ source }) => source.dictionary));
    refuseAbove(MOST_SOURCES, sources.length, 'entities from dictionaries');
    refuseAbove(MOST_DICTIONARIES, dictionaries.size, 'dictionaries that its entities come from');
    const fed = new Map<Resource, SourceValues>();
    const pause = pauses();
    const placeOf = new Map<string, string>();
    let total = 0;
    for (const { entity, source } of sources) {
      const { dictionary } = source;
      const { place, values, bytes, ...given } = await this.dictionaryValues.read(source, pause);
      total += bytes;
      refuseAbove(MOST_FED_BYTES, total, 'bytes of values from dictionaries');
      const first = placeOf.get(dictionary) ?? place;
      placeOf.set(dictionary, first);
      const taken = takenOf(values, source.most).map(([, value]) => value);
      fed.set(entity, { ...given, dictionary, place: first, values: taken, articles: values.size, bytes });
    }
    return fed;
  }

  /** The next request continues an unfinished preparation, unless the field has changed. */
  private async make(field: ResourceKey, language: string | undefined): Promise<ReadyField> {
    const name = nameOf(field, language);
    const owner = applicationOf(field);
    const before = this.begun.get(owner);
    const goesOn = before?.name === name && (await this.isCurrent(field, before));
    const begun = goesOn ? before : await this.begin(field, language);
    const { fingerprint, dictionaries, sources, isSettled } = begun;
    if (isSettled) this.begun.set(owner, begun);
    const made = { fingerprint, dictionaries, sources, ...(await begun.indexes.finish(pauses())) };
    if (this.begun.get(owner) === begun) this.begun.delete(owner);
    const size = made.entities.size * BYTES_OF_SPELLING + made.intents.size * BYTES_OF_FEATURE + begun.bytes;
    if (isSettled) this.kept.set(name, made, { size: Math.max(1, size) });
    return made;
  }

  private async begin(field: ResourceKey, language: string | undefined): Promise<BegunField> {
    // What is changed from now on has another date than what was changed long enough before.
    const settled = Date.now() - SETTLED_MS;
    const versions = await this.versions(field);
    const all = versions.flat();
    const bytes = all.reduce((sum, version) => sum + version.bytes, 0);
    refuseAbove(MOST_OBJECTS, all.length, 'objects');
    refuseAbove(MOST_BYTES, bytes, 'bytes');
    const [entities = [], intents = [], templates = []] = await Promise.all(
      PARTS.map((part, at) => this.storage.resources.bring(resourceTypeNamed(part), versions[at] ?? [])),
    );
    const fed = await this.fedBy(entities.filter((entity) => isUsed(entity, language)));
    const states = [...fed.values()];
    const places = new Map(states.map(({ dictionary, place }) => [dictionary, place]));
    const objects = { entities, intents, templates: templates.filter(isActive), fed };
    return {
      name: nameOf(field, language),
      fingerprint: fingerprintOf(versions, [...places.values()]),
      dictionaries: [...places.keys()],
      sources: Array.from(fed, ([entity, { dictionary, articles, values }]) => ({
        entity: textOf(entity, 'entityName'),
        dictionary,
        articles,
        values: values.length,
      })),
      indexes: new Resumable(indexesOf(objects, language)),
      bytes: bytes * BYTES_OF_STORED + states.reduce((sum, state) => sum + state.bytes, 0),
      isSettled: all.every(({ lastUpdate }) => Date.parse(lastUpdate) < settled),
    };
  }
}

/** A field that is being made ready. */
interface BegunField extends Omit<ReadyField, keyof FieldIndexes> {
  /** See nameOf. */
  readonly name: string;
  readonly indexes: Resumable<FieldIndexes>;
  /** Its memory without its spellings, in bytes. */
  readonly bytes: number;
  /** Whether any further change shows in the fingerprint. */
  readonly isSettled: boolean;
}

interface SourceValues extends FedValues {
  readonly dictionary: string;
  readonly place: string;
  /** Number of articles that give a value. */
  readonly articles: number;
  readonly bytes: number;
}

function nameOf(field: ResourceKey, language: string | undefined): string {
  return `${field} ${language ?? ''}`;
}

function fingerprintOf(versions: readonly (readonly ResourceVersion[])[], places: readonly string[]): string {
  const objects = versions.flat().map(({ _id, lastUpdate, bytes }) => `${_id} ${lastUpdate} ${bytes}`);
  return [...objects, ...places].join('\n');
}
