import type { ArticleRecord } from '../domain/article/article-record';
import type { Folding } from '../domain/search/folding';
import { matchOf } from '../domain/search/match';
import { farnessKey, farnessOf } from '../domain/search/nearness';
import {
  type NearTerms,
  SEARCH_LEVELS,
  type SearchLevel,
  type SearchStep,
} from '../domain/search/search-steps';
import { byCodePoint } from '../shared/text';
import type { Projection } from '../storage/article-document';
import type { ArticleSearch, SearchReading } from '../storage/article-search';
import type { SearchQuestion, SearchScope } from '../storage/search-filter';
import { GatheredLevels } from './gathered-levels';

/** Most articles that are looked at for typing errors; a word has some dozens of neighbours. */
const MOST_NEAR = 500;

/** What is needed to tell why an article was found. */
export const SEARCHED_CONTENT: Projection = {
  'content.entry': 1,
  'content.forms': 1,
  'content.translations': 1,
};

/** What is needed to go on from an article. */
export const PLACED: Projection = { 'keys.place': 1, sortKey: 1 };

/** The last level that is better than a prefix: where it or one before it finds something, errors are not looked for. */
const LAST_GOOD_LEVEL: SearchLevel = 'translation';

/** An article that was found, and where: enough to go on from it. */
export interface Found {
  readonly article: ArticleRecord;
  readonly step: SearchStep;
  /** Its place within its level. */
  readonly place: string;
  /** Whether something better than a prefix stands at or before it. */
  readonly hasGood: boolean;
}

type Placed = Pick<Found, 'article' | 'place'>;

/** A place in the order of a search. */
export interface SearchPosition {
  readonly level: SearchLevel;
  readonly place: string;
  readonly hasGood: boolean;
}

export interface Stretch {
  readonly after?: SearchPosition | undefined;
  readonly skip?: number | undefined;
  readonly limit: number;
  readonly fields?: Projection | undefined;
}

/** What a walk goes through. */
export interface Path {
  readonly scope: SearchScope;
  readonly folding: Folding;
  readonly steps: readonly SearchStep[];
}

/** Walks through the levels of one search, best first, and stops when it has enough. */
export class SearchWalk {
  private gathered: GatheredLevels | undefined;

  constructor(
    private readonly search: ArticleSearch,
    private readonly path: Path,
  ) {}

  /** The articles of a stretch, in the order of rank. */
  async read({ after, skip = 0, limit, fields: asked }: Stretch): Promise<Found[]> {
    const fields = asked && { ...asked, ...PLACED };
    this.gathered ??= new GatheredLevels(this.search, { ...this.path, limit, fields });
    const found: Found[] = [];
    let [left, hasGood] = [skip, after?.hasGood ?? false];
    for (const question of this.questions(after)) {
      const { step } = question;
      if (found.length >= limit) break;
      if (step.near !== undefined && hasGood) break;
      const before = left === 0 ? 0 : await this.count(question, left + 1);
      hasGood ||= before > 0 && isGood(step.level);
      if (left > 0 && before <= left) {
        left -= before;
        continue;
      }
      const reading = { skip: left, limit: limit - found.length, fields };
      const placed = await this.readLevel(question, reading);
      left = 0;
      hasGood ||= placed.length > 0 && isGood(step.level);
      const state = { step, hasGood };
      found.push(...placed.map((one) => ({ ...one, ...state })));
    }
    return found;
  }

  /** How many articles are found in all, counted up to a limit. */
  async total(limit: number): Promise<number> {
    let [total, hasGood] = [0, false];
    for (const question of this.questions()) {
      if (total >= limit || (question.step.near !== undefined && hasGood)) break;
      const count = await this.count(question, limit - total);
      hasGood ||= count > 0 && isGood(question.step.level);
      total += count;
    }
    return total;
  }

  /** The levels from a position on. */
  private questions(after?: SearchPosition): SearchQuestion[] {
    const { scope, steps } = this.path;
    const from = after === undefined ? 0 : SEARCH_LEVELS.indexOf(after.level);
    return steps.flatMap((step, i) => {
      if (SEARCH_LEVELS.indexOf(step.level) < from) return [];
      const place = step.level === after?.level ? after.place : undefined;
      return [{ scope, step, better: steps.slice(0, i), after: place }];
    });
  }

  private async count(question: SearchQuestion, limit: number): Promise<number> {
    const { step } = question;
    if (step.near !== undefined)
      return (await this.readNear(question, step.near, { limit, fields: PLACED })).length;
    const gathered = await this.gathered?.articlesOf(step);
    if (gathered !== undefined) return Math.min(gathered.length, limit);
    return this.search.count(question, limit);
  }

  private async readLevel(question: SearchQuestion, reading: SearchReading): Promise<readonly Placed[]> {
    const { step, after } = question;
    if (step.near !== undefined) return this.readNear(question, step.near, reading);
    const gathered = await this.gathered?.articlesOf(step);
    if (gathered === undefined) return placed(await this.search.read(question, reading));
    const { skip = 0, limit } = reading;
    const behind = (place: string) => after === undefined || byCodePoint(place, after) > 0;
    return placed(gathered.filter(({ keys }) => behind(keys.place)).slice(skip, skip + limit));
  }

  /** The candidates are read at once, and put into an order of their own: the nearest first. */
  private async readNear(
    { after, ...question }: SearchQuestion,
    near: NearTerms,
    { skip = 0, limit, fields }: SearchReading,
  ): Promise<readonly Placed[]> {
    const wider = fields && { ...fields, ...('content' in fields ? {} : SEARCHED_CONTENT) };
    const candidates = await this.search.read(question, { limit: MOST_NEAR, fields: wider });
    const terms = { step: question.step, folding: this.path.folding };
    return candidates
      .flatMap((article) => {
        const match = matchOf(article.content, terms);
        const farness = match && farnessOf(match.text, near, this.path.folding);
        if (farness === undefined) return [];
        return [{ article, place: farnessKey(farness) + article.keys.place }];
      })
      .filter(({ place }) => after === undefined || byCodePoint(place, after) > 0)
      .sort((a, b) => byCodePoint(a.place, b.place))
      .slice(skip, skip + limit);
  }
}

function placed(articles: readonly ArticleRecord[]): readonly Placed[] {
  return articles.map((article) => ({ article, place: article.keys.place }));
}

function isGood(level: SearchLevel): boolean {
  return SEARCH_LEVELS.indexOf(level) <= SEARCH_LEVELS.indexOf(LAST_GOOD_LEVEL);
}
