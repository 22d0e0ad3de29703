import { SEARCH_LEVELS, type SearchLevel } from '../../domain/search/search-steps';
import { SEARCH_KEYS_VERSION } from '../../domain/search/search-keys';
import { Failure } from '../../shared/failure';
import { cursorOf, positionOf } from '../../shared/paging';
import type { SearchPosition } from './search-found';

/** A cursor in a search by rank. It holds as long as the keys do. */
export function rankCursor({ level, place, hasGood }: SearchPosition): string {
  return cursorOf(JSON.stringify([level, place, hasGood]), SEARCH_KEYS_VERSION);
}

/** A cursor in a search by headword. */
export function headwordCursor(sortKey: string): string {
  return cursorOf(JSON.stringify([sortKey]), SEARCH_KEYS_VERSION);
}

/** @throws Failure INVALID_INPUT when the text is no cursor of a search by rank */
export function rankPosition(cursor: string): SearchPosition {
  const [level, place, hasGood] = membersOf(cursor);
  if (typeof place !== 'string' || typeof hasGood !== 'boolean' || !isLevel(level)) throw refusal();
  return { level, place, hasGood };
}

/** @throws Failure INVALID_INPUT when the text is no cursor of a search by headword */
export function headwordPosition(cursor: string): string {
  const [sortKey, ...more] = membersOf(cursor);
  if (typeof sortKey !== 'string' || more.length > 0) throw refusal();
  return sortKey;
}

function membersOf(cursor: string): readonly unknown[] {
  const position = positionOf(cursor, SEARCH_KEYS_VERSION);
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

function isLevel(level: unknown): level is SearchLevel {
  return SEARCH_LEVELS.some((known) => known === level);
}

function refusal(): Failure {
  return new Failure('INVALID_INPUT', 'the cursor is not one of this search; start again without it');
}
