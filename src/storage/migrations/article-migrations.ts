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

/** A version of the typed reading that added fields. An article without any of the members has the same reading as before. */
interface AddedFields {
  readonly version: number;
  readonly members: readonly string[];
}

const SENSES: AddedFields = {
  version: 3,
  members: [
    ...['senses?', 'definitions', 'notes', 'usages', 'pronunciations', 'relations', 'domains', 'etymologies'],
    ...['media', 'homograph', 'id', 'morphType', 'citation', 'reversal', 'translationType', 'reference'],
    ...['gloss', 'href', 'original'],
  ],
};

/** Of versions 4 and 5: the senses of variants and forms, and the pronunciation and the tone of entries. */
const MORE_FIELDS: AddedFields = { version: 5, members: ['sense', 'pronunciation', 'tone'] };

/** Of version 6: the definitions and the senses of entries, and the definitions of senses. */
const DEFINITIONS: AddedFields = { version: 6, members: ['definitions?', 'senses?'] };

/** Repeats the typed reading of articles that have members which it did not know before. */
async function readAgain(context: MigrationContext, { version, members }: AddedFields): Promise<void> {
  const articles = articleDocuments(context.models);
  const newMembers = new RegExp(`"(${members.join('|')})":`, 'u');
  const writeOf = async ({ dictionaryId, number, revision, content }: ArticleDocument) => {
    const filter = { dictionaryId, number, revision };
    const rules = { 'rules.reading': version };
    const extra = (content as ArticleDocument['content'] | undefined)?.extra;
    const stored = newMembers.test(String(extra))
      ? await articles.findOne(filter, { projection: { _id: 0, source: 1 } })
      : null;
    const read = stored && readArticle(JSON.parse(stored.source) as Json);
    const set = read
      ? { ...rules, content: Object.assign({}, read, { extra: JSON.stringify(read.extra) }) }
      : rules;
    return { updateOne: { filter, update: { $set: set } } };
  };
  await updateArticles(context, {
    fields: { 'content.extra': 1 },
    version,
    writesOf: (outdated) => Promise.all(outdated.map(writeOf)),
  });
}

/** Reads senses and what belongs to them. */
export function readSenses(context: MigrationContext): Promise<void> {
  return readAgain(context, SENSES);
}

/** Reads the senses of variants and forms, and the pronunciation and the tone of entries. */
export function readMoreFields(context: MigrationContext): Promise<void> {
  return readAgain(context, MORE_FIELDS);
}

/** Reads the definitions of entries and of their senses. */
export function readDefinitions(context: MigrationContext): Promise<void> {
  return readAgain(context, DEFINITIONS);
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
