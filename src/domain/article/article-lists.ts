import type { Json } from '../../shared/json';
import { languageTagOf } from '../reading/values';
import { writtenPart } from '../reading/change/change-part';
import { type ArticleContent, ARTICLE_PARTS, type ArticlePart } from './article-content';
import { digestOf } from '../../shared/digest';

/** The list of all articles. */
export const EVERY_ARTICLE = 'article';

/** The list of articles with a part. */
export function partList(part: ArticlePart): string {
  return part;
}

const TRANSLATION = 'translation:';
const INVALID_LANGUAGE = '?';

/**
 * The list of articles with a translation into a language. The name becomes part of a field name, so an invalid language tag returns the
 * name of a list that is always empty.
 */
export function translationList(language: string): string {
  return `${TRANSLATION}${languageTagOf(language) ?? INVALID_LANGUAGE}`;
}

/** Returns the language of a translation list; `undefined` for any other list. */
export function languageOfList(list: string): string | undefined {
  const tag = list.startsWith(TRANSLATION) ? list.slice(TRANSLATION.length) : INVALID_LANGUAGE;
  return tag === INVALID_LANGUAGE ? undefined : tag;
}

/**
 * Returns the lists that contain an article: those of its written parts, of the languages of its typed translations, and of its facet
 * values.
 */
export function listsWithArticle(source: Json, content: ArticleContent): string[] {
  const parts = ARTICLE_PARTS.filter((part) => writtenPart(source, part) !== null).map(partList);
  const languages = content.translations.flatMap(({ lang }) => (lang == null ? [] : [translationList(lang)]));
  return [...new Set([EVERY_ARTICLE, ...parts, ...languages, ...facetListsOf(content)])];
}

/**
 * Maximum number of languages, and of categories, of one article that are paired with its parts: each pair is an
 * index entry.
 */
const MAX_PAIRED = 64;

/** The separator in the names of pairs. No other counted list contains it. */
const PAIR_MARK = '+';

const PART_LISTS: ReadonlySet<string> = new Set<ArticlePart>(ARTICLE_PARTS);

/**
 * Returns the pair lists of an article: a part and a language, or a part and a category. These are the most common combinations of
 * filters. For another combination, the server reads one list and checks each article for the other filters.
 *
 * @param lists the single lists of an article
 */
export function pairedListsOf(lists: readonly string[]): string[] {
  const languages = lists.filter((list) => languageOfList(list) !== undefined).slice(0, MAX_PAIRED);
  const categories = lists.filter(isCategory).slice(0, MAX_PAIRED);
  return lists
    .filter(isPairedPart)
    .flatMap((part) =>
      [...languages, ...(part === 'category' ? [] : categories)].map((other) => pair(part, other)),
    );
}

/** The smallest set of lists equivalent to these: a pair replaces its two lists. */
export function fewestLists(lists: readonly string[]): readonly string[] {
  const part = lists.find((list) => PART_LISTS.has(list));
  if (part === undefined) return lists;
  const others = lists.filter((list) => list !== part);
  const pairs = others.map((other) => pairList(part, other) ?? other);
  return pairs.some(isPair) ? pairs : lists;
}

/**
 * Whether list segments count the articles of a list. Lists of facet values, and pairs with them, are not counted because their number is
 * unbounded.
 */
export function isCountedList(list: string): boolean {
  return !isFacetList(list) && !isPair(list);
}

/** Nearly every article has an entry, so a pair with the part `entry` would equal its other list. */
function isPairedPart(list: string): boolean {
  return PART_LISTS.has(list) && list !== 'entry';
}

/** Every article with a category has the part `category`, so their pair would equal the list of the category. */
function pairList(part: string, other: string): string | undefined {
  const isPaired = languageOfList(other) !== undefined || (isCategory(other) && part !== 'category');
  return isPairedPart(part) && isPaired ? pair(part, other) : undefined;
}

function pair(part: string, other: string): string {
  return `${part}${PAIR_MARK}${other}`;
}

function isPair(list: string): boolean {
  return list.includes(PAIR_MARK) && PART_LISTS.has(list.slice(0, list.indexOf(PAIR_MARK)));
}

function isCategory(list: string): boolean {
  return isFacetListOf('category', list);
}

/** A property that filters articles, besides dictionary, parts and languages. */
export type Facet = 'category' | 'class' | 'type';

/** Maximum length of a value in the name of a list, in bytes, because the name is part of an index key. A longer value is hashed. */
const MAX_SPELLED_LENGTH = 40;

/** Maximum number of values of one facet that find an article. Each value is an index entry. */
const MAX_VALUES = 64;

/** The separator in the names of facet lists. No other list contains it. */
const VALUE_MARK = '=';

/** The list of articles with a facet value. Values are compared exactly in NFC, including case and marks. */
export function facetList(facet: Facet, value: string): string {
  if (Buffer.byteLength(value) <= MAX_SPELLED_LENGTH) return `${facet}${VALUE_MARK}${value}`;
  return `${facet}#${VALUE_MARK}${digestOf(value)}`;
}

/** Whether a list is one of the values of a facet. */
function isFacetListOf(facet: Facet, list: string): boolean {
  return list.startsWith(`${facet}${VALUE_MARK}`) || list.startsWith(`${facet}#${VALUE_MARK}`);
}

/** Whether a list belongs to a facet value. */
export function isFacetList(list: string): boolean {
  return list.includes(VALUE_MARK);
}

/** Returns the lists of the facet values in a typed reading. A class is listed under its pair and under its plain value. */
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
  return [...different].slice(0, MAX_VALUES).map((value) => facetList(facet, value));
}
