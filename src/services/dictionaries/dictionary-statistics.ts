import { EVERY_ARTICLE, languageOf, partList } from '../../domain/article/article-lists';
import type { ListCounts } from '../../storage/lists/list-segment';

/** How many articles of a dictionary a viewer may see, and what they have. */
export interface DictionaryStatistics {
  readonly articles: number;
  readonly withEntry: number;
  readonly withCategory: number;
  readonly withClass: number;
  readonly withType: number;
  readonly withForm: number;
  readonly withExample: number;
  /** Languages of translation, by descending number of articles. */
  readonly languages: readonly { readonly language: string; readonly articles: number }[];
}

/** Computes the statistics of a dictionary from the totals of its lists. */
export function statisticsOf(totals: ListCounts): DictionaryStatistics {
  const languages = Object.entries(totals).flatMap(([list, articles]) => {
    const language = languageOf(list);
    return language === undefined || articles === 0 ? [] : [{ language, articles }];
  });
  return {
    articles: totals[EVERY_ARTICLE] ?? 0,
    withEntry: totals[partList('entry')] ?? 0,
    withCategory: totals[partList('category')] ?? 0,
    withClass: totals[partList('class')] ?? 0,
    withType: totals[partList('type')] ?? 0,
    withForm: totals[partList('form')] ?? 0,
    withExample: totals[partList('example')] ?? 0,
    languages: languages.sort((a, b) => b.articles - a.articles || (a.language < b.language ? -1 : 1)),
  };
}
