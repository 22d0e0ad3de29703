import type { ArticleRecord } from '../../domain/article/article-record';
import type { KeyOrigin, SearchKeys } from '../../domain/search/search-keys';
import { articleDocuments } from '../article-collection';
import type { Models } from '../models';

/** Articles of one read and one write: the embedded engine does nothing else while it stores them. */
const BATCH = 50;

const FIELDS = {
  ...{ _id: 0, dictionaryId: 1, number: 1, revision: 1, sortKey: 1, 'rules.keys': 1 },
  ...{ 'content.entry': 1, 'content.forms': 1, 'content.translations': 1 },
} as const;

/** The rules by which search keys are made. */
export interface RulesOfKeys {
  readonly version: number;
  readonly keysOf: (origin: KeyOrigin) => SearchKeys;
}

export type ReindexPosition = Pick<ArticleRecord, 'dictionaryId' | 'number'>;

type Reindexed = ReindexPosition &
  Pick<ArticleRecord, 'revision' | 'sortKey'> & {
    readonly content: KeyOrigin['content'];
    readonly rules?: { readonly keys?: number };
  };

type ArticleModel = Pick<Models, 'articles'>;

/** All articles behind a position in batches, dictionary by dictionary in the order of their numbers. */
export async function* articlesFrom(
  models: ArticleModel,
  after: ReindexPosition | undefined,
): AsyncGenerator<readonly Reindexed[]> {
  let number = after?.number ?? -1;
  let dictionaryId = after?.dictionaryId ?? (await dictionaryBehind(models, ''));
  while (dictionaryId !== undefined) {
    const batch = await articleDocuments(models)
      .find({ dictionaryId, number: { $gt: number } }, { projection: FIELDS })
      .sort({ number: 1 })
      .limit(BATCH)
      .toArray();
    if (batch.length > 0) yield batch;
    number = batch.at(-1)?.number ?? -1;
    if (batch.length < BATCH) [dictionaryId, number] = [await dictionaryBehind(models, dictionaryId), -1];
  }
}

async function dictionaryBehind(models: ArticleModel, dictionaryId: string): Promise<string | undefined> {
  const [first] = await articleDocuments(models)
    .find({ dictionaryId: { $gt: dictionaryId } }, { projection: { _id: 0, dictionaryId: 1 } })
    .sort({ dictionaryId: 1, number: 1 })
    .limit(1)
    .toArray();
  return first?.dictionaryId;
}

/**
 * Gives articles the keys of these rules, where they have others and were not written since they were read.
 *
 * @returns how many were written
 */
export async function writeKeys(
  models: ArticleModel,
  batch: readonly Reindexed[],
  { version, keysOf }: RulesOfKeys,
): Promise<number> {
  const others = batch.filter(({ rules }) => rules?.keys !== version);
  if (others.length === 0) return 0;
  const { matchedCount } = await articleDocuments(models).bulkWrite(
    others.map(({ dictionaryId, number, revision, content, sortKey }) => ({
      updateOne: {
        filter: { dictionaryId, number, revision },
        update: { $set: { keys: keysOf({ dictionaryId, content, sortKey }), 'rules.keys': version } },
      },
    })),
  );
  return matchedCount;
}
