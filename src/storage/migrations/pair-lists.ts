import { isFacetList, isCountedList, pairedListsOf } from '../../domain/article/article-lists';
import type { ArticleDocument } from '../articles/article-document';
import type { MigrationContext } from './migration';
import { updateArticles } from './update-articles';

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
