/** Key of the usage record of an application with all its resources. */
export const applicationUsage = (publicId: string): string => `application:${publicId}`;

/** Key of the usage record of the articles of a dictionary. Their earlier revisions count only in bytes. */
export const dictionaryUsage = (dictionaryId: string): string => `dictionary:${dictionaryId}`;

/** Key of the usage record of the recordings and pictures of a dictionary. The bytes of equal files count once. */
export const mediaUsage = (dictionaryId: string): string => `media:${dictionaryId}`;

/**
 * Key of the usage record of a user's comments in a dictionary, which counts only their number. A dictionary identifier contains no
 * slash.
 */
export const commentUsage = (dictionaryId: string, userNumber: number): string =>
  `${COMMENT_USAGE}${dictionaryId}/${userNumber}`;

const COMMENT_USAGE = 'comments:';

/** Returns the bounds of the keys of the usage records of comments in a dictionary. */
export function commentUsagesIn(dictionaryId: string): { readonly from: string; readonly to: string } {
  // `0` follows `/` in code point order, so the range contains all keys of the dictionary.
  return { from: `${COMMENT_USAGE}${dictionaryId}/`, to: `${COMMENT_USAGE}${dictionaryId}0` };
}

/** Returns the type of quota to which a usage record belongs. */
export function kindOfUsage(scope: string): keyof Omit<Quotas, 'openApplication'> {
  if (scope.startsWith(COMMENT_USAGE)) return 'comments';
  if (scope.startsWith('media:')) return 'media';
  return scope.startsWith('dictionary:') ? 'dictionary' : 'application';
}

/** Stored usage: the number of objects, and their size in bytes. */
export interface Usage {
  readonly objects: number;
  readonly bytes: number;
}

/** Maximum usage. */
export interface Quota {
  readonly maxObjects: number;
  readonly maxBytes: number;
}

/** The quota of one application or dictionary; `null` selects the configured one. */
export type OwnQuota = { readonly [Limit in keyof Quota]: number | null };

/** The configured quotas. */
export interface Quotas {
  /** Quota of each application with all its resources. */
  readonly application: Quota;
  /** Quota of each application that was registered without an account. */
  readonly openApplication: Quota;
  /** Quota of the articles of each dictionary and their earlier revisions. */
  readonly dictionary: Quota;
  /** Quota of the comments of each user in each dictionary. */
  readonly comments: Quota;
  /** Quota of the recordings and pictures of each dictionary. */
  readonly media: Quota;
}

const UNBOUNDED: Quota = { maxObjects: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER };

/** For operations that only delete. */
export const UNLIMITED: Quotas = {
  application: UNBOUNDED,
  openApplication: UNBOUNDED,
  dictionary: UNBOUNDED,
  comments: UNBOUNDED,
  media: UNBOUNDED,
};

export const NO_USAGE: Usage = { objects: 0, bytes: 0 };

/** Bytes that an object counts in addition to its texts, for identifiers, dates and index entries. */
const OVERHEAD = 512;

/** Returns the size of an object that counts towards its quota, in bytes: 512 and its texts in UTF-8. Free JSON counts as text. */
export function storedSize(values: Iterable<unknown>): number {
  let size = OVERHEAD;
  for (const value of values) if (typeof value === 'string') size += Buffer.byteLength(value);
  return size;
}

/** Returns the size of an article or of one of its earlier revisions, in bytes. */
export function articleSize({ source }: { readonly source: string }): number {
  return storedSize([source]);
}

export function sumOfUsage(all: Iterable<Usage>): Usage {
  let [objects, bytes] = [0, 0];
  for (const usage of all) [objects, bytes] = [objects + usage.objects, bytes + usage.bytes];
  return { objects, bytes };
}

/** Returns the usage that a change adds; negative if the change removes some. */
export function usageBetween(before: Usage, after: Usage): Usage {
  return { objects: after.objects - before.objects, bytes: after.bytes - before.bytes };
}
