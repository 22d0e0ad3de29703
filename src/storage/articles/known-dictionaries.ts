import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongoose';
import { keysVersionOf } from '../../domain/search/search-keys';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import type { DictionaryCounters } from '../dictionaries/counters';
import type { Models } from '../models';
import type { ArticleWrite } from './article-plan';

/** The part of a dictionary on which writes of its articles depend. */
export interface KnownDictionary {
  /** Version of the search keys that its articles must have. */
  readonly keysVersion: number;
  /** Its counters when it was last written to; absent if it has been read in the current transaction. */
  readonly counters?: DictionaryCounters | undefined;
}

/** Maximum number of dictionaries that a process remembers. */
const MOST_KNOWN_DICTIONARIES = 10_000;

/**
 * The dictionaries to which a process has written, so that its next write need not read them. Each change of a dictionary changes its
 * counters, also its deletion: as long as a write finds the counters that are known, what else is known is true.
 */
export class KnownDictionaries {
  private readonly known = new LRUCache<string, KnownDictionary>({ max: MOST_KNOWN_DICTIONARIES });

  constructor(private readonly models: Pick<Models, 'dictionaries'>) {}

  /** Returns the dictionaries of some writes by identifier, read in the transaction unless all of them are known; missing ones are omitted. */
  async of(
    writes: readonly ArticleWrite[],
    session: ClientSession,
  ): Promise<ReadonlyMap<string, KnownDictionary>> {
    const ids = [...new Set(writes.map(({ dictionaryId }) => dictionaryId))];
    return writes.every((write) => this.fits(write))
      ? new Map(ids.flatMap((id) => pairOf(id, this.known.get(id))))
      : this.read(ids, session);
  }

  /**
   * Forgets dictionaries whose counters have changed and reads them in the transaction.
   *
   * @returns whether articles can be written to them as to the known ones
   */
  async areUnchanged(
    dictionaries: ReadonlyMap<string, KnownDictionary>,
    session: ClientSession,
  ): Promise<boolean> {
    this.forget(dictionaries.keys());
    const found = await this.read([...dictionaries.keys()], session);
    return [...dictionaries].every(([id, { keysVersion }]) => found.get(id)?.keysVersion === keysVersion);
  }

  note(dictionaryId: string, dictionary: Required<KnownDictionary>): void {
    this.known.set(dictionaryId, dictionary);
  }

  forget(dictionaryIds: Iterable<string>): void {
    for (const id of dictionaryIds) this.known.delete(id);
  }

  /** Whether the dictionary of a write is known and its articles have the search keys that the dictionary had then. */
  private fits({ dictionaryId, changes, additions }: ArticleWrite): boolean {
    const dictionary = this.known.get(dictionaryId);
    const articles = [...changes.flatMap(({ after }) => after ?? []), ...additions.map(({ draft }) => draft)];
    return dictionary !== undefined && articles.every(({ rules }) => rules.keys === dictionary.keysVersion);
  }

  private async read(
    ids: readonly string[],
    session: ClientSession,
  ): Promise<ReadonlyMap<string, KnownDictionary>> {
    const found = await this.models.dictionaries.collection
      .find<ProfiledDictionary>(
        { dictionaryId: { $in: [...ids] } },
        { projection: { _id: 0, dictionaryId: 1, searchProfileRevision: 1 }, session },
      )
      .toArray();
    return new Map(found.map((one) => [one.dictionaryId, { keysVersion: keysVersionOf(one) }]));
  }
}

function pairOf(
  id: string,
  dictionary: KnownDictionary | undefined,
): readonly (readonly [string, KnownDictionary])[] {
  return dictionary ? [[id, dictionary]] : [];
}
