import type { ArticleRecord } from '../../domain/article/article-record';
import type { Folding } from '../../domain/search/folding';
import { typoStep } from '../../domain/search/glosses/typos';
import { isOfContent, type Lookup, type SearchStep } from '../../domain/search/tiers';
import { nearestOf, stepFor, textsFor } from '../../domain/search/match';
import { searchable } from '../../domain/search/letters';
import { byCodePoint } from '../../shared/text';
import type { FieldPaths } from '../../domain/values/field-paths';
import type { ArticleSearch } from '../../domain/search/article-search';
import type { TierQuery, SearchScope } from '../../domain/search/article-search';

/** Maximum number of articles read for a tier whose order no index has. A word has some dozens of neighbours. */
export const MAX_CANDIDATES = 500;

/**
 * The same for tiers that are read last: of those whose examples, definitions and notes are compared with the text, and of those that are
 * read if no better tier has hits.
 */
const MAX_OF_LAST = 200;

/** Fields with the words that explain a hit. */
export const SEARCHED_CONTENT: FieldPaths = {
  'content.entry': 1,
  'content.forms': 1,
  'content.translations': 1,
  'content.radical': 1,
  'content.relations': 1,
  'content.extra': 1,
};

/** Fields with running text, which the last tiers compare. */
export const SEARCHED_TEXTS: FieldPaths = {
  'content.senses': 1,
  'content.relations': 1,
  'content.examples': 1,
  'content.definitions': 1,
  'content.notes': 1,
  'content.usages': 1,
  'content.etymologies': 1,
  'content.extra': 1,
};

/** A hit with its sort key within its tier. */
export interface PositionedArticle {
  readonly article: ArticleRecord;
  readonly tierSortKey: string;
  /** The step with the lookups that found the hit, if these come from the vocabulary. */
  readonly step?: SearchStep;
}

/** The search whose candidates are read. */
interface CandidateLookups {
  readonly search: ArticleSearch;
  readonly scope: SearchScope;
  readonly folding: Folding;
  readonly steps: readonly SearchStep[];
  readonly fields: FieldPaths | undefined;
}

/** The articles that the lookups of a tier find, and its step, with lookups from the vocabulary of translations if it has `typos`. */
interface Candidates {
  readonly step: SearchStep;
  readonly articles: readonly ArticleRecord[];
}

/**
 * Reads the candidates of all tiers that compare texts (`compare`) concurrently: of the tiers with precise keys by one query, and of each
 * other tier by its own.
 */
export class TextCandidates {
  private read: ReadonlyMap<SearchStep, Promise<Candidates>> | undefined;
  /** Articles by lookups: two tiers of running text have the same lookups. */
  private readonly cache = new Map<SearchStep['lookups'], Promise<readonly ArticleRecord[]>>();

  constructor(private readonly lookups: CandidateLookups) {}

  /** Returns all hits of a tier that compares texts, without those of better tiers, the nearest first. */
  async nearest({ step: requestedStep, excluded }: TierQuery): Promise<readonly PositionedArticle[]> {
    const { search, scope, folding } = this.lookups;
    const { step, articles } = await this.of(requestedStep);
    const { compare } = step;
    if (compare === undefined) return [];
    const hits = await search.collect(articles, (article) => {
      if (stepFor(article, excluded, scope.language)) return [];
      const texts = searchable(textsFor(step, article.content, scope.language));
      const nearest = nearestOf(texts, compare, folding);
      return nearest ? [{ article, distance: nearest.distance }] : [];
    });
    const isUnlikely = hits.some(({ distance }) => distance.isUnlikely) && areManyFor(step, articles);
    return hits
      .filter(({ distance }) => !isUnlikely || !distance.isUnlikely)
      .map(({ article, distance }) => ({ article, step, tierSortKey: distance.key + article.keys.place }))
      .toSorted((a, b) => byCodePoint(a.tierSortKey, b.tierSortKey));
  }

  private async of(step: SearchStep): Promise<Candidates> {
    this.read ??= this.readAll();
    // Waits for all reads, so that none is rejected without a handler.
    await Promise.all(this.read.values());
    return this.read.get(step) ?? this.readAlone(step);
  }

