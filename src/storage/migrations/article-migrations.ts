import { isFacetList, isCountedList, pairedListsOf } from '../../domain/article/article-lists';
import type { ArticleDocument, Projection } from '../articles/article-document';
import type { MigrationContext } from './migration';
import { readArticle } from '../../domain/reading/read-article';
import type { Json } from '../../shared/json';
import { articleDocuments } from '../models';
import { articleNumbers } from '../dictionaries/counters';
import { distinctValues } from '../lists/distinct-values';
import type { AnyBulkWriteOperation } from 'mongodb';

/** Number of articles of one read and one write. The embedded database blocks while it stores them. */
const ARTICLES_PER_WRITE = 50;

/** Number of articles after which the migration saves its progress. */
const ARTICLES_PER_SAVE = 500;

interface Position {
  readonly dictionaryId: string;
  readonly number: number;
}

/** The change of the articles of one batch. */
interface ArticleUpdate {
  readonly fields: Projection;
  /** The version of the reading that an updated article has. */
  readonly version: number;
  /** The writes for articles that have an older version or none, one for each; each must filter by the revision that was read. */
  readonly writesOf: (
    outdated: readonly ArticleDocument[],
  ) => Promise<readonly AnyBulkWriteOperation<ArticleDocument>[]>;
}

/** Updates all articles, dictionary by dictionary in the order of their numbers; resumes after a crash. */
async function updateArticles(
  { models, progress, save }: MigrationContext,
  update: ArticleUpdate,
): Promise<void> {
  const articles = articleDocuments(models);
  const done = progress as Position | undefined;
  const updateFrom = async ({ dictionaryId, number: after }: Position) => {
    let unsaved = 0;
    for (let number: number | undefined = after; number !== undefined;) {
      const batch = await articles
        .find({ dictionaryId, number: { $gt: number } }, { projection: { ...BASE_FIELDS, ...update.fields } })
        .sort({ number: 1 })
        .limit(ARTICLES_PER_WRITE)
        .toArray();
      const outdated = batch.filter(
        ({ rules }) => ((rules as Partial<typeof rules> | undefined)?.reading ?? 0) < update.version,
      );
      // An article that was changed since it was read is read again.
      if (outdated.length > 0) {
        const { matchedCount } = await articles.bulkWrite([...(await update.writesOf(outdated))]);
        if (matchedCount < outdated.length) continue;
      }
      number = batch.length < ARTICLES_PER_WRITE ? undefined : batch.at(-1)?.number;
      unsaved += batch.length;
      if (number === undefined || unsaved < ARTICLES_PER_SAVE) continue;
      await save({ dictionaryId, number });
      unsaved = 0;
    }
  };
  if (done) await updateFrom(done);
  for await (const dictionaryId of distinctValues(
    [models.articles.collection],
    'dictionaryId',
    done?.dictionaryId,
  ))
    await updateFrom({ dictionaryId, number: -1 });
}

const BASE_FIELDS = { _id: 0, dictionaryId: 1, number: 1, revision: 1, 'rules.reading': 1 } as const;

/** The version of the rules that pair lists. */
const PAIRED_LISTS_VERSION = 2;

/** Adds articles to the lists that pair a part with a language or a category, computed from their other lists. */
export function pairLists(context: MigrationContext): Promise<void> {
  return updateArticles(context, {
    fields: { lists: 1 },
    version: PAIRED_LISTS_VERSION,
    writesOf: (outdated) => Promise.resolve(outdated.map(writeOf)),
  });
}

function writeOf({ dictionaryId, number, revision, ...article }: ArticleDocument) {
  const lists = (article as Partial<ArticleDocument>).lists ?? [];
  const single = lists.filter((list) => isCountedList(list) || isFacetList(list));
  return {
    updateOne: {
      filter: { dictionaryId, number, revision },
      update: {
        $set: { lists: [...single, ...pairedListsOf(single)], 'rules.reading': PAIRED_LISTS_VERSION },
      },
    },
  };
}

