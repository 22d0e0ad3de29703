import type { Json } from '../../shared/json';
import { languageTagOf } from '../reading/values';
import { writtenPart } from '../reading/change/written-part';
import type { ArticleContent } from './article-content';
import { facetListsOf } from './article-facets';
import { ARTICLE_PARTS, type ArticlePart } from './article-part';

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
