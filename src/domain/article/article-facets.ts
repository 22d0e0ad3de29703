import { createHash } from 'node:crypto';
import type { ArticleContent } from './article-content';

/** The properties that filter articles, beside dictionary, parts and languages. */
export type Facet = 'category' | 'class' | 'type';

/** Longest value that is stored as it is, in bytes: the list is part of an index key. */
const LONGEST_SPELLED = 40;

/** Maximum number of values of one facet that an article is found by: each is an index entry. */
const MOST_VALUES = 64;

/** Occurs in the names of these lists and of no others. */
const MARK = '=';

/** The list of articles with a value, compared exactly: in NFC, including case and marks. */
export function facetList(facet: Facet, value: string): string {
  if (Buffer.byteLength(value) <= LONGEST_SPELLED) return `${facet}${MARK}${value}`;
  const digest = createHash('sha256').update(value).digest('base64url').slice(0, 22);
  return `${facet}#${MARK}${digest}`;
}

/** Whether a list is one of values of a facet. */
export function isFacetListOf(facet: Facet, list: string): boolean {
  return list.startsWith(`${facet}${MARK}`) || list.startsWith(`${facet}#${MARK}`);
}

/** Whether a list is one of values. Their number is unbounded, so no totals are stored for them. */
export function isFacetList(list: string): boolean {
  return list.includes(MARK);
}

/** The lists of the values in a typed reading; a class counts with its pair and with its plain value. */
export function facetListsOf({ categories, classes, type }: ArticleContent): string[] {
  return [
    ...listsOf(
      'category',
      categories.map(({ content }) => content),
    ),
    ...listsOf(
      'class',
      classes.flatMap(({ pair, value }) => [pair, value]),
    ),
    ...listsOf('type', [type]),
  ];
}

function listsOf(facet: Facet, values: readonly (string | undefined)[]): string[] {
  const different = new Set(values.filter((value) => value !== undefined));
  return [...different].slice(0, MOST_VALUES).map((value) => facetList(facet, value));
}
