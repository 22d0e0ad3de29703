import type { ArticleRecord } from '../domain/article/article-record';
import { type Projection, recordOf } from './article-document';
import { findAll } from './find-all';
import type { Models } from './models';
import { searchFilter, type SearchQuestion } from './search-filter';

export interface SearchReading {
  readonly skip?: number | undefined;
  readonly limit: number;
  readonly fields?: Projection | undefined;
}

/** Finds articles by their search keys, level by level. Every question is bounded by an index. */
export class ArticleSearch {
  constructor(private readonly models: Pick<Models, 'articles'>) {}

  /** Articles of a level in the order of their places. */
  async read(question: SearchQuestion, { skip = 0, limit, fields }: SearchReading): Promise<ArticleRecord[]> {
    const found = await findAll(this.models.articles, {
      ...{ filter: searchFilter(question), fields, sort: { 'keys.place': 1 } },
      ...{ skip, limit },
    });
    return found.map(recordOf);
  }

  /** Some articles of a level in any order: where all are read, ordering them would cost more than finding them. */
  async readAny(question: SearchQuestion, { limit, fields }: SearchReading): Promise<ArticleRecord[]> {
    const found = await findAll(this.models.articles, { filter: searchFilter(question), fields, limit });
    return found.map(recordOf);
  }

  /** How many articles a level has, counted up to a limit. */
  async count(question: SearchQuestion, limit: number): Promise<number> {
    return this.models.articles.countDocuments(searchFilter(question), { limit });
  }
}
