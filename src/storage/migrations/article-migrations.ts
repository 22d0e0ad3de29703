import { isFacetList, isCountedList, pairedListsOf } from '../../domain/article/article-lists';
import type { ArticleDocument } from '../articles/article-document';
import type { MigrationContext } from './migration';
import { updateArticles } from './update-articles';
import { readArticle } from '../../domain/reading/read-article';
import type { Json } from '../../shared/json';
import { articleDocuments } from '../models';

/** The version of the rules that pair lists. */
const PAIRED = 2;

/** Enters articles into the lists of a part with a language or a category, which are made of those that they stand in. */
export function pairLists(context: MigrationContext): Promise<void> {
  return updateArticles(context, {
    fields: { lists: 1 },
    version: PAIRED,
    writesOf: (outdated) => Promise.resolve(outdated.map(writeOf)),
  });
}

function writeOf({ dictionaryId, number, revision, ...article }: ArticleDocument) {
  const lists = (article as Partial<ArticleDocument>).lists ?? [];
  const single = lists.filter((list) => isCountedList(list) || isFacetList(list));
  return {
    updateOne: {
      filter: { dictionaryId, number, revision },
      update: { $set: { lists: [...single, ...pairedListsOf(single)], 'rules.reading': PAIRED } },
    },
  };
}

/** The version of the typed reading that has senses. */
const WITH_SENSES = 3;

/** The members that got fields with it. An article without any of them reads as before. */
const NEW_MEMBERS = new RegExp(
  `"(${[
    ...['senses?', 'definitions', 'notes', 'usages', 'pronunciations', 'relations', 'domains', 'etymologies'],
    ...['media', 'homograph', 'id', 'morphType', 'citation', 'reversal', 'translationType', 'reference'],
    ...['gloss', 'href', 'original'],
  ].join('|')})":`,
  'u',
);

/** Reads the articles again that have members which the typed reading did not know before. */
export function readSenses(context: MigrationContext): Promise<void> {
  const articles = articleDocuments(context.models);
  const writeOf = async ({ dictionaryId, number, revision, content }: ArticleDocument) => {
    const filter = { dictionaryId, number, revision };
    const version = { 'rules.reading': WITH_SENSES };
    const extra = (content as ArticleDocument['content'] | undefined)?.extra;
    const whole = NEW_MEMBERS.test(String(extra))
      ? await articles.findOne(filter, { projection: { _id: 0, source: 1 } })
      : null;
    const read = whole && readArticle(JSON.parse(whole.source) as Json);
    const set = read
      ? { ...version, content: Object.assign({}, read, { extra: JSON.stringify(read.extra) }) }
      : version;
    return { updateOne: { filter, update: { $set: set } } };
  };
  return updateArticles(context, {
    fields: { 'content.extra': 1 },
    version: WITH_SENSES,
    writesOf: (outdated) => Promise.all(outdated.map(writeOf)),
  });
}
