import type { ImportMark } from '../imports/import-item';
import type { SearchKeys } from '../search/search-keys';
import type { Article } from './article';
import type { ChangeMark } from './article-revision';

/** Versions of the rules that made the derived fields; a record behind them is derived anew by a migration. */
export interface RuleVersions {
  readonly reading: number;
  readonly sort: number;
  readonly keys: number;
}

/** What one function derives from the free JSON; never written by any other. */
export interface DerivedFields {
  readonly headword: string | null;
  readonly radical: string | null;
  readonly text: string;
  readonly content: Article['content'];
  readonly keys: SearchKeys;
  /** Position in every list, a total order by code point: see `placeOf` in derive-article. */
  readonly sortKey: string;
  /** The lists that the article stands in: `article`, its parts, `translation:<lang>`, facets such as `category=<value>`. */
  readonly lists: readonly string[];
  readonly rules: RuleVersions;
}

/** An article document: `source` is the writer's free JSON as text, everything else is derived or counted. */
export interface ArticleRecord extends DerivedFields, Omit<Article, keyof DerivedFields> {
  readonly source: string;
  readonly imported?: ImportMark;
  /** Who made this revision; unknown for articles from before this was kept. */
  readonly lastChange?: ChangeMark;
}

/** An article as it stands on a page of a list. */
export type ListedArticle = ArticleRecord & { readonly page?: number };
