import { LRUCache } from 'lru-cache';
import { type EntitySource, entitySourceIn } from '../../domain/chatbot/recognition/entity-source';
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
  firstValues,
  MAX_VALUE_BYTES,
  type ValuesPageRequest,
} from './dictionary-values';
import {
  buildIndexes,
  type FieldIndexes,
  isActive,
  isEntityFor,
  jsonMember,
  refuseAbove,
  type SourceValues,
  textMember,
} from './field-indexes';
import { createPause, Resumable } from './resumable';

/** The indexes of a field for one language, and the data they were built from. */
export interface PreparedField extends FieldIndexes {
  /** See `fingerprintOf`. */
  readonly fingerprint: string;
  /** Identifiers of the dictionaries from which its entities take values. */
  readonly dictionaries: readonly string[];
  readonly sources: readonly SourceSummary[];
}

/** Count of the values that an entity takes from a dictionary. */
export interface SourceSummary {
  /** Name of the entity. */
  readonly entity: string;
  /** Identifier of the dictionary. */
  readonly dictionary: string;
  /** Number of articles that give a value. */
  readonly articles: number;
  /** Number of values that the entity takes: fewer than articles if the source states a maximum. */
  readonly values: number;
}

/** Maximum number of entities, intents and templates of a field together. */
const MAX_OBJECTS_PER_FIELD = 5000;

/** Maximum size of these objects, in bytes. */
const MAX_BYTES_PER_FIELD = 15 * 1024 * 1024;

/** Maximum number of entities of a field that have a source. */
const MAX_SOURCES = 20;

/** Maximum number of dictionaries of a field. Each message reads the versions of all. */
const MAX_DICTIONARIES = 5;

/** Memory of all cached fields, in bytes. It is estimated from spellings, features and stored text with the factors below. */
const CACHE_BYTES = 192 * 1024 * 1024;
const BYTES_OF_SPELLING = 280;
const BYTES_OF_FEATURE = 100;
const BYTES_OF_STORED = 4;

/** Maximum number of unfinished preparations. */
const MAX_UNFINISHED = 3;

/** Lifetime of an unfinished preparation, in milliseconds. */
const UNFINISHED_MS = 60_000;

/** Time after a change in which another change could get the same `lastUpdate`, in milliseconds. */
const SETTLED_MS = 2000;

const RECOGNITION_TYPES = ['Entity', 'Intent', 'Template'] as const satisfies readonly ResourceTypeName[];

/** Prepares fields for recognition when they are first requested, and caches them by field and language. */
export class FieldCache {
  private readonly cache: LRUCache<string, PreparedField>;

  /** Preparations take memory and time, so only two run at once, and one of each caller. */
  private readonly queue = new FairQueue({ max: 2, maxPerCaller: 1 });

  /** Preparations that a request began and did not finish, by application. */
  private readonly unfinished = new LRUCache<string, Preparation>({
    max: MAX_UNFINISHED,
    ttl: UNFINISHED_MS,
  });

  private readonly dictionaryValues: DictionaryValues;

  constructor(
    private readonly storage: Pick<Storage, 'resources' | 'changes' | 'dictionaries'>,
    cacheBytes = CACHE_BYTES,
  ) {
    this.cache = new LRUCache({ maxSize: cacheBytes });
    this.dictionaryValues = new DictionaryValues(storage);
  }

  /**
   * Returns the current field. A cached field is current if none of its objects, and no article of a dictionary from which its
   * entities take values, has changed since.
   *
   * @param language primary language of the texts to recognise; `undefined` for any language
   * @throws Failure TOO_LARGE if the field exceeds a limit of recognition
   */
  async get(field: ResourceKey, language: string | undefined): Promise<PreparedField> {
    return (
      (await this.currentFromCache(field, language)) ??
      this.queue.run(
        // Another request may have prepared it while this one waited.
        async () => (await this.currentFromCache(field, language)) ?? (await this.prepare(field, language)),
        currentWork(),
      )
    );
  }

