import { createHash } from 'node:crypto';
import type { Json } from '../../shared/json';
import { languageTagOf } from '../reading/values';
import { writtenPart } from '../reading/change/change-part';
import { type ArticleContent, ARTICLE_PARTS, type ArticlePart } from './article-content';

/** The list that every article stands in. */
export const EVERY_ARTICLE = 'article';

/** The list of the articles that have a part. */
export function partList(part: ArticlePart): string {
  return part;
}

const TRANSLATION = 'translation:';
const NO_LANGUAGE = '?';

/**
 * The list of the articles that have a translation into a language. The name becomes part of a field name, so what is no
 * language tag gets the name of a list that has no articles.
 */
export function translationList(language: string): string {
  return `${TRANSLATION}${languageTagOf(language) ?? NO_LANGUAGE}`;
}

/** The language of such a list; `undefined` for any other. */
export function languageOf(list: string): string | undefined {
  const tag = list.startsWith(TRANSLATION) ? list.slice(TRANSLATION.length) : NO_LANGUAGE;
  return tag === NO_LANGUAGE ? undefined : tag;
}

/**
 * The lists in which an article stands: the parts that it was written with, the languages of its typed translations, and
 * the values of its facets.
 */
export function listsOf(source: Json, content: ArticleContent): string[] {
  const parts = ARTICLE_PARTS.filter((part) => writtenPart(source, part) !== null).map(partList);
  const languages = content.translations.flatMap(({ lang }) => (lang == null ? [] : [translationList(lang)]));
  return [...new Set([EVERY_ARTICLE, ...parts, ...languages, ...facetListsOf(content)])];
}

/** Most languages, and most categories, of one article that are paired with its parts: each pair is an index entry. */
const MOST_PAIRED = 64;

/** Stands in the names of pairs and of no other list that is counted. */
const MARK = '+';

const PARTS: ReadonlySet<string> = new Set<ArticlePart>(ARTICLE_PARTS);

/**
 * The lists of the articles that stand in two lists at once: a part and a language, or a part and a category, which are
 * the filters that are combined most. Any other combination is read along one list, and the others are asked of each
 * article.
 *
 * @param lists the single lists of an article
 */
export function pairedListsOf(lists: readonly string[]): string[] {
  const languages = lists.filter((list) => languageOf(list) !== undefined).slice(0, MOST_PAIRED);
  const categories = lists.filter(isCategory).slice(0, MOST_PAIRED);
  return lists.flatMap((part) => [...languages, ...categories].flatMap((other) => pairOf(part, other) ?? []));
}

/** As few lists as hold the articles that stand in all of these: a pair in place of its two lists. */
export function fewestLists(lists: readonly string[]): readonly string[] {
  const part = lists.find((list) => PARTS.has(list));
  if (part === undefined) return lists;
  const others = lists.filter((list) => list !== part);
  const pairs = others.map((other) => pairOf(part, other) ?? other);
  return pairs.some(isPair) ? pairs : lists;
}

/** Whether segments count the articles of a list. There is no end to the values of facets, nor to pairs with them. */
export function isCountedList(list: string): boolean {
  return !isFacetList(list) && !isPair(list);
}

/** Nearly every article has an entry, and what has a category has that part: such a pair holds what its other list holds. */
function pairOf(part: string, other: string): string | undefined {
  if (!PARTS.has(part) || part === 'entry') return undefined;
  const isPaired = languageOf(other) !== undefined || (isCategory(other) && part !== 'category');
  return isPaired ? `${part}${MARK}${other}` : undefined;
}

function isPair(list: string): boolean {
  return list.includes(MARK) && PARTS.has(list.slice(0, list.indexOf(MARK)));
}

function isCategory(list: string): boolean {
  return isFacetListOf('category', list);
}

/** What articles are narrowed by, beside the dictionary, their parts and their languages. */
export type Facet = 'category' | 'class' | 'type';

/** Longest value that is spelled out, in bytes: the list is a part of an index key. */
const LONGEST_SPELLED = 40;

/** Most values of one facet that an article is found by: each is an index entry. */
const MOST_VALUES = 64;

/** Stands in the names of these lists and of no others. */
const VALUE_MARK = '=';

/** The list of the articles that have a value, which is compared as it stands: in NFC, case and marks included. */
export function facetList(facet: Facet, value: string): string {
  if (Buffer.byteLength(value) <= LONGEST_SPELLED) return `${facet}${VALUE_MARK}${value}`;
  const digest = createHash('sha256').update(value).digest('base64url').slice(0, 22);
  return `${facet}#${VALUE_MARK}${digest}`;
}

/** Whether a list is one of values of a facet. */
function isFacetListOf(facet: Facet, list: string): boolean {
  return list.startsWith(`${facet}${VALUE_MARK}`) || list.startsWith(`${facet}#${VALUE_MARK}`);
}

/** Whether a list is one of values. There is no end to these, so that no totals are kept of them. */
export function isFacetList(list: string): boolean {
  return list.includes(VALUE_MARK);
}

/** The lists of the values in a typed reading; a class counts with its pair and with its bare value. */
export function facetListsOf({ categories, classes, type }: ArticleContent): string[] {
  return [
    ...listsOfFacet(
      'category',
      categories.map(({ content }) => content),
    ),
    ...listsOfFacet(
      'class',
      classes.flatMap(({ pair, value }) => [pair, value]),
    ),
    ...listsOfFacet('type', [type]),
  ];
}

function listsOfFacet(facet: Facet, values: readonly (string | undefined)[]): string[] {
  const different = new Set(values.filter((value) => value !== undefined));
  return [...different].slice(0, MOST_VALUES).map((value) => facetList(facet, value));
}
