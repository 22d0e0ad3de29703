import type { AnyBulkWriteOperation } from 'mongodb';
import type { ArticleDocument, Projection } from '../articles/article-document';
import { valuesIn } from '../lists/values-in';
import { articleDocuments } from '../models';
import type { MigrationContext } from './migration';

/** Articles of one read and one write: the embedded engine does nothing else while it stores them. */
const BATCH = 50;

/** Articles after which the migration remembers where it is. */
const SAVED_EVERY = 500;

interface Position {
  readonly dictionaryId: string;
  readonly number: number;
}

/** The change of the articles of one batch. */
export interface ArticleUpdate {
  readonly fields: Projection;
  /** The version of the reading that an updated article has. */
  readonly version: number;
  /** The writes for articles that have an older version or none, one for each; each must filter by the revision that was read. */
  readonly writesOf: (
    outdated: readonly ArticleDocument[],
  ) => Promise<readonly AnyBulkWriteOperation<ArticleDocument>[]>;
}

/** Updates all articles, dictionary by dictionary in the order of their numbers; goes on after a crash. */
export async function updateArticles(
  { models, progress, save }: MigrationContext,
  update: ArticleUpdate,
): Promise<void> {
  const articles = articleDocuments(models);
  const done = progress as Position | undefined;
  const updateFrom = async ({ dictionaryId, number: after }: Position) => {
    let unsaved = 0;
    for (let number: number | undefined = after; number !== undefined;) {
      const batch = await articles
        .find({ dictionaryId, number: { $gt: number } }, { projection: { ...BASE, ...update.fields } })
        .sort({ number: 1 })
        .limit(BATCH)
        .toArray();
      const outdated = batch.filter(
        ({ rules }) => ((rules as Partial<typeof rules> | undefined)?.reading ?? 0) < update.version,
      );
      // An article that was changed since it was read is read again.
      if (outdated.length > 0) {
        const { matchedCount } = await articles.bulkWrite([...(await update.writesOf(outdated))]);
        if (matchedCount < outdated.length) continue;
      }
      number = batch.length < BATCH ? undefined : batch.at(-1)?.number;
      unsaved += batch.length;
      if (number === undefined || unsaved < SAVED_EVERY) continue;
      await save({ dictionaryId, number });
      unsaved = 0;
    }
  };
  if (done) await updateFrom(done);
  for await (const dictionaryId of valuesIn([models.articles.collection], 'dictionaryId', done?.dictionaryId))
    await updateFrom({ dictionaryId, number: -1 });
}

const BASE = { _id: 0, dictionaryId: 1, number: 1, revision: 1, 'rules.reading': 1 } as const;
