import { createHash } from 'node:crypto';
import type { ArticleContent } from './article-content';

/** What articles are narrowed by, beside the dictionary, their parts and their languages. */
export type Facet = 'category' | 'class' | 'type';

/** Longest value that is spelled out, in bytes: the list is a part of an index key. */
const LONGEST_SPELLED = 40;

/** Most values of one facet that an article is found by: each is an index entry. */
const MOST_VALUES = 64;

/** Stands in the names of these lists and of no others. */
const MARK = '=';

/** The list of the articles that have a value, which is compared as it stands: in NFC, case and marks included. */
export function facetList(facet: Facet, value: string): string {
  if (Buffer.byteLength(value) <= LONGEST_SPELLED) return `${facet}${MARK}${value}`;
  const digest = createHash('sha256').update(value).digest('base64url').slice(0, 22);
  return `${facet}#${MARK}${digest}`;
}

/** Whether a list is one of values of a facet. */
export function isFacetListOf(facet: Facet, list: string): boolean {
  return list.startsWith(`${facet}${MARK}`) || list.startsWith(`${facet}#${MARK}`);
}

/** Whether a list is one of values. There is no end to these, so that no totals are kept of them. */
export function isFacetList(list: string): boolean {
  return list.includes(MARK);
}

/** The lists of the values in a typed reading; a class counts with its pair and with its bare value. */
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
