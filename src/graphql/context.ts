import DataLoader from 'dataloader';
import type { ArticleRecord } from '../domain/article/article-record';
import type { Dictionary } from '../domain/dictionary/dictionary';
import type { ArticleService, ArticleWish } from '../services/article.service';
import type { DictionaryService } from '../services/dictionary.service';
import type { DictionaryStatistics } from '../services/dictionary-statistics';
import type { Viewer } from '../shared/viewer';

/** Loads one object by what names it. */
export interface Loader<Key, Value> {
  readonly load: (key: Key) => Promise<Value>;
}

/** What a request brings to every resolver. Its loaders never outlive it, and see what its viewer may see. */
export interface Context {
  readonly viewer: Viewer;
  /** The largest page that this face may ask for. */
  readonly mostItems: number;
  readonly articles: Loader<ArticleWish, ArticleRecord | undefined>;
  readonly dictionaries: Loader<string, Dictionary | undefined>;
  /** By identifier of the dictionary. */
  readonly statistics: Loader<string, DictionaryStatistics>;
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
    // Storage itself reads together what is asked for at once.
    articles: { load: (wish) => articles.get(viewer, wish) },
    dictionaries: lazily((ids) => dictionaries.getMany(ids)),
    statistics: lazily((ids) => articles.statistics(viewer, ids)),
  };
}

/** A loader that is made when it is first used: most requests use none. */
function lazily<Key, Value>(read: (keys: readonly Key[]) => Promise<Value[]>): Loader<Key, Value> {
  let loader: DataLoader<Key, Value> | undefined;
  return { load: (key) => (loader ??= new DataLoader(read)).load(key) };
}
