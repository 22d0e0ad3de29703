import DataLoader from 'dataloader';
import type { ArticleRecord } from '../domain/article/article-record';
import type { Dictionary } from '../domain/dictionary/dictionary';
import type { ArticleAddress, ArticleService } from '../services/article.service';
import type { DictionaryService } from '../services/dictionary.service';
import type { DictionaryStatistics } from '../services/dictionary-statistics';
import type { Viewer } from '../shared/viewer';
import { type ArticleFields, mergedFields } from './article-projection';

/** An article to read, and the stored fields that the answer needs of it. */
export interface ArticleWish extends ArticleAddress {
  readonly fields: ArticleFields;
}

/** What a request brings to every resolver. Its loaders never outlive it, and see what its viewer may see. */
export interface Context {
  readonly viewer: Viewer;
  /** The largest page that this face may ask for. */
  readonly mostItems: number;
  readonly articles: DataLoader<ArticleWish, ArticleRecord | undefined>;
  readonly dictionaries: DataLoader<string, Dictionary | undefined>;
  /** By identifier of the dictionary. */
  readonly statistics: DataLoader<string, DictionaryStatistics>;
}

export interface ContextOrigin {
  readonly viewer: Viewer;
  readonly mostItems: number;
}

interface Services {
  readonly articles: ArticleService;
  readonly dictionaries: DictionaryService;
}

export function contextOf({ viewer, mostItems }: ContextOrigin, services: Services): Context {
  const { articles, dictionaries } = services;
  return {
    viewer,
    mostItems,
    articles: new DataLoader(
      (wishes) =>
        articles.getMany(viewer, {
          addresses: wishes,
          fields: mergedFields(wishes.map((one) => one.fields)),
        }),
      // Two wishes for one article may need different fields of it.
      { cache: false },
    ),
    dictionaries: new DataLoader((ids) => dictionaries.getMany(ids)),
    statistics: new DataLoader((ids) => articles.statistics(viewer, ids)),
  };
}
