/** Maximum length of a public identifier or radical of an article, in code points. The identifier is part of an index key. */
export const MAX_NAME_LENGTH = 256;

/** Maximum length of a text in the metadata of a dictionary, in code points. */
export const MAX_METADATA_TEXT_LENGTH = 10_000;

/** Largest number of an article or a resource. JavaScript represents it, and any number that could be assigned after it, exactly. */
export const MAX_NUMBER = 1_000_000_000_000_000;

/** Largest count, for example of likes: the largest GraphQL Int. */
export const MAX_COUNT = 2 ** 31 - 1;
