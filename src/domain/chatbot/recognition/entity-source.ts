import { lengthOf, opaqueText } from '../../../shared/text';
import { isJsonObject, type Json } from '../../../shared/json';
import type { ArticleRecord } from '../../article/article-record';
import type { SemanticDomain } from '../../article/sense-content';
import type { Folding } from '../../search/folding';
import { type EntityValue, isSameLanguage, filledTexts } from './entity-values';

/** The fields of an article from which a value is computed. */
export type SourceArticle = Pick<ArticleRecord, 'number' | 'publicId' | 'headword' | 'content'>;

/** The source of an entity: the dictionary and the rules by which its articles become values. Stored as `entity_values.source`. */
export interface EntitySource {
  /** Identifier of the dictionary. */
  readonly dictionary: string;
  /** Only articles with a category of this content give a value. */
  readonly category?: string;
  /** Only articles with a class of this value or pair give a value. */
  readonly class?: string;
  /** Only articles with a semantic domain of this content give a value. */
  readonly domain?: string;
  /** Tag (BCP 47). Only articles with a translation into this language give a value. It is the default of TAG below. */
  readonly language?: string;
  /** The text that becomes the value: `headword`, `publicId`, or `translation:TAG` for the first translation into a language. */
  readonly value: string;
  /** The texts that become synonyms: any of `headword`, `variants`, `forms`, `translations:TAG` and `spellings`. */
  readonly synonyms: readonly string[];
  /** Maximum number of values, from the lowest article numbers; by default all. */
  readonly most?: number;
}

/** Maximum number of items of `synonyms`; further ones are ignored. */
const MAX_SYNONYM_PARTS = 16;

/**
 * Reads the source of an entity from the JSON of its `entity_values`. Members of another type are ignored.
 *
 * @returns `undefined` if it has no source with a dictionary
 */
export function entitySourceIn(json: Json | undefined): EntitySource | undefined {
  const source = isJsonObject(json) ? json['source'] : undefined;
  if (!isJsonObject(source)) return undefined;
  const { dictionary, value, synonyms, most } = source;
  if (typeof dictionary !== 'string' || dictionary === '') return undefined;
  const conditions = (['category', 'class', 'domain', 'language'] as const).flatMap((name) => {
    const condition = source[name];
    return typeof condition === 'string' && condition !== '' ? [[name, condition] as const] : [];
  });
  return {
    dictionary,
    ...Object.fromEntries(conditions),
    value: typeof value === 'string' ? value : 'headword',
    ...(typeof most === 'number' && most >= 1 ? { most: Math.floor(most) } : {}),
    synonyms:
      synonyms === undefined
        ? ['variants', 'forms']
        : [...new Set(filledTexts(synonyms))].slice(0, MAX_SYNONYM_PARTS),
  };
}

/**
 * Computes the value of an article.
 *
 * @returns `undefined` if the article does not meet the conditions of the source, or lacks the text of the value
 */
export function valueOfArticle(source: EntitySource, article: SourceArticle): EntityValue | undefined {
  const [value] = meetsConditions(source, article)
    ? articlePartTexts(source.value, article, source.language)
    : [];
  if (value === undefined) return undefined;
  const texts = new Set(source.synonyms.flatMap((part) => articlePartTexts(part, article, source.language)));
  texts.delete(value);
  return {
    value,
    synonyms: [...texts],
    article: opaqueText(['Article', source.dictionary, article.number]),
  };
}

function meetsConditions(
  { category, domain, class: grammaticalClass, language }: EntitySource,
  { content }: SourceArticle,
): boolean {
  const { categories, classes, translations } = content;
  const domains: readonly SemanticDomain[] = content.domains ?? [];
  return (
    (category === undefined || categories.some((item) => item.content === category)) &&
    (grammaticalClass === undefined ||
      classes.some(({ pair, value }) => pair === grammaticalClass || value === grammaticalClass)) &&
    (domain === undefined || domains.some((item) => item.content === domain)) &&
    (language === undefined || translations.some(({ lang }) => isInto(language, lang)))
  );
}

function isInto(language: string, lang: string | undefined): boolean {
  return lang !== undefined && isSameLanguage(lang, language);
}

/**
 * The texts of a part of an article.
 *
 * @param part an item of `synonyms` or the `value` of a source; others have no texts, and `spellings` is left to `withSpellings`
 * @param language default language of translations; without one, those of all languages are returned
 */
function articlePartTexts(
  part: string,
  { headword, publicId, content }: SourceArticle,
  language: string | undefined,
): readonly string[] {
  const [name, tag = language] = part.split(':');
  switch (name) {
    case 'headword':
      return headword === null ? [] : [headword];
    case 'publicId':
      return [publicId];
    case 'variants':
      return content.entry.variants.flatMap((variant) => variant.headword ?? []);
    case 'forms':
      return content.forms.map(({ form }) => form);
    case 'translation':
    case 'translations':
      return content.translations.flatMap(({ lang, content: text }) =>
        tag === undefined || isInto(tag, lang) ? [text] : [],
      );
    default:
      return [];
  }
}

/** Minimum length of a listed spelling, in letters. */
const MIN_SPELLING_LENGTH = 3;

/**
 * Adds to values the spellings by which recognition finds them, as synonyms. Programs that only compare letters need them:
 * people type `Ŋgorongoro` as "ngorongoro".
 *
 * @param foldedValues all values of the entity, folded by `folding.caseFold`; a spelling that equals one of them is not added
 */
export function withSpellings(
  values: readonly EntityValue[],
  foldedValues: ReadonlySet<string>,
  folding: Folding,
): readonly EntityValue[] {
  return values.map((value) => {
    const texts = [value.value, ...value.synonyms];
    const listed = new Set(texts.flatMap((text) => [text, folding.caseFold(text)]));
    const spellings = texts
      .flatMap((text) => recognizedSpellings(text, folding))
      .filter(
        (spelling) =>
          lengthOf(spelling) >= MIN_SPELLING_LENGTH && !listed.has(spelling) && !foldedValues.has(spelling),
      );
    return { ...value, synonyms: [...value.synonyms, ...new Set(spellings)] };
  });
}

/**
 * The spellings of a text. For several words it is one spelling, the plain words with spaces: the search keys of a text have no
 * spaces.
 */
function recognizedSpellings(text: string, folding: Folding): readonly string[] {
  const words = text.trim().split(/\s+/u);
  return words.length === 1
    ? folding.spellings(text)
    : [words.map((word) => folding.plainSpelling(word)).join(' ')];
}
