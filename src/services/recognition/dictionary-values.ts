import { LRUCache } from 'lru-cache';
import {
  type EntitySource,
  valueOfArticle,
  withSpellings,
} from '../../domain/chatbot/recognition/entity-source';
import type { EntityValue } from '../../domain/chatbot/recognition/entity-values';
import type { Dictionary } from '../../domain/dictionary/dictionary';
import { foldingFor } from '../../domain/search/folding';
import type { Inflections } from '../../domain/search/morphology/inflections';
import { COMMON_PROFILE, profileOf } from '../../domain/search/profiles';
import { Failure } from '../../shared/failure';
import type { Storage } from '../../storage/storage';
import type { Pause } from './resumable';

type ValuesByArticle = ReadonlyMap<number, EntityValue>;

/** The values that an entity source takes from one version of its dictionary. */
export interface VersionedValues {
  /** See `valuesVersionOf`. */
  readonly version: string;
  /** By article number. */
  readonly values: ValuesByArticle;
  /** Approximate memory of the values, in bytes. */
  readonly bytes: number;
  /** Language tag of the dictionary; `undefined` if it has none. */
  readonly language: string | undefined;
  /** Inflection rules of the language of the dictionary, if there are any. */
  readonly inflections: Inflections | undefined;
}

/** A page of the values of a source, in the order of article numbers. */
export interface DictionaryValuesPage {
  /** Number of values on all pages. */
  readonly totalCount: number;
  readonly values: readonly EntityValue[];
}

export interface ValuesPageRequest {
  /** Maximum number of values; at most 5,000 are returned. */
  readonly first: number;
  /** Article number; the page begins with the next one. */
  readonly after: number;
}

interface CachedValues {
  /** Number of the dictionary, which differs from that of a deleted dictionary with the same identifier. */
  readonly dictionaryNumber: number;
  /** Sequence number up to which all changes were read. */
  readonly seq: number;
  readonly values: ValuesByArticle;
  readonly bytes: number;
  /** Number of articles read so far; 0 once all are read. */
  readonly examined: number;
}

/** Number of changes per read. */
const CHANGES_PER_READ = 200;

/** Maximum number of articles that are read for a source. */
const MAX_ARTICLES_PER_SOURCE = 100_000;

/** Maximum memory of the values of one source, and of all entities of a field, in bytes. */
export const MAX_VALUE_BYTES = 48 * 1024 * 1024;

/** Memory of all cached values, in bytes. */
const CACHE_BYTES = 2 * MAX_VALUE_BYTES;

/**
 * Lifetime of cached values, in milliseconds. It also limits how long a dictionary counts as too large after articles were
 * deleted.
 */
const CACHE_MS = 15 * 60_000;

/** Memory of a value without its texts, in bytes. */
const BYTES_OF_VALUE = 150;

/** Maximum number of values on a page. */
const MAX_VALUES_PER_PAGE = 5000;

const ARTICLE_FIELDS = { number: 1, publicId: 1, headword: 1, content: 1 } as const;

/**
 * Reads the values of entity sources from dictionaries and caches them. The first read of a source reads all articles; later reads
 * read only the changes since then, so cached values are never out of date.
 */
export class DictionaryValues {
  private readonly cache = new LRUCache<string, CachedValues>({ maxSize: CACHE_BYTES, ttl: CACHE_MS });

  constructor(private readonly storage: Pick<Storage, 'changes' | 'dictionaries'>) {}

  /** The current versions of dictionaries, in the order of the identifiers; see `valuesVersionOf`. */
  async versionsOf(dictionaryIds: readonly string[]): Promise<readonly string[]> {
    if (dictionaryIds.length === 0) return [];
    const { changes, dictionaries } = this.storage;
    const existing = await dictionaries.findMany(dictionaryIds);
    return Promise.all(
      dictionaryIds.map(async (id) => {
        const dictionary = existing.find((dictionary) => dictionary.dictionaryId === id);
        return valuesVersionOf(id, dictionary, dictionary ? await changes.last(id) : 0);
      }),
    );
  }