/** The version of the typed reading that has senses. */
const SENSES_VERSION = 3;

/** The members for which this version added fields. An article without any of them has the same reading as before. */
const NEW_MEMBERS = new RegExp(
  `"(${[
    ...['senses?', 'definitions', 'notes', 'usages', 'pronunciations', 'relations', 'domains', 'etymologies'],
    ...['media', 'homograph', 'id', 'morphType', 'citation', 'reversal', 'translationType', 'reference'],
    ...['gloss', 'href', 'original'],
  ].join('|')})":`,
  'u',
);

/** Repeats the typed reading of articles that have members which it did not know before. */
export function readSenses(context: MigrationContext): Promise<void> {
  const articles = articleDocuments(context.models);
  const writeOf = async ({ dictionaryId, number, revision, content }: ArticleDocument) => {
    const filter = { dictionaryId, number, revision };
    const version = { 'rules.reading': SENSES_VERSION };
    const extra = (content as ArticleDocument['content'] | undefined)?.extra;
    const stored = NEW_MEMBERS.test(String(extra))
      ? await articles.findOne(filter, { projection: { _id: 0, source: 1 } })
      : null;
    const read = stored && readArticle(JSON.parse(stored.source) as Json);
    const set = read
      ? { ...version, content: Object.assign({}, read, { extra: JSON.stringify(read.extra) }) }
      : version;
    return { updateOne: { filter, update: { $set: set } } };
  };
  return updateArticles(context, {
    fields: { 'content.extra': 1 },
    version: SENSES_VERSION,
    writesOf: (outdated) => Promise.all(outdated.map(writeOf)),
  });
}

/** Number of articles that get sequence numbers in one write. */
const SEQUENCED_ARTICLES_PER_WRITE = 250;

/** Gives every article a sequence number in its dictionary, and records the removal of disabled ones. */
export async function giveSequence({ models }: Pick<MigrationContext, 'models'>): Promise<void> {
  const articles = articleDocuments(models);
  for await (const dictionaryId of distinctValues([models.articles.collection], 'dictionaryId'))
    for (;;) {
      const unnumbered = await articles
        .find(
          { dictionaryId, isDisabled: { $in: [false, true] }, seq: null as never },
          { projection: { _id: 0, number: 1, publicId: 1, isDisabled: 1 } },
        )
        .limit(SEQUENCED_ARTICLES_PER_WRITE)
        .toArray();
      if (unnumbered.length > 0) await giveSequenceTo(models, dictionaryId, unnumbered);
      if (unnumbered.length < SEQUENCED_ARTICLES_PER_WRITE) break;
    }
}

async function giveSequenceTo(
  models: MigrationContext['models'],
  dictionaryId: string,
  articles: readonly Pick<ArticleDocument, 'number' | 'publicId' | 'isDisabled'>[],
): Promise<void> {
  const counter = { _id: articleNumbers(dictionaryId) };
  const last = await models.counters
    .findOneAndUpdate(
      counter,
      { $inc: { value: 0, seq: articles.length } },
      { upsert: true, returnDocument: 'after' },
    )
    .lean();
  const placed = articles
    .toSorted((a, b) => a.number - b.number)
    .map((article, at) => ({ ...article, seq: (last.seq ?? 0) - articles.length + 1 + at }));
  const at = new Date();
  const removals = placed
    .filter(({ isDisabled }) => isDisabled)
    .map(({ number, publicId, seq }) => {
      const update = { $set: { publicId, seq, at } };
      return { updateOne: { filter: { dictionaryId, number }, update, upsert: true } };
    });
  if (removals.length > 0) await models.removals.collection.bulkWrite(removals);
  await articleDocuments(models).bulkWrite(
    placed.map(({ number, seq }) => ({
      updateOne: { filter: { dictionaryId, number }, update: { $set: { seq } } },
    })),
  );
}
