/**
 * Maximum number of index entries that a read or count examines if the index alone does not answer it.
 * Source: interface decisions, section 2, "Totals".
 */
export const MOST_EXAMINED = 10_000;

/** Number of entries that are examined first, which suffices for nearly every page. */
export const FIRST_EXAMINED = 500;