  /**
   * Reads the current values of a source from the articles that everyone may read. A dictionary that does not exist has no values.
   * If the request ends during the read, the next call continues where it stopped.
   *
   * @param pause is awaited after each read
   * @throws Failure TOO_LARGE if the source exceeds MAX_ARTICLES_PER_SOURCE or MAX_VALUE_BYTES
   */
  async read(source: EntitySource, pause: Pause): Promise<VersionedValues> {
    const { dictionary: id } = source;
    const [dictionary] = await this.storage.dictionaries.findMany([id]);
    const nothing = { values: new Map(), bytes: 0, language: undefined, inflections: undefined };
    if (!dictionary) return { version: valuesVersionOf(id, undefined, 0), ...nothing };
    const { number: dictionaryNumber } = dictionary;
    const key = JSON.stringify({ ...source, most: undefined });
    const cached = this.cache.get(key);
    const start =
      cached?.dictionaryNumber === dictionaryNumber ? cached : { seq: 0, values: [], bytes: 0, examined: 0 };
    const values = new Map<number, EntityValue>(start.values);
    let { seq, bytes, examined } = start;
    try {
      for (let hasMore = true; hasMore;) {
        refuseLarge(id, { examined, bytes });
        const page = await this.storage.changes.read(id, {
          after: seq,
          limit: CHANGES_PER_READ,
          fields: ARTICLE_FIELDS,
        });
        for (const change of page.changes)
          bytes +=
            'removal' in change
              ? setValue(values, change.removal.number, undefined)
              : setValue(values, change.article.number, valueOfArticle(source, change.article));
        ({ next: seq, hasMore } = page);
        examined = hasMore ? examined + page.changes.length : 0;
        await pause();
      }
      refuseLarge(id, { examined, bytes });
    } finally {
      if (bytes <= MAX_VALUE_BYTES)
        this.cache.set(key, { dictionaryNumber, seq, values, bytes, examined }, { size: bytes + 1 });
    }
    return {
      version: valuesVersionOf(id, dictionary, seq),
      values,
      bytes,
      language: dictionary.language ?? undefined,
      inflections: foldingFor(profileOf(dictionary)).inflections,
    };
  }

  /**
   * A page of the values of a source. If `synonyms` of the source contains `spellings`, the values have these as synonyms too.
   *
   * @param pause is awaited after each read and each value
   * @throws Failure TOO_LARGE as `read`
   */
  async list(
    source: EntitySource,
    { first, after }: ValuesPageRequest,
    pause: Pause,
  ): Promise<DictionaryValuesPage> {
    const { values } = await this.read(source, pause);
    const selected = firstValues(values, source.most);
    const ofPage = selected
      .filter(([number]) => number > after)
      .slice(0, Math.max(0, Math.min(first, MAX_VALUES_PER_PAGE)));
    const page = { totalCount: selected.length, values: ofPage.map(([, value]) => value) };
    if (!source.synonyms.includes('spellings') || ofPage.length === 0) return page;
    const [dictionary] = await this.storage.dictionaries.findMany([source.dictionary]);
    const folding = foldingFor(dictionary ? profileOf(dictionary) : COMMON_PROFILE);
    const foldedValues = new Set<string>();
    for (const [, { value }] of selected) {
      foldedValues.add(folding.caseFold(value));
      await pause();
    }
    return { ...page, values: withSpellings(page.values, foldedValues, folding) };
  }
}

/**
 * The values of the lowest article numbers, in the order of these, which is the same in every process.
 *
 * @param maxCount maximum number of values; all if omitted
 * @returns pairs of article number and value
 */
export function firstValues(
  values: ValuesByArticle,
  maxCount: number | undefined,
): readonly (readonly [number, EntityValue])[] {
  return [...values].toSorted(([a], [b]) => a - b).slice(0, maxCount);
}

/** @throws Failure TOO_LARGE */
function refuseLarge(id: string, { examined, bytes }: Pick<CachedValues, 'examined' | 'bytes'>): void {
  if (examined > MAX_ARTICLES_PER_SOURCE)
    throw new Failure('TOO_LARGE', `The dictionary ${id} has more than ${MAX_ARTICLES_PER_SOURCE} articles.`);
  if (bytes > MAX_VALUE_BYTES)
    throw new Failure(
      'TOO_LARGE',
      `An entity would get more than ${MAX_VALUE_BYTES} bytes of values from ${id}.`,
    );
}

/**
 * Sets the value of an article, or removes it if the value is `undefined`.
 *
 * @returns the change of the memory of the values, in bytes; negative if it shrinks
 */
function setValue(
  values: Map<number, EntityValue>,
  articleNumber: number,
  value: EntityValue | undefined,
): number {
  const before = memoryOf(values.get(articleNumber));
  if (value === undefined) values.delete(articleNumber);
  else values.set(articleNumber, value);
  return memoryOf(value) - before;
}

/** Approximate memory of a value, in bytes. */
function memoryOf(value: EntityValue | undefined): number {
  if (value === undefined) return 0;
  const characters = value.synonyms.reduce((sum, { length }) => sum + length, value.value.length);
  return BYTES_OF_VALUE * (1 + value.synonyms.length) + 2 * characters;
}

/**
 * A version of a dictionary, for comparison. It changes with each article, with the language and with the search profile.
 *
 * @param seq sequence number up to which its changes count
 */
function valuesVersionOf(id: string, dictionary: Dictionary | undefined, seq: number): string {
  const { number = '', language = null, searchProfile = null } = dictionary ?? {};
  return `${id} ${number} ${seq} ${JSON.stringify([language, searchProfile])}`;
}
