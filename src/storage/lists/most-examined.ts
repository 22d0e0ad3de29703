/**
 * Index entries that one read or count looks at, at most, where each of them has to be asked for more than the index says.
 * Source: interface decisions, section 2, "Totals".
 */
export const MOST_EXAMINED = 10_000;

/** Entries that are looked at first: they are enough for nearly every page. */
export const FIRST_EXAMINED = 500;
