import type { ImportMark } from '../imports/import-item';
import type { SearchKeys } from '../search/search-keys';
import type { Article } from './article';
import type { ChangeMark, RevisionRecord } from './article-revision';
import { articleSize } from '../usage/usage';

/** Versions of the rules that produced the derived fields; a migration derives older records again. */
export interface RuleVersions {
  readonly reading: number;
  readonly sort: number;
  readonly keys: number;
}

/** The fields that one function derives from the free JSON and no other code writes. */
export interface DerivedFields {
  readonly headword: string | null;
  readonly radical: string | null;
  readonly text: string;
  readonly content: Article['content'];
  readonly keys: SearchKeys;
  /** Position in every list, a total order by code point: see `sortKeyOf`. */
  readonly sortKey: string;
  /**
   * The lists that contain the article: `article`, its parts, `translation:<lang>`, facets such as
   * `category=<value>`.
   */
  readonly lists: readonly string[];
  readonly rules: RuleVersions;
}

/** An article document: `source` is the writer's free JSON as text, everything else is derived or counted. */
export interface ArticleRecord extends DerivedFields, Omit<Article, keyof DerivedFields> {
  readonly source: string;
  readonly imported?: ImportMark;
  /** Votes that came with an import. The counts include them; no user of this server gave them. */
  readonly importedVotes?: Pick<Article, 'likeCount' | 'unlikeCount'>;
  /** Versions of the article by users of the service that it was imported from, as text; this server writes none. */
  readonly userVersions?: string;
  /** The place of the last change in the sequence of the dictionary; the transaction that stores the article gives it. */
  readonly seq?: number;
  /** Public texts of the open proposals to change it; absent where there never were any. */
  readonly proposedText?: string;
  /** Author of this revision; unknown for articles older than this field. */
  readonly lastChange?: ChangeMark;
}

/** Whether a file says of an article what is stored: it may say more of it than the file that it came from. */
export function isSameAsStored(before: ArticleRecord, after: ArticleRecord): boolean {
  const { imported } = before;
  return (
    imported?.revision === before.revision &&
    imported.isMissing !== true &&
    (['source', 'radical', 'publicId', 'isDisabled', 'userVersions'] as const).every(
      (name) => before[name] === after[name],
    )
  );
}

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
