import type { ArticleRecord } from '../domain/article/article-record';
import type { Folding } from '../domain/search/folding';
import { SEARCH_LEVELS, type SearchLevel, type SearchStep } from '../domain/search/search-steps';
import { byCodePoint } from '../shared/text';
import type { Projection } from '../storage/article-document';
import type { ArticleSearch, SearchReading } from '../storage/article-search';
import type { SearchQuestion, SearchScope } from '../storage/search-filter';
import { GatheredLevels } from './gathered-levels';
import { nearArticles, type Placed } from './near-articles';
import { totalOf } from './search-total';

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
  /** What is read of each article; what tells its place where nothing was read yet. */
  private fields: Projection | undefined = PLACED;
  private gathered: GatheredLevels | undefined;
  private nearRead: Promise<readonly Placed[]> | undefined;

  constructor(
    private readonly search: ArticleSearch,
    private readonly path: Path,
  ) {}

  /** The articles of a stretch, in the order of rank. */
  async read({ after, skip = 0, limit, fields: asked }: Stretch): Promise<Found[]> {
    const fields = asked && { ...asked, ...PLACED };
    this.fields = fields;
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
    const { scope, steps } = this.path;
    const certain = steps.filter(({ near }) => near === undefined);
    // In one language each level looks at its translations in a way of its own.
    const isWhole = scope.language !== undefined || (await this.isGathered(certain));
    const total = isWhole
      ? await this.sumOf(certain, limit)
      : await totalOf({ search: this.search, scope, steps: certain, limit });
    const near = this.questions().find(({ step }) => step.near !== undefined);
    if (near === undefined || total >= limit || (await this.hasGood())) return total;
    return total + (await this.count(near, limit - total));
  }

  private async isGathered(steps: readonly SearchStep[]): Promise<boolean> {
    const levels = await Promise.all(steps.map(async (step) => this.gathered?.articlesOf(step)));
    return levels.every((level, i) => level !== undefined || isRange(steps[i]));
  }

  private async sumOf(steps: readonly SearchStep[], limit: number): Promise<number> {
    let total = 0;
    for (const question of this.questions()) {
      if (total >= limit) break;
      if (steps.includes(question.step)) total += await this.count(question, limit - total);
    }
    return total;
  }

  /** Whether something better than a prefix is found. */
  private async hasGood(): Promise<boolean> {
    for (const question of this.questions())
      if (isGood(question.step.level) && (await this.count(question, 1)) > 0) return true;
    return false;
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
    if (step.near !== undefined) return Math.min((await this.near(question)).length, limit);
    const gathered = await this.gathered?.articlesOf(step);
    if (gathered !== undefined) return Math.min(gathered.length, limit);
    return this.search.count(question, limit);
  }

  private async readLevel(question: SearchQuestion, reading: SearchReading): Promise<readonly Placed[]> {
    const { step, after } = question;
    const gathered = step.near === undefined ? await this.gathered?.articlesOf(step) : undefined;
    if (step.near === undefined && gathered === undefined)
      return placed(await this.search.read(question, reading));
    const { skip = 0, limit } = reading;
    const all = gathered === undefined ? await this.near(question) : placed(gathered);
    const behind = all.filter(({ place }) => after === undefined || byCodePoint(place, after) > 0);
    return behind.slice(skip, skip + limit);
  }

  /** All of them are read at once, and only once. */
  private near(question: SearchQuestion): Promise<readonly Placed[]> {
    const { fields } = this;
    this.nearRead ??= nearArticles({ search: this.search, folding: this.path.folding, question }, fields);
    return this.nearRead;
  }
}

function placed(articles: readonly ArticleRecord[]): readonly Placed[] {
  return articles.map((article) => ({ article, place: article.keys.place }));
}

/** Whether a step looks for beginnings, which are not gathered. */
function isRange(step: SearchStep | undefined): boolean {
  return step?.lookups.some((lookup) => 'startsWith' in lookup) ?? false;
}

function isGood(level: SearchLevel): boolean {
  return SEARCH_LEVELS.indexOf(level) <= SEARCH_LEVELS.indexOf(LAST_GOOD_LEVEL);
}
