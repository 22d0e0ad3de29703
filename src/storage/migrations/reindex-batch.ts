import { setImmediate as otherRequests } from 'node:timers/promises';
import type { ArticleRecord } from '../../domain/article/article-record';
import type { KeyOrigin, SearchKeys } from '../../domain/search/search-keys';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { recordOf } from '../articles/article-document';
import { touchLists } from '../dictionaries/counters';
import { articleDocuments, type Models } from '../models';
import { transactionsOf, COMMAND_TIME_LIMITS } from '../mongo/transaction';
import { Vocabulary } from '../search/vocabulary';
import { distinctValues } from '../lists/distinct-values';

/** Number of articles of one read and one write. The embedded database blocks while it stores them. */
const ARTICLES_PER_WRITE = 50;

const ARTICLE_FIELDS = {
  _id: 0,
  dictionaryId: 1,
  number: 1,
  revision: 1,
  sortKey: 1,
  'rules.keys': 1,
  'content.entry': 1,
  'content.forms': 1,
  'content.translations': 1,
  'content.radical': 1,
  'content.examples': 1,
  'content.definitions': 1,
  'content.notes': 1,
  'content.usages': 1,
  'content.etymologies': 1,
  'content.relations': 1,
  'content.extra': 1,
} as const;

/** The rules by which search keys are made. */
export interface RulesOfKeys {
  readonly version: number;
  /** The version of the keys of one dictionary. */
  readonly versionOf: (dictionary: ProfiledDictionary) => number;
  readonly keysOf: (origin: Omit<KeyOrigin, 'shortName'>) => SearchKeys;
}

export type ReindexPosition = Pick<ArticleRecord, 'dictionaryId' | 'number'>;

type Reindexed = ReindexPosition &
  Pick<ArticleRecord, 'revision' | 'sortKey'> & {
    readonly content: KeyOrigin['content'];
    readonly rules?: { readonly keys?: number };
  };

type ArticleModel = Pick<Models, 'articles' | 'counters' | 'translationWords'>;

/** Articles of one dictionary. */
export interface Batch {
  readonly dictionary: ProfiledDictionary;
  readonly articles: readonly Reindexed[];
}

/** All articles after a position, in batches ordered by dictionary and number. */
export async function* articlesFrom(
  models: Pick<Models, 'articles' | 'dictionaries'>,
  after: ReindexPosition | undefined,
): AsyncGenerator<Batch> {
  if (after) yield* articlesOfDictionary(models, after);
  const ids = distinctValues([models.articles.collection], 'dictionaryId', after?.dictionaryId);
  for await (const dictionaryId of ids) yield* articlesOfDictionary(models, { dictionaryId, number: -1 });
}

/** All articles of one dictionary after a number, in batches. */
export async function* articlesOfDictionary(
  models: Pick<Models, 'articles' | 'dictionaries'>,
  { dictionaryId, number: after }: ReindexPosition,
): AsyncGenerator<Batch> {
  for (let number: number | undefined = after; number !== undefined;) {
    const dictionary = await readDictionary(models, dictionaryId);
    const articles = await articleDocuments(models)
      .find({ dictionaryId, number: { $gt: number } }, { projection: ARTICLE_FIELDS })
      .sort({ number: 1 })
      .limit(ARTICLES_PER_WRITE)
      .toArray();
    if (articles.length > 0) yield { dictionary, articles: articles.map(recordOf) };
    number = articles.length < ARTICLES_PER_WRITE ? undefined : articles.at(-1)?.number;
  }
}

/** Reads a dictionary. Each batch reads it again, because its profile may change during the pass. */
async function readDictionary(
  { dictionaries }: Pick<Models, 'dictionaries'>,
  dictionaryId: string,
): Promise<ProfiledDictionary> {
  const fields = { _id: 0, dictionaryId: 1, language: 1, searchProfile: 1, searchProfileRevision: 1 };
  return (
    (await dictionaries.findOne({ dictionaryId }, fields).lean<ProfiledDictionary>()) ?? { dictionaryId }
  );
}

/**
 * Updates the keys of articles that have another version, unless the article was written since it was read.
 *
 * @returns how many were written
 */
export async function writeKeys(
  models: ArticleModel,
  { dictionary, articles }: Batch,
  { versionOf, keysOf }: RulesOfKeys,
): Promise<number> {
  const version = versionOf(dictionary);
  const outdated = articles.filter(({ rules }) => rules?.keys !== version);
  if (outdated.length === 0) return 0;
  const made: (Reindexed & { readonly keys: SearchKeys })[] = [];
  for (const article of outdated) {
    made.push({ ...article, keys: keysOf({ dictionary, ...article }) });
    // The keys of a large article take a gateway tens of milliseconds, in which it answers no request.
    await otherRequests();
  }
  await new Vocabulary(models).add(made.flatMap(({ keys }) => keys.broad));
  const { matchedCount } = await articleDocuments(models).bulkWrite(
    made.map(({ dictionaryId, number, revision, keys }) => ({
      updateOne: {
        filter: { dictionaryId, number, revision },
        update: { $set: { keys, 'rules.keys': version } },
      },
    })),
  );
  // The state of the lists changes last, so that readers who see the new state also see the new keys.
  const transact = transactionsOf(models.counters.db, { timeLimits: COMMAND_TIME_LIMITS });
  await transact((session) => touchLists(models, [dictionary.dictionaryId], session));
  return matchedCount;
}
