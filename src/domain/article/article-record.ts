import type { ImportMark } from '../imports/import-record';
import type { SearchKeys } from '../search/search-keys';
import type { Article, ChangeMark, RevisionRecord } from './article';
import { articleSize } from '../usage/usage';
import { paddedNumber } from '../values/sort-keys';

/** Versions of the rules that produced the derived fields. A migration derives the fields of records with older versions again. */
export interface RuleVersions {
  readonly reading: number;
  readonly sort: number;
  readonly keys: number;
}

/** The fields that `deriveArticle` computes from the free JSON. No other code writes them. */
export interface DerivedFields {
  readonly headword: string | null;
  readonly radical: string | null;
  readonly text: string;
  readonly content: Article['content'];
  readonly keys: SearchKeys;
  /** Position in every list, a total order by code point: see `sortKeyOf`. */
  readonly sortKey: string;
  /** Names of the lists that contain the article: `article`, its parts, `translation:<lang>`, facets such as `category=<value>`. */
  readonly lists: readonly string[];
  readonly rules: RuleVersions;
}

/** A stored article: `source` is the free JSON as text; the other fields are derived or counted. */
export interface ArticleRecord extends DerivedFields, Omit<Article, keyof DerivedFields> {
  readonly source: string;
  readonly imported?: ImportMark;
  /** Imported votes. The counts include them, but no user of this server cast them. */
  readonly importedVotes?: Pick<Article, 'likeCount' | 'unlikeCount'>;
  /** Versions of the article by users of the original service, as text. Only imports write them. */
  readonly userVersions?: string;
  /** Number of the last change in the sequence of the dictionary. The transaction that stores the article assigns it. */
  readonly seq?: number;
  /** Public texts of the open proposals to change the article; absent if there never was one. */
  readonly proposedText?: string;
  /** Author of this revision; unknown for articles older than this field. */
  readonly lastChange?: ChangeMark;
}

/** Whether the article of a file equals the stored one, and nobody has edited that since its import. */
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

/** Returns a revision number as text that sorts in numeric order. */
export function revisionSortKey(revision: number): string {
  return paddedNumber(revision);
}

/** Returns the revision record of an article that is being replaced. */
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
