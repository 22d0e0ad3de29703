/** The usage record of an application with all its resources. */
export const applicationUsage = (publicId: string): string => `application:${publicId}`;

/** The articles of a dictionary; their earlier revisions count in bytes alone. */
export const dictionaryUsage = (dictionaryId: string): string => `dictionary:${dictionaryId}`;

/** The recordings and pictures of a dictionary; equal files count in bytes once. */
export const mediaUsage = (dictionaryId: string): string => `media:${dictionaryId}`;

/** The comments of a user in a dictionary, in numbers alone. A dictionary’s identifier has no slash. */
export const commentUsage = (dictionaryId: string, userNumber: number): string =>
  `${COMMENTS}${dictionaryId}/${userNumber}`;

const COMMENTS = 'comments:';

/** The bounds of the usage records of comments in a dictionary. */
export function commentUsagesIn(dictionaryId: string): { readonly from: string; readonly to: string } {
  // "0" follows "/" in every order by code point.
  return { from: `${COMMENTS}${dictionaryId}/`, to: `${COMMENTS}${dictionaryId}0` };
}

/** The type of object of a usage record. */
export function kindOfUsage(scope: string): keyof Omit<Quotas, 'openApplication'> {
  if (scope.startsWith(COMMENTS)) return 'comments';
  if (scope.startsWith('media:')) return 'media';
  return scope.startsWith('dictionary:') ? 'dictionary' : 'application';
}

/** Stored usage: the number of objects, and their size in bytes. */
export interface Usage {
  readonly objects: number;
  readonly bytes: number;
}

/** The most that may be stored. */
export interface Quota {
  readonly maxObjects: number;
  readonly maxBytes: number;
}

/** The quota of an application or dictionary; `null` for the configured one. */
export type OwnQuota = { readonly [Limit in keyof Quota]: number | null };

/** Everything that has a quota. */
export interface Quotas {
  /** Each application with all that it owns. */
  readonly application: Quota;
  /** Each application that somebody has registered without an account. */
  readonly openApplication: Quota;
  /** The articles of each dictionary, with their earlier revisions. */
  readonly dictionary: Quota;
  /** The comments of each user in each dictionary. */
  readonly comments: Quota;
  /** The recordings and pictures of each dictionary. */
  readonly media: Quota;
}

const UNBOUNDED: Quota = { maxObjects: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER };

/** For writers that only delete. */
export const UNLIMITED: Quotas = {
  application: UNBOUNDED,
  openApplication: UNBOUNDED,
  dictionary: UNBOUNDED,
  comments: UNBOUNDED,
  media: UNBOUNDED,
};

export const NO_USAGE: Usage = { objects: 0, bytes: 0 };

/** Bytes that an object counts as besides its texts: for its identifiers, dates and index entries. */
const OVERHEAD = 512;

/** Bytes that an object counts as: 512, and its texts in UTF-8; free JSON is a text. */
export function storedSize(values: Iterable<unknown>): number {
  let size = OVERHEAD;
  for (const value of values) if (typeof value === 'string') size += Buffer.byteLength(value);
  return size;
}

/** The same of an article, or of an earlier revision of one. */
export function articleSize({ source }: { readonly source: string }): number {
  return storedSize([source]);
}

export function sumOfUsage(all: Iterable<Usage>): Usage {
  let [objects, bytes] = [0, 0];
  for (const usage of all) [objects, bytes] = [objects + usage.objects, bytes + usage.bytes];
  return { objects, bytes };
}

/** The usage that a change adds; negative if it removes. */
export function usageBetween(before: Usage, after: Usage): Usage {
  return { objects: after.objects - before.objects, bytes: after.bytes - before.bytes };
}
