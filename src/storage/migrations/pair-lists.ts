import { isFacetList, isCountedList, pairedListsOf } from '../../domain/article/article-lists';
import type { ArticleDocument } from '../articles/article-document';
import { valuesIn } from '../lists/values-in';
import type { MigrationContext } from './migration';
import { articleDocuments } from '../models';

/** Articles of one read and one write: the embedded engine does nothing else while it stores them. */
const BATCH = 50;

/** Number of articles after which the migration saves its progress. */
const SAVED_EVERY = 500;

/** The version of the rules that pair lists. */
const PAIRED = 2;

type Articles = ReturnType<typeof articleDocuments>;

interface Position {
  readonly dictionaryId: string;
  readonly number: number;
}

/** Adds articles to the lists of a part with a language or a category, derived from the lists in which they are. */
export async function pairLists({ models, progress, save }: MigrationContext): Promise<void> {
  const articles = articleDocuments(models);
  const done = progress as Position | undefined;
  if (done) await pairDictionary(articles, done, save);
  for await (const dictionaryId of valuesIn([models.articles.collection], 'dictionaryId', done?.dictionaryId))
    await pairDictionary(articles, { dictionaryId, number: -1 }, save);
}

async function pairDictionary(
  articles: Articles,
  { dictionaryId, number: after }: Position,
  save: (position: Position) => Promise<void>,
): Promise<void> {
  let unsaved = 0;
  for (let number: number | undefined = after; number !== undefined;) {
    const batch = await articles
      .find({ dictionaryId, number: { $gt: number } }, { projection: FIELDS })
      .sort({ number: 1 })
      .limit(BATCH)
      .toArray();
    const outdated = batch.filter(
      ({ rules }) => (rules as Partial<typeof rules> | undefined)?.reading !== PAIRED,
    );
    if (outdated.length > 0 && (await pairBatch(articles, outdated)) < outdated.length) continue;
    number = batch.length < BATCH ? undefined : batch.at(-1)?.number;
    unsaved += batch.length;
    if (number === undefined || unsaved < SAVED_EVERY) continue;
    await save({ dictionaryId, number });
    unsaved = 0;
  }
}

const FIELDS = { _id: 0, dictionaryId: 1, number: 1, revision: 1, lists: 1, 'rules.reading': 1 } as const;

/** How many were written: an article that was changed since it was read is read again. */
async function pairBatch(articles: Articles, outdated: readonly ArticleDocument[]): Promise<number> {
  const { matchedCount } = await articles.bulkWrite(
    outdated.map(({ dictionaryId, number, revision, ...article }) => {
      const lists = (article as Partial<ArticleDocument>).lists ?? [];
      const single = lists.filter((list) => isCountedList(list) || isFacetList(list));
      return {
        updateOne: {
          filter: { dictionaryId, number, revision },
          update: { $set: { lists: [...single, ...pairedListsOf(single)], 'rules.reading': PAIRED } },
        },
      };
    }),
  );
  return matchedCount;
}