  /**
   * A page of the values that an entity takes from a dictionary.
   *
   * @returns `undefined` if the entity has no source
   * @throws Failure TOO_LARGE if the source exceeds a limit of recognition
   */
  async valuesFrom(entity: Resource, page: ValuesPageRequest): Promise<DictionaryValuesPage | undefined> {
    const source = entitySourceOf(entity);
    if (source === undefined) return undefined;
    return this.queue.run(() => this.dictionaryValues.list(source, page, createPause()), currentWork());
  }

  private async currentFromCache(
    field: ResourceKey,
    language: string | undefined,
  ): Promise<PreparedField | undefined> {
    const cached = this.cache.get(cacheKey(field, language));
    return cached && (await this.isCurrent(field, cached)) ? cached : undefined;
  }

  /** Whether neither the objects of a field nor its dictionaries have changed since the fingerprint was computed. */
  private async isCurrent(
    field: ResourceKey,
    { fingerprint, dictionaries }: Pick<PreparedField, 'fingerprint' | 'dictionaries'>,
  ): Promise<boolean> {
    const [objectVersions, dictionaryVersions] = await Promise.all([
      this.objectVersions(field),
      this.dictionaryValues.versionsOf(dictionaries),
    ]);
    return fingerprint === fingerprintOf(objectVersions, dictionaryVersions);
  }

  /** The versions of the objects of a field, in the order of RECOGNITION_TYPES. */
  private objectVersions(field: ResourceKey): Promise<(readonly ResourceVersion[])[]> {
    const { resources } = this.storage;
    return Promise.all(
      RECOGNITION_TYPES.map((type) =>
        resources.versionsIn(resourceTypeNamed(type), field, MAX_OBJECTS_PER_FIELD + 1),
      ),
    );
  }

  /** Continues the unfinished preparation of the same field and language if the field has not changed, otherwise begins one. */
  private async prepare(field: ResourceKey, language: string | undefined): Promise<PreparedField> {
    const key = cacheKey(field, language);
    const application = applicationOf(field);
    const earlier = this.unfinished.get(application);
    const canContinue = earlier?.key === key && (await this.isCurrent(field, earlier));
    const preparation = canContinue ? earlier : await this.beginPreparation(field, language);
    const { fingerprint, dictionaries, sources, isCacheable } = preparation;
    if (isCacheable) this.unfinished.set(application, preparation);
    const indexes = await preparation.indexes.finish(createPause());
    if (this.unfinished.get(application) === preparation) this.unfinished.delete(application);
    const prepared = { fingerprint, dictionaries, sources, ...indexes };
    const bytesOfIndexes =
      indexes.entities.size * BYTES_OF_SPELLING + indexes.intents.size * BYTES_OF_FEATURE;
    const size = Math.max(1, bytesOfIndexes + preparation.bytes);
    if (isCacheable) this.cache.set(key, prepared, { size });
    return prepared;
  }

  /** Reads the objects of a field and the values from its dictionaries. The indexes are not built yet. */
  private async beginPreparation(field: ResourceKey, language: string | undefined): Promise<Preparation> {
    const settledBefore = Date.now() - SETTLED_MS;
    const versionsByType = await this.objectVersions(field);
    const versions = versionsByType.flat();
    const bytes = versions.reduce((sum, version) => sum + version.bytes, 0);
    refuseAbove(MAX_OBJECTS_PER_FIELD, versions.length, 'objects');
    refuseAbove(MAX_BYTES_PER_FIELD, bytes, 'bytes');
    const [entities = [], intents = [], templates = []] = await Promise.all(
      RECOGNITION_TYPES.map((type, index) =>
        this.storage.resources.load(resourceTypeNamed(type), versionsByType[index] ?? []),
      ),
    );
    const sourceValues = await this.readSources(entities.filter((entity) => isEntityFor(entity, language)));
    const sources = [...sourceValues.values()];
    const dictionaryVersions = new Map(sources.map(({ dictionary, version }) => [dictionary, version]));
    const objects = { entities, intents, templates: templates.filter(isActive), sourceValues };
    return {
      key: cacheKey(field, language),
      fingerprint: fingerprintOf(versionsByType, [...dictionaryVersions.values()]),
      dictionaries: [...dictionaryVersions.keys()],
      sources: Array.from(sourceValues, ([entity, { dictionary, articles, values }]) => ({
        entity: textMember(entity, 'entityName'),
        dictionary,
        articles,
        values: values.length,
      })),
      indexes: new Resumable(buildIndexes(objects, language)),
      bytes: bytes * BYTES_OF_STORED + sources.reduce((sum, source) => sum + source.bytes, 0),
      isCacheable: versions.every(({ lastUpdate }) => Date.parse(lastUpdate) < settledBefore),
    };
  }

