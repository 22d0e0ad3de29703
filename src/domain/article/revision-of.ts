import { articleSize } from '../usage/usage';
import type { ArticleRecord } from './article-record';
import type { RevisionRecord } from './article-revision';

/** Digits of the largest number that JavaScript counts exactly. */
const WIDEST = String(Number.MAX_SAFE_INTEGER).length;

/** The order of revisions as a text. */
export function revisionSortKey(revision: number): string {
  return String(revision).padStart(WIDEST, '0');
}

/** The stored revision of an article that is replaced. */
export function revisionOf(article: ArticleRecord): RevisionRecord {
  const { dictionaryId, number, revision, updatedAt, lastChange, source, radical, isDisabled } = article;
  return {
    dictionaryId,
    number,
    revision,
    place: revisionSortKey(revision),
    at: updatedAt,
    by: lastChange?.by ?? null,
    ...(lastChange?.proposedBy === undefined ? {} : { proposedBy: lastChange.proposedBy }),
    parts: lastChange?.parts ?? [],
    source,
    radical,
    isDisabled,
    bytes: articleSize(article),
  };
}