  private readAll(): ReadonlyMap<SearchStep, Promise<Candidates>> {
    const steps = this.lookups.steps.filter(
      ({ compare, lastLookups }) => compare !== undefined && lastLookups === undefined,
    );
    const combinable = steps.filter(isOfPreciseKeys);
    const keys = new Set(
      combinable.flatMap(({ lookups: [first] }) => (first && 'anyOf' in first ? first.anyOf : [])),
    );
    const together =
      combinable.length < 2
        ? undefined
        : this.readFor({ tier: 'fuzzy', lookups: [{ in: 'precise', anyOf: [...keys] }] }, MAX_CANDIDATES);
    return new Map(
      steps.map((step) => {
        const shared = combinable.includes(step) ? together : undefined;
        return [step, shared === undefined ? this.readAlone(step) : this.from(step, shared)] as const;
      }),
    );
  }

  /** Candidates of a step from a combined read; if that has reached its limit, from a separate read. */
  private async from(step: SearchStep, shared: Promise<readonly ArticleRecord[]>): Promise<Candidates> {
    const articles = await shared;
    return articles.length >= MAX_CANDIDATES ? this.readAlone(step) : { step, articles };
  }

  private async readAlone(requestedStep: SearchStep): Promise<Candidates> {
    const step = await withTypos(this.lookups.search, requestedStep);
    if (step.lookups.some(isOfNothing)) return { step, articles: [] };
    const isLast = isOfContent(step.tier) || step.lastLookups !== undefined;
    return { step, articles: await this.readFor(step, isLast ? MAX_OF_LAST : MAX_CANDIDATES) };
  }

  private readFor(step: SearchStep, limit: number): Promise<readonly ArticleRecord[]> {
    const { search, scope, fields } = this.lookups;
    const articles =
      this.cache.get(step.lookups) ??
      search.readAny({ step, scope, excluded: [] }, { limit, fields: fields && withCompared(fields, step) });
    this.cache.set(step.lookups, articles);
    return articles;
  }
}

/** Whether the lookups of a step find so many articles that unlikely hits do not count. Some of a word are at two edits from the search text. */
function areManyFor(
  { tier, lookups, maxOfUnlikely = 1 }: SearchStep,
  articles: readonly ArticleRecord[],
): boolean {
  const found = articles.filter((article) => stepFor(article, [{ tier, lookups }], undefined) !== undefined);
  return found.length > maxOfUnlikely;
}

/** Whether a lookup has no keys, for example because no translation has a word. */
function isOfNothing(lookup: Lookup): boolean {
  return 'anyOf' in lookup && lookup.anyOf.length === 0;
}

function isOfPreciseKeys({ lookups: [first, ...more], typos }: SearchStep): boolean {
  return typos === undefined && more.length === 0 && first?.in === 'precise' && 'anyOf' in first;
}

/** Replaces the lookups of a step with `typos` by those for the words that the vocabulary has near these, and makes those of a last one. */
async function withTypos(search: ArticleSearch, step: SearchStep): Promise<SearchStep> {
  if (step.lastLookups !== undefined) return { ...step, lookups: step.lastLookups() };
  return step.typos === undefined ? step : typoStep(await search.wordsNear(step.typos));
}

/** Adds the fields by which an article is assigned to a tier and its distance is measured. */
function withCompared(fields: FieldPaths, { tier }: SearchStep): FieldPaths {
  if ('content' in fields) return withKeys(fields);
  return { ...withKeys(fields), ...SEARCHED_CONTENT, ...(isOfContent(tier) ? SEARCHED_TEXTS : {}) };
}

/** The search keys by which articles are assigned to tiers, without `content`, which may have hundreds of keys. */
const RANKED: FieldPaths = {
  'keys.precise': 1,
  'keys.broad': 1,
  'keys.byLanguage': 1,
  'keys.place': 1,
};

/** Adds the fields by which an article is assigned to a tier. */
export function withKeys(fields: FieldPaths): FieldPaths {
  const cached = WITH_KEYS.get(fields);
  if (cached !== undefined) return cached;
  // A parent and its member cannot both be projected.
  const others = Object.entries(fields).filter(([path]) => !path.startsWith('keys.'));
  const all = { ...Object.fromEntries(others), ...RANKED, headword: 1 } as const;
  WITH_KEYS.set(fields, all);
  return all;
}

/** Cache of `withKeys`: the reads of one search share their fields. */
const WITH_KEYS = new WeakMap<FieldPaths, FieldPaths>();
