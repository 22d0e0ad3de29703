import type { ArticleRecord } from '../domain/article/article-record';
import { byCodePoint } from '../shared/text';
import { type ArticleDocument, type Projection, recordOf } from './article-document';
import type { Models } from './models';
import { searchFilter, type SearchQuestion } from './search-filter';

/**
 * Ranges of an index that a database reads side by side to give one order; above it, it would sort.
 * Source: internalQueryMaxScansToExplode of MongoDB.
 */
const MOST_MERGED = 200;

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
    const parts = partsOf(question);
    const [only, ...more] = parts;
    if (only === undefined) return [];
    if (more.length === 0) return this.find(only, { skip, limit, fields });
    const found = await Promise.all(parts.map((part) => this.find(part, { limit: skip + limit, fields })));
    return found
      .flat()
      .toSorted((a, b) => byCodePoint(a.keys.place, b.keys.place))
      .slice(skip, skip + limit);
  }

  /** How many articles a level has, counted up to a limit. */
  async count(question: SearchQuestion, limit: number): Promise<number> {
    let total = 0;
    for (const part of partsOf(question)) {
      if (total >= limit) break;
      total += await this.models.articles.countDocuments(searchFilter(part), { limit: limit - total });
    }
    return total;
  }

  private async find(
    question: SearchQuestion,
    { skip = 0, limit, fields }: SearchReading,
  ): Promise<ArticleRecord[]> {
    const found = await this.models.articles
      .find(searchFilter(question), { _id: 0, ...fields })
      .sort({ 'keys.place': 1 })
      .skip(skip)
      .limit(limit)
      .lean<ArticleDocument[]>();
    return found.map(recordOf);
  }
}

/** Questions over so few dictionaries each that the index can give the order. */
function partsOf(question: SearchQuestion): SearchQuestion[] {
  const { dictionaryIds } = question.scope;
  const [first] = question.step.lookups;
  const keys = first !== undefined && 'anyOf' in first ? first.anyOf.length : 1;
  const most = Math.max(1, Math.floor(MOST_MERGED / (keys * question.scope.visibility.length)));
  const count = Math.ceil(dictionaryIds.length / most);
  return Array.from({ length: count }, (_, i) => ({
    ...question,
    scope: { ...question.scope, dictionaryIds: dictionaryIds.slice(i * most, (i + 1) * most) },
  }));
}
