/**
 * Maximum number of articles that one transaction stores. A transaction frees the pages that it copies, about 70 per article, and each
 * later commit checks the whole list of free pages: docs/decisions/0130 has the measurements.
 */
const MAX_ARTICLES = 200;

/**
 * Maximum length of the part of a file whose articles are in memory together, in bytes or characters. As objects they take several times
 * as much memory.
 */
const MAX_BATCH_PART_LENGTH = 1024 * 1024;

/** Whether articles from a part of a file of this length are enough for one transaction. */
export function isFullBatch(articles: number, length: number): boolean {
  return articles >= MAX_ARTICLES || (articles > 0 && length >= MAX_BATCH_PART_LENGTH);
}
