import type { ArticleRecord } from '../../domain/article/article-record';
import type { Folding } from '../../domain/search/folding';
import { typoTierQuery } from '../../domain/search/glosses/typos';
import { isOfContent, type Lookup, type TierQuery } from '../../domain/search/tiers';
import { nearestOf, stepFor, textsFor } from '../../domain/search/match';
import { nearLookupOf, nearWordsOf } from '../../domain/search/nearness';
import { byCodePoint } from '../../shared/text';
import type { FieldPaths } from '../../shared/field-paths';
import type { ArticleSearch } from '../../domain/search/article-search';
import type { SearchQuestion, SearchScope } from '../../domain/search/article-search';
import type { SearchText } from '../../domain/search/search-text';

/** Maximum number of articles examined for typing errors; a word has some dozens of neighbours. */
export const MOST_NEAR = 500;

/** Maximum number of articles whose examples, definitions and notes are compared with the text. */
const MOST_OF_CONTENT = 200;

/** The fields that show why an article was found. */
export const SEARCHED_CONTENT: FieldPaths = {
  'content.entry': 1,
  'content.forms': 1,
  'content.translations': 1,
  'content.radical': 1,
  'content.relations': 1,
  'content.extra': 1,
};

/** The running texts in which the last tier finds an article. */
export const SEARCHED_TEXTS: FieldPaths = {
  'content.examples': 1,
  'content.definitions': 1,
  'content.notes': 1,
  'content.usages': 1,
  'content.etymologies': 1,
  'content.extra': 1,
};

/** A hit and its position within its tier. */
export interface Placed {
  readonly article: ArticleRecord;
  readonly place: string;
  /** The step that found it, if that is not the one that was asked about. */
  readonly step?: TierQuery;
}

export interface NearQuestion {
  readonly candidates: NearCandidates;
  readonly folding: Folding;
  /** Of a tier of near words. */
  readonly question: SearchQuestion;
}

/** What the tiers of near words look up. */
interface NearLookups {
  readonly search: ArticleSearch;
  readonly scope: SearchScope;
  readonly steps: readonly TierQuery[];
  readonly fields: FieldPaths | undefined;
}

/** The articles that a tier may find, and its step with what the vocabulary of translations has said. */
interface Candidates {
  readonly step: TierQuery;
  readonly articles: readonly ArticleRecord[];
}

/**
 * The articles that all tiers of near words may find, read at once: those with keys of one kind by one query, and those of
 * each other tier by queries of their own.
 */
export class NearCandidates {
  private read: ReadonlyMap<TierQuery, Promise<Candidates>> | undefined;

  constructor(private readonly lookups: NearLookups) {}

  async of(step: TierQuery): Promise<Candidates> {
    this.read ??= this.readAll();
    // All of them, so that none fails unnoticed.
    await Promise.all(this.read.values());
    return this.read.get(step) ?? this.readAlone(step);
  }

  private readAll(): ReadonlyMap<TierQuery, Promise<Candidates>> {
    const steps = this.lookups.steps.filter(({ near }) => near !== undefined);
    const alike = steps.filter(isOfPreciseKeys);
    const keys = new Set(
      alike.flatMap(({ lookups: [first] }) => (first && 'anyOf' in first ? first.anyOf : [])),
    );
    const together =
      alike.length < 2
        ? undefined
        : this.readFor({ tier: 'fuzzy', lookups: [{ in: 'precise', anyOf: [...keys] }] }, MOST_NEAR);
    return new Map(
      steps.map((step) => {
        const shared = alike.includes(step) ? together : undefined;
        return [step, shared === undefined ? this.readAlone(step) : this.from(step, shared)] as const;
      }),
    );
  }

  /** Of too many articles, each tier reads its own. */
  private async from(step: TierQuery, shared: Promise<readonly ArticleRecord[]>): Promise<Candidates> {
    const articles = await shared;
    return articles.length >= MOST_NEAR ? this.readAlone(step) : { step, articles };
  }

  private async readAlone(given: TierQuery): Promise<Candidates> {
    const step = await withTypos(this.lookups.search, given);
    if (step.lookups.some(isOfNothing)) return { step, articles: [] };
    return { step, articles: await this.readFor(step, isOfContent(step.tier) ? MOST_OF_CONTENT : MOST_NEAR) };
  }

