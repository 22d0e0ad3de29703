import { isWeak, tierNameOf, MATCH_TIERS, type MatchTier, type TierQuery } from '../../domain/search/tiers';
import { SEARCH_KEYS_VERSION } from '../../domain/search/search-keys';
import { Failure } from '../../shared/failure';
import { cursorOf, positionOf } from '../../shared/paging';
import type { ArticleRecord } from '../../domain/article/article-record';
import type { FieldPaths } from '../../shared/field-paths';
import type { Folding } from '../../domain/search/folding';
import { matchOf, type SearchMatch } from '../../domain/search/match';

/** Name and version of the orders of searches. */
const ORDER = `search ${SEARCH_KEYS_VERSION}`;

/** A cursor in a search by rank, valid as long as the keys do not change. */
export function rankCursor({ tier, place, hasGood }: SearchPosition): string {
  return cursorOf(JSON.stringify([tier, place, hasGood]), ORDER);
}

/** A cursor in a search by headword. */
function headwordCursor(sortKey: string): string {
  return cursorOf(JSON.stringify([sortKey]), ORDER);
}

/** @throws Failure INVALID_INPUT when the text is no cursor of a search by rank */
export function rankPosition(cursor: string): SearchPosition {
  const [tier, place, hasGood] = membersOf(cursor);
  if (typeof place !== 'string' || typeof hasGood !== 'boolean' || !isTier(tier)) throw refusal();
  return { tier, place, hasGood };
}

/** @throws Failure INVALID_INPUT when the text is no cursor of a search by headword */
export function headwordPosition(cursor: string): string {
  const [sortKey, ...more] = membersOf(cursor);
  if (typeof sortKey !== 'string' || more.length > 0) throw refusal();
  return sortKey;
}

function membersOf(cursor: string): readonly unknown[] {
  const position = positionOf(cursor, ORDER);
  // Positions of other lists are no JSON.
  if (!position.startsWith('[')) throw refusal();
  try {
    const members: unknown = JSON.parse(position);
    return Array.isArray(members) ? (members as unknown[]) : [];
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal();
    throw error;
  }
}

function isTier(tier: unknown): tier is MatchTier {
  return MATCH_TIERS.some((known) => known === tier);
}

function refusal(): Failure {
  return new Failure('INVALID_INPUT', 'the cursor does not belong to this search; omit it to start again');
}

/** The fields needed to continue from an article. */
export const PLACED: FieldPaths = { 'keys.place': 1, sortKey: 1, headword: 1 };

/** A hit with its position: enough to continue from it. */
export interface Found {
  readonly article: ArticleRecord;
  readonly step: TierQuery;
  /** Its position within its tier. */
  readonly place: string;
  /** Whether a match better than a prefix is at or before it. */
  readonly hasGood: boolean;
}

/** A position in the order of a search. */
export interface SearchPosition {
  readonly tier: MatchTier;
  readonly place: string;
  readonly hasGood: boolean;
}

export interface Stretch {
  readonly after?: SearchPosition | undefined;
  readonly skip?: number | undefined;
  readonly limit: number;
  readonly fields?: FieldPaths | undefined;
}

/** The articles of a range, and where it ended if that was early. */
export interface Walked {
  readonly found: readonly Found[];
  readonly stoppedAt?: SearchPosition | undefined;
  /** Whether a tier has further articles that cannot be reached. */
  readonly isPart?: boolean;
}

/** A search hit. */
export interface SearchHit {
  readonly article: ArticleRecord;
  /** Its position in the result. */
  readonly cursor: string;
  /** Whether another word is likely to be meant. */
  readonly isWeak: boolean;
  /** Why it was found. Requires the content of the article. */
  readonly match: () => SearchMatch;
}

export interface HitTerms {
  readonly folding: Folding;
  readonly language?: string | undefined;
  readonly isByHeadword: boolean;
}

export function hitOf(found: Found, { folding, language, isByHeadword }: HitTerms): SearchHit {
  const { article, step, place, hasGood } = found;
  return {
    article,
    cursor: isByHeadword ? headwordCursor(article.sortKey) : rankCursor({ tier: step.tier, place, hasGood }),
    isWeak: isWeak(step.tier),
    match: () => {
      const match = matchOf(article.content, { step, folding, language });
      // The article was changed between the lookup of its keys and the reading of its content.
      return (
        match ?? {
          field: 'headword',
          level: tierNameOf(step.tier),
          text: article.headword ?? '',
          lang: null,
          number: null,
          rule: null,
          snippet: null,
        }
      );
    },
  };
}