  /**
   * Reads the values of the entities that have a source. If a dictionary changes between the reads for two entities, its version is
   * that of the first read, so that the field counts as changed.
   *
   * @throws Failure TOO_LARGE if the sources exceed MAX_SOURCES, MAX_DICTIONARIES or MAX_VALUE_BYTES
   */
  private async readSources(entities: readonly Resource[]): Promise<ReadonlyMap<Resource, SourceRead>> {
    const sources = entities.flatMap((entity) => {
      const source = entitySourceOf(entity);
      return source === undefined ? [] : [{ entity, source }];
    });
    const dictionaries = new Set(sources.map(({ source }) => source.dictionary));
    refuseAbove(MAX_SOURCES, sources.length, 'entities from dictionaries');
    refuseAbove(MAX_DICTIONARIES, dictionaries.size, 'dictionaries that its entities come from');
    const reads = new Map<Resource, SourceRead>();
    const pause = createPause();
    const firstVersions = new Map<string, string>();
    let totalBytes = 0;
    for (const { entity, source } of sources) {
      const { dictionary } = source;
      const read = await this.dictionaryValues.read(source, pause);
      totalBytes += read.bytes;
      refuseAbove(MAX_VALUE_BYTES, totalBytes, 'bytes of values from dictionaries');
      const version = firstVersions.get(dictionary) ?? read.version;
      firstVersions.set(dictionary, version);
      const values = firstValues(read.values, source.most).map(([, value]) => value);
      reads.set(entity, { ...read, dictionary, version, values, articles: read.values.size });
    }
    return reads;
  }
}

/** A preparation of which the data is read, and the indexes may be partly built. */
interface Preparation extends Omit<PreparedField, keyof FieldIndexes> {
  /** See `cacheKey`. */
  readonly key: string;
  readonly indexes: Resumable<FieldIndexes>;
  /** Its memory without the indexes, in bytes. */
  readonly bytes: number;
  /** Whether every later change of an object changes the fingerprint, because the last ones are at least SETTLED_MS old. */
  readonly isCacheable: boolean;
}

interface SourceRead extends SourceValues {
  /** Identifier of the dictionary. */
  readonly dictionary: string;
  readonly version: string;
  /** Number of articles that give a value. */
  readonly articles: number;
  /** Memory of the values, in bytes. */
  readonly bytes: number;
}

function entitySourceOf(entity: Resource): EntitySource | undefined {
  return entitySourceIn(jsonMember(entity, 'entityValues'));
}

function cacheKey(field: ResourceKey, language: string | undefined): string {
  return `${field} ${language ?? ''}`;
}

/** A text that differs after each change of an object or a dictionary of a field. */
function fingerprintOf(
  objectVersions: readonly (readonly ResourceVersion[])[],
  dictionaryVersions: readonly string[],
): string {
  const objects = objectVersions.flat().map(({ _id, lastUpdate, bytes }) => `${_id} ${lastUpdate} ${bytes}`);
  return [...objects, ...dictionaryVersions].join('\n');
}
