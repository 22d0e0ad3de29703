/** What is stored: how many objects, and how many bytes they count as. */
export interface Usage {
  readonly objects: number;
  readonly bytes: number;
}

/** The most that may be stored. */
export interface Quota {
  readonly maxObjects: number;
  readonly maxBytes: number;
}

/** The most that one application or dictionary may store in place of what is configured; `null` for that. */
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
}

const UNBOUNDED: Quota = { maxObjects: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER };

/** For those who only take away. */
export const UNLIMITED: Quotas = {
  ...{ application: UNBOUNDED, openApplication: UNBOUNDED, dictionary: UNBOUNDED, comments: UNBOUNDED },
};

export const NO_USAGE: Usage = { objects: 0, bytes: 0 };

/** Bytes that an object counts as beside its texts: for its identifiers, its dates and its places in indexes. */
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
  for (const one of all) [objects, bytes] = [objects + one.objects, bytes + one.bytes];
  return { objects, bytes };
}

/** What a change adds; what it takes away is below zero. */
export function usageBetween(before: Usage, after: Usage): Usage {
  return { objects: after.objects - before.objects, bytes: after.bytes - before.bytes };
}
