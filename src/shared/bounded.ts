/**
 * Maximum number of index entries that a read or count examines if the index alone does not answer it.
 * Source: interface decisions, section 2, "Totals".
 */
export const MOST_EXAMINED = 10_000;

/** Number of entries that are examined first, which suffices for nearly every page. */
export const FIRST_EXAMINED = 500;

/** The items found among the examined entries. */
export interface Bounded<Item> {
  readonly found: readonly Item[];
  /** The position of the last examined entry, if more entries follow. */
  readonly stoppedAt?: string | undefined;
  /** Whether others were left out that cannot be reached. */
  readonly isPart?: boolean;
  /** Upper bound of the examined entries, if the index alone does not select the items. */
  readonly examined?: number;
}
