import { sha256 } from '@noble/hashes/sha2';
import { utf8ToBytes } from '@noble/hashes/utils';
import { languageTagOf } from '../reading/values';
import type { ArticleContent, Translation } from './article-content';
import type { ArticleRecord } from './article-record';

/** Fields from which the entity tag of an article is computed. */
export type EtagFields = Pick<
  ArticleRecord,
  'revision' | 'likeCount' | 'unlikeCount' | 'createdAt' | 'proposedText'
>;

/**
 * Returns the entity tag of an article, which changes with its content, its votes and the texts of open proposals. The creation time
 * distinguishes an article from a deleted one with the same number.
 */
export function etagOf({ revision, likeCount, unlikeCount, createdAt, proposedText }: EtagFields): string {
  const proposed = proposedText ? [digestNumber(proposedText)] : [];
  return `"${[revision, likeCount, unlikeCount, createdAt.getTime(), ...proposed].join('.')}"`;
}

/** A digest in digits, like the other parts of the tag. */
function digestNumber(text: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(text));
  return ((a * 256 + b) * 256 + c) * 256 + d;
}

/** Returns the translations into a language: all if no language is given, none if the language tag is invalid. */
export function translationsInto(
  { translations }: ArticleContent,
  language: string | null | undefined,
): readonly Translation[] {
  if (language === null || language === undefined) return translations;
  const tag = languageTagOf(language);
  return tag === undefined ? [] : translations.filter(({ lang }) => lang === tag);
}

/** Returns the fields of an article in summaries. Source: interface decisions, "resume". */
export function summaryOf({ type, categories, translations }: ArticleContent) {
  return {
    type: type ?? null,
    category: categories[0]?.content ?? null,
    translation: translations[0]?.content ?? null,
  };
}
