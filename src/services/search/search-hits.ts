import type { ArticleRecord } from '../../domain/article/article-record';
import type { Folding } from '../../domain/search/folding';
import { matchOf, type SearchMatch } from '../../domain/search/match';
import { isWeak, tierNameOf } from '../../domain/search/tiers';
import { longSteps } from '../../shared/fair-queue';
import { headwordCursor, rankCursor, type RankedHit } from './search-position';

/** A search hit. */
export interface SearchHit {
  readonly article: ArticleRecord;
  /** Cursor of the hit. */
  readonly cursor: string;
  /** Whether the hit is worse than a prefix match, so that the user may have meant another word. */
  readonly isWeak: boolean;
  /** Explains the hit. Requires the content of the article. */
  readonly match: () => Promise<SearchMatch>;
}

/** The search to which hits belong. */
export interface HitTerms {
  readonly folding: Folding;
  readonly language?: string | undefined;
  readonly isByHeadword: boolean;
}

/**
 * Returns the search hits of articles in a result. Explanations that are requested at the same time are computed a few milliseconds
 * at a time, since a hundred articles may have hundreds of words each before the one that matches.
 */
export function hitsOf(ranked: readonly RankedHit[], terms: HitTerms): readonly SearchHit[] {
  let requests: ExplanationRequest[] = [];
  const request = (hit: ExplanationRequest): void => {
    if (requests.push(hit) > 1) return;
    setImmediate(() => {
      const all = requests;
      requests = [];
      void explain(all, terms);
    });
  };
  return ranked.map((hit) => {
    const { article, step, tierSortKey, hasGood } = hit;
    return {
      article,
      cursor: terms.isByHeadword
        ? headwordCursor(article.sortKey)
        : rankCursor({ tier: step.tier, tierSortKey, hasGood }),
      isWeak: isWeak(step.tier),
      match: () =>
        new Promise((resolve, reject) => {
          request({ hit, resolve, reject });
        }),
    };
  });
}

/** A hit whose explanation was requested. */
interface ExplanationRequest {
  readonly hit: RankedHit;
  readonly resolve: (match: SearchMatch) => void;
  readonly reject: (error: unknown) => void;
}

async function explain(requests: readonly ExplanationRequest[], terms: HitTerms): Promise<void> {
  try {
    await longSteps.map(requests, ({ hit, resolve }) => {
      resolve(explanationOf(hit, terms));
    });
  } catch (error) {
    for (const { reject } of requests) reject(error);
  }
}

function explanationOf({ article, step }: RankedHit, { folding, language }: HitTerms): SearchMatch {
  const match = matchOf(article.content, { step, folding, language });
  // The article was changed between the lookup of its keys and the reading of its content.
  return (
    match ?? {
      field: 'headword',
      tier: tierNameOf(step.tier),
      text: article.headword ?? '',
      lang: null,
      number: null,
      rule: null,
      snippet: null,
    }
  );
}