  private readFor(step: TierQuery, limit: number): Promise<readonly ArticleRecord[]> {
    const { search, scope, fields } = this.lookups;
    return search.readAny({ step, scope, better: [] }, { limit, fields: fields && toldApart(fields, step) });
  }
}

/** A word that no translation has, for one. */
function isOfNothing(lookup: Lookup): boolean {
  return 'anyOf' in lookup && lookup.anyOf.length === 0;
}

function isOfPreciseKeys({ lookups: [first, ...more], typos }: TierQuery): boolean {
  return typos === undefined && more.length === 0 && first?.in === 'precise' && 'anyOf' in first;
}

/**
 * All articles near the text that no better tier finds, the nearest first. Reads all candidates, because no index
 * has this order.
 */
export async function nearArticles({
  candidates,
  folding,
  question,
}: NearQuestion): Promise<readonly Placed[]> {
  const { scope, better } = question;
  const { step, articles } = await candidates.of(question.step);
  const { near } = step;
  if (near === undefined) throw new Error(`${step.tier} has no near words`);
  return articles
    .filter((article) => stepFor(article, better, scope.language) === undefined)
    .flatMap((article) => {
      const texts = textsFor(step, article.content, scope.language);
      const nearest = nearestOf(texts, near, folding);
      return nearest === undefined ? [] : [{ article, step, place: nearest.near.key + article.keys.place }];
    })
    .sort((a, b) => byCodePoint(a.place, b.place));
}

/** The lookups of typing errors in translations come from the vocabulary. */
async function withTypos(search: ArticleSearch, step: TierQuery): Promise<TierQuery> {
  return step.typos === undefined ? step : typoTierQuery(await search.wordsNear(step.typos));
}

/** With what tells whether a better tier finds an article, and how near it is. */
function toldApart(fields: FieldPaths, { tier }: TierQuery): FieldPaths {
  if ('content' in fields) return withKeys(fields);
  return { ...withKeys(fields), ...SEARCHED_CONTENT, ...(isOfContent(tier) ? SEARCHED_TEXTS : {}) };
}

/** The keys that tiers compare. Words of running texts are not among them, and an article may have hundreds. */
const RANKED: FieldPaths = {
  'keys.precise': 1,
  'keys.broad': 1,
  'keys.byLanguage': 1,
  'keys.place': 1,
};

/** With what tells whether a better tier finds an article. */
export function withKeys(fields: FieldPaths): FieldPaths {
  const known = WITH_KEYS.get(fields);
  if (known !== undefined) return known;
  // A parent and its member cannot both be projected.
  const others = Object.entries(fields).filter(([path]) => !path.startsWith('keys.'));
  const all = { ...Object.fromEntries(others), ...RANKED, headword: 1 } as const;
  WITH_KEYS.set(fields, all);
  return all;
}

/** Several questions of a search want the same fields. */
const WITH_KEYS = new WeakMap<FieldPaths, FieldPaths>();

/** Maximum number of suggested words. */
const MOST_WORDS = 5;

/** Maximum number of articles examined. */
const MOST_ARTICLES = 500;

export interface Meant {
  readonly text: SearchText;
  readonly scope: SearchScope;
  readonly folding: Folding;
  /** Headwords that the search has found. */
  readonly known: readonly (string | null)[];
}

/** Words of the dictionaries up to two edits from the text, the nearest first. */
export async function wordsMeant(
  search: ArticleSearch,
  { text, scope, folding, known }: Meant,
): Promise<string[]> {
  const lookup = nearLookupOf(text);
  if (lookup === undefined) return [];
  const { found } = await search.read(
    { scope, step: { tier: 'fuzzy', lookups: [lookup] }, better: [] },
    { limit: MOST_ARTICLES, fields: { 'keys.place': 1, 'content.entry': 1, 'content.forms': 1 } },
  );
  const words = found
    .flatMap(({ content }) =>
      nearWordsOf({ entry: content.entry, forms: content.forms, translations: [] }, text, folding).slice(
        0,
        1,
      ),
    )
    .sort((a, b) => a.edits - b.edits);
  // What was found already needs no suggestion.
  const others = words.map((word) => word.text).filter((word) => !known.includes(word));
  return [...new Set(others)].slice(0, MOST_WORDS);
}
