import { MATCH_TIERS, type MatchTier, type SearchStep } from '../../domain/search/tiers';
import { SEARCH_KEYS_VERSION } from '../../domain/search/search-keys';
import { Failure } from '../../shared/failure';
import { cursorOf, positionOf } from '../../shared/paging';
import type { ArticleRecord } from '../../domain/article/article-record';
import type { FieldPaths } from '../../domain/values/field-paths';

/** Name and version of the order of hits, a part of cursors. */
const ORDER = `search ${SEARCH_KEYS_VERSION}`;

/** Makes the cursor of a position in a search by rank. It is valid until SEARCH_KEYS_VERSION changes. */
export function rankCursor({ tier, tierSortKey, hasGood }: SearchPosition): string {
  return cursorOf(JSON.stringify([tier, tierSortKey, hasGood]), ORDER);
}

/** Makes the cursor of a position in a search by headword. */
export function headwordCursor(sortKey: string): string {
  return cursorOf(JSON.stringify([sortKey]), ORDER);
}

/**
 * Reads the cursor of a search by rank.
 *
 * @throws Failure INVALID_INPUT when the text is not such a cursor
 */
export function rankPosition(cursor: string): SearchPosition {
  const [tier, tierSortKey, hasGood] = membersOf(cursor);
  if (typeof tierSortKey !== 'string' || typeof hasGood !== 'boolean' || !isTier(tier)) throw refusal();
  return { tier, tierSortKey, hasGood };
}

/**
 * Reads the sort key in a cursor of a search by headword.
 *
 * @throws Failure INVALID_INPUT when the text is not such a cursor
 */
export function headwordPosition(cursor: string): string {
  const [sortKey, ...more] = membersOf(cursor);
  if (typeof sortKey !== 'string' || more.length > 0) throw refusal();
  return sortKey;
}

function membersOf(cursor: string): readonly unknown[] {
  const position = positionOf(cursor, ORDER);
  // Positions of other lists are not JSON.
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

/** Fields of an article that determine its position in a result. */
export const POSITION_FIELDS: FieldPaths = { 'keys.place': 1, sortKey: 1, headword: 1 };

/** An article with its position in a result. */
export interface RankedHit {
  readonly article: ArticleRecord;
  readonly step: SearchStep;
  /** Sort key within the tier. */
  readonly tierSortKey: string;
  /** Whether a hit better than a prefix match is at or before this one. */
  readonly hasGood: boolean;
}

/** A position in the order of rank. */
export interface SearchPosition {
  readonly tier: MatchTier;
  readonly tierSortKey: string;
  readonly hasGood: boolean;
}

/** A range of hits to read. */
export interface HitRangeRequest {
  /** The position after which the range begins; by default the beginning. */
  readonly after?: SearchPosition | undefined;
  readonly skip?: number | undefined;
  readonly limit: number;
  readonly fields?: FieldPaths | undefined;
}

/** A range of hits. */
export interface HitRange {
  readonly hits: readonly RankedHit[];
  /** The position at which reading stopped, if the maximum number of index entries has been examined. */
  readonly stoppedAt?: SearchPosition | undefined;
  /** Whether a tier has further hits that no range reaches. */
  readonly isPart?: boolean;
}
