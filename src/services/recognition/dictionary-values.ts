import { setImmediate as otherRequests } from 'node:timers/promises';
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
import { COMMON, profileOf } from '../../domain/search/profiles';
import { Failure } from '../../shared/failure';
import { currentWork, enterThread } from '../../shared/work';
import type { Storage } from '../../storage/storage';

/** The values that a dictionary gives, as it was at a place of its sequence. */
export interface DictionaryState {
  /** A version that changes with each change of the dictionary. */
  readonly place: string;
  /** By article number. */
  readonly values: ReadonlyMap<number, EntityValue>;
  /** Approximate memory of the values, in bytes. */
  readonly bytes: number;
  /** Tag of the language of the dictionary, and how its words are inflected. */
  readonly language: string | undefined;
  readonly inflections: Inflections | undefined;
}

/** A page of the values of a source, in the order of article numbers. */
export interface DictionaryValuesPage {
  readonly totalCount: number;
  readonly values: readonly EntityValue[];
}

export interface ValuesRequest {
  readonly first: number;
  /** Number of the article behind which the page begins. */
  readonly after: number;
}

interface Known {
  /** The number of the dictionary: another one of the same name has its own. */
  readonly number: number;
  readonly next: number;
  readonly values: ReadonlyMap<number, EntityValue>;
  readonly bytes: number;
  /** Articles that were read while more remained; 0 when all are read. */
  readonly examined: number;
}

/** Articles of one read, and most articles that a source looks through. */
const BATCH = 200;
const MOST_ARTICLES = 100_000;

/** Most that the values of a source take, and those that are kept of all sources, in bytes of memory. */
export const MOST_FED_BYTES = 48 * 1024 * 1024;
const MOST_KEPT = 2 * MOST_FED_BYTES;

/** How long values are kept without being read, in milliseconds: a dictionary that was too large may have become smaller. */
const KEPT_MS = 15 * 60_000;

/** Memory of a value without its texts, in bytes. */
const BYTES_OF_VALUE = 150;

/** Most values of a page. */
const MOST_LISTED = 5000;

const FIELDS = { number: 1, publicId: 1, headword: 1, content: 1 } as const;

/** Longest time for which a field or a page is made without a pause, in milliseconds. */
const WITHOUT_PAUSE_MS = 10;

/** Reads values of entities from dictionaries: all at first, then what has changed. Nothing of it is stored, so nothing can be out of date. */
export class DictionaryValues {
  private readonly kept = new LRUCache<string, Known>({
    maxSize: MOST_KEPT,
    ttl: KEPT_MS,
  });

  constructor(private readonly storage: Pick<Storage, 'changes' | 'dictionaries'>) {}

  /** The places of dictionaries in their sequences, for comparison. */
  async placesOf(dictionaryIds: readonly string[]): Promise<readonly string[]> {
    if (dictionaryIds.length === 0) return [];
    const { changes, dictionaries } = this.storage;
    const found = await dictionaries.findMany(dictionaryIds);
    return Promise.all(
      dictionaryIds.map(async (id) => {
        const dictionary = found.find((dictionary) => dictionary.dictionaryId === id);
        return placeOf(id, dictionary, dictionary ? await changes.last(id) : 0);
      }),
    );
  }

