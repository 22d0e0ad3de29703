/** Longest public identifier or radical of an article, in code points: the first is a part of an index key. */
export const LONGEST_NAME = 256;

/** Longest text of the metadata of a dictionary, in code points. */
export const LONGEST_METADATA_TEXT = 10_000;

/**
 * Largest number of an article or a resource: numbers up to it, and those that follow for as long as anybody lives, are exact
 * in JSON and in JavaScript.
 */
export const MAX_NUMBER = 1_000_000_000_000_000;

/** Largest count, as of likes: the largest Int of GraphQL. */
export const MAX_COUNT = 2 ** 31 - 1;
