import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongoose';
import { keysVersionOf } from '../../domain/search/search-keys';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import type { DictionaryCounters } from '../dictionaries/counters';
import type { Models } from '../models';
import type { ArticleWrite } from './article-plan';

/** The part of a dictionary on which writes of its articles depend. */
export interface WrittenDictionary {
  /** Version of the search keys that its articles must have. */
  readonly keysVersion: number;
  /** Its counters after the last write of this process; absent if it has been read in the current transaction. */
  readonly counters?: DictionaryCounters | undefined;
}

export type WrittenDictionaries = ReadonlyMap<string, WrittenDictionary>;

const MAX_CACHED_DICTIONARIES = 10_000;

/**
 * Caches the dictionaries to which this process has written, so that the next write need not read them. Each change of a dictionary
 * changes its counters, and so does its deletion: a write that finds the cached counters in the database has a valid entry.
 */
export class DictionaryCache {
  private readonly cached = new LRUCache<string, WrittenDictionary>({ max: MAX_CACHED_DICTIONARIES });

  constructor(private readonly models: Pick<Models, 'dictionaries'>) {}

  /**
   * Returns the dictionaries of some writes by identifier, without missing ones. They are read in the transaction, unless all of them
   * are cached with the search keys of the articles.
   */
  async dictionariesOf(
    writes: readonly ArticleWrite[],
    session: ClientSession,
  ): Promise<WrittenDictionaries> {
    const dictionaries = new Map<string, WrittenDictionary>();
    for (const write of writes) {
      const dictionary = this.cached.get(write.dictionaryId);
      if (dictionary && hasKeysOf(write, dictionary)) dictionaries.set(write.dictionaryId, dictionary);
      else return this.read([...new Set(writes.map(({ dictionaryId }) => dictionaryId))], session);
    }
    return dictionaries;
  }

  /**
   * Removes dictionaries whose counters have changed and reads them in the transaction.
   *
   * @returns whether their articles still need the same search keys
   */
  async haveSameKeys(dictionaries: WrittenDictionaries, session: ClientSession): Promise<boolean> {
    for (const id of dictionaries.keys()) this.cached.delete(id);
    const stored = await this.read([...dictionaries.keys()], session);
    return [...dictionaries].every(([id, { keysVersion }]) => stored.get(id)?.keysVersion === keysVersion);
  }

  add(dictionaryId: string, dictionary: Required<WrittenDictionary>): void {
    this.cached.set(dictionaryId, dictionary);
  }

  private async read(ids: readonly string[], session: ClientSession): Promise<WrittenDictionaries> {
    const dictionaries = await this.models.dictionaries.collection
      .find<ProfiledDictionary>(
        { dictionaryId: { $in: [...ids] } },
        { projection: { _id: 0, dictionaryId: 1, searchProfileRevision: 1 }, session },
      )
      .toArray();
    return new Map(
      dictionaries.map((dictionary) => [dictionary.dictionaryId, { keysVersion: keysVersionOf(dictionary) }]),
    );
  }
}

/** Whether the articles of a write have the search keys that the dictionary needs. */
function hasKeysOf({ changes, additions }: ArticleWrite, { keysVersion }: WrittenDictionary): boolean {
  return (
    changes.every(({ after }) => after === undefined || after.rules.keys === keysVersion) &&
    additions.every(({ draft }) => draft.rules.keys === keysVersion)
  );
}