  /**
   * The values of a source now, as everyone may read the dictionary. A dictionary that does not exist gives none. Where a request
   * ends before all is read, the next one goes on from there.
   *
   * @param pause is awaited after each read; it may let others go on
   * @throws Failure TOO_LARGE
   */
  async read(source: EntitySource, pause: () => Promise<void>): Promise<DictionaryState> {
    const { dictionary: id } = source;
    const [dictionary] = await this.storage.dictionaries.findMany([id]);
    const nothing = { values: new Map(), bytes: 0, language: undefined, inflections: undefined };
    if (!dictionary) return { place: placeOf(id, undefined, 0), ...nothing };
    const { number } = dictionary;
    const key = JSON.stringify({ ...source, most: undefined });
    const known = this.kept.get(key);
    const isSame = known?.number === number;
    const values = new Map(isSame ? known.values : []);
    let after = isSame ? known.next : 0;
    let bytes = isSame ? known.bytes : 0;
    let examined = isSame ? known.examined : 0;
    try {
      for (let hasMore = true; hasMore;) {
        refuseLarge(id, { examined, bytes });
        const page = await this.storage.changes.read(id, { after, limit: BATCH, fields: FIELDS });
        for (const change of page.changes)
          if ('gone' in change) bytes += put(values, change.gone.number, undefined);
          else bytes += put(values, change.article.number, valueOfArticle(source, change.article));
        ({ next: after, hasMore } = page);
        examined = hasMore ? examined + page.changes.length : 0;
        await pause();
      }
      refuseLarge(id, { examined, bytes });
    } finally {
      const isLarge = bytes > MOST_FED_BYTES;
      if (!isLarge) this.kept.set(key, { number, next: after, values, bytes, examined }, { size: bytes + 1 });
    }
    return {
      place: placeOf(id, dictionary, after),
      values,
      bytes,
      language: dictionary.language ?? undefined,
      inflections: foldingFor(profileOf(dictionary)).inflections,
    };
  }

  /**
   * A page of the values of a source, with spellings if it asks for them.
   *
   * @param pause see read
   * @throws Failure TOO_LARGE
   */
  async list(
    source: EntitySource,
    { first, after }: ValuesRequest,
    pause: () => Promise<void>,
  ): Promise<DictionaryValuesPage> {
    const { values } = await this.read(source, pause);
    const taken = takenOf(values, source.most);
    const some = taken
      .filter(([number]) => number > after)
      .slice(0, Math.max(0, Math.min(first, MOST_LISTED)));
    const page = { totalCount: taken.length, values: some.map(([, value]) => value) };
    if (!source.synonyms.includes('spellings') || some.length === 0) return page;
    const [dictionary] = await this.storage.dictionaries.findMany([source.dictionary]);
    const folding = foldingFor(dictionary ? profileOf(dictionary) : COMMON);
    const others = new Set<string>();
    for (const [, { value }] of taken) {
      others.add(folding.light(value));
      await pause();
    }
    return { ...page, values: withSpellings(page.values, others, folding) };
  }
}

/** The values of a source with the numbers of their articles, in order: at most as many as it says, the same in every process. */
export function takenOf(
  values: ReadonlyMap<number, EntityValue>,
  most: number | undefined,
): readonly (readonly [number, EntityValue])[] {
  return [...values].toSorted(([a], [b]) => a - b).slice(0, most);
}

/** @throws Failure TOO_LARGE */
function refuseLarge(id: string, { examined, bytes }: Pick<Known, 'examined' | 'bytes'>): void {
  if (examined > MOST_ARTICLES)
    throw new Failure('TOO_LARGE', `The dictionary ${id} has more than ${MOST_ARTICLES} articles.`);
  if (bytes > MOST_FED_BYTES)
    throw new Failure(
      'TOO_LARGE',
      `An entity would get more than ${MOST_FED_BYTES} bytes of values from ${id}.`,
    );
}

/** Puts or removes the value of an article. @returns the bytes that the values take more, or less */
function put(values: Map<number, EntityValue>, number: number, value: EntityValue | undefined): number {
  const before = bytesOf(values.get(number));
  if (value === undefined) values.delete(number);
  else values.set(number, value);
  return bytesOf(value) - before;
}

function bytesOf(value: EntityValue | undefined): number {
  if (value === undefined) return 0;
  const characters = value.synonyms.reduce((sum, { length }) => sum + length, value.value.length);
  return BYTES_OF_VALUE * (1 + value.synonyms.length) + 2 * characters;
}

/** Changes with the articles of a dictionary, and with the rules for its words. */
function placeOf(id: string, dictionary: Dictionary | undefined, seq: number): string {
  const { number = '', language = null, searchProfile = null } = dictionary ?? {};
  return `${id} ${number} ${seq} ${JSON.stringify([language, searchProfile])}`;
}

/** Lets other requests go on from time to time, and ends with the request. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < WITHOUT_PAUSE_MS) return;
    await otherRequests();
    enterThread();
    currentWork()?.assertGoesOn();
    since = performance.now();
  };
}
