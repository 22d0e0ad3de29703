import { languageTagOf } from '../reading/values';
import type { ArticleContent, Translation } from './article-content';
import type { ArticleRecord } from './article-record';

/**
 * Changes with the content and with the votes; it costs nothing to make. An article that comes after a deleted one of the same
 * number has another time of creation.
 */
export function etagOf({ revision, likeCount, unlikeCount, createdAt }: ArticleRecord): string {
  return `"${revision}.${likeCount}.${unlikeCount}.${createdAt.getTime()}"`;
}

/** Translations into one language, or all when none is named; none for what is no language tag. */
export function translationsInto(
  { translations }: ArticleContent,
  language: string | null | undefined,
): readonly Translation[] {
  if (language === null || language === undefined) return translations;
  const wanted = languageTagOf(language);
  return wanted === undefined ? [] : translations.filter(({ lang }) => lang === wanted);
}

/** The fields of an article in summaries. Source: interface decisions, "resume". */
export function summaryOf({ type, categories, translations }: ArticleContent) {
  return {
    type: type ?? null,
    category: categories[0]?.content ?? null,
    translation: translations[0]?.content ?? null,
  };
}
