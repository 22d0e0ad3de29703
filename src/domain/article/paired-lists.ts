import { isFacetList, isFacetListOf } from './article-facets';
import { languageOf } from './article-lists';
import { ARTICLE_PARTS, type ArticlePart } from './article-part';

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
