import { lengthOf, opaqueText } from '../../../shared/text';
import { isJsonObject, type Json } from '../../../shared/json';
import type { ArticleRecord } from '../../article/article-record';
import type { SemanticDomain } from '../../article/sense-content';
import type { Folding } from '../../search/folding';
import { type EntityValue, isSameLanguage, textsIn } from './entity-values';

/** The fields of an article that values are made of. */
export type SourceArticle = Pick<ArticleRecord, 'number' | 'publicId' | 'headword' | 'content'>;

/** Where the values of an entity come from, in the shape of `entity_values.source`. */
export interface EntitySource {
  /** Identifier of the dictionary. */
  readonly dictionary: string;
  /** What articles must have; their names and contents as the dictionary writes them. */
  readonly category?: string;
  readonly class?: string;
  readonly domain?: string;
  /** Tag (BCP 47): articles must have a translation into it, and those of which no language is named are into it. */
  readonly language?: string;
  /** `headword`, `publicId`, or `translation:TAG` with the first translation into a language. */
  readonly value: string;
  /** Any of `headword`, `variants`, `forms`, `translations:TAG` and `spellings`. */
  readonly synonyms: readonly string[];
  /** Most values that it gives, those of the lowest article numbers; by default all. */
  readonly most?: number;
}

/** Most parts of an article whose texts are synonyms; further ones are left out. */
const MOST_PARTS = 16;

/** The source that `entity_values` states; `undefined` for none. */
export function entitySourceIn(json: Json | undefined): EntitySource | undefined {
  const source = isJsonObject(json) ? json['source'] : undefined;
  if (!isJsonObject(source)) return undefined;
  const { dictionary, value, synonyms, most } = source;
  if (typeof dictionary !== 'string' || dictionary === '') return undefined;
  const conditions = (['category', 'class', 'domain', 'language'] as const).flatMap((name) => {
    const wanted = source[name];
    return typeof wanted === 'string' && wanted !== '' ? [[name, wanted] as const] : [];
  });
  return {
    dictionary,
    ...Object.fromEntries(conditions),
    value: typeof value === 'string' ? value : 'headword',
    ...(typeof most === 'number' && most >= 1 ? { most: Math.floor(most) } : {}),
    synonyms:
      synonyms === undefined ? ['variants', 'forms'] : [...new Set(textsIn(synonyms))].slice(0, MOST_PARTS),
  };
}

/** The value that an article gives; `undefined` if the source does not take it. */
export function valueOfArticle(source: EntitySource, article: SourceArticle): EntityValue | undefined {
  const [value] = isTaken(source, article) ? textsOf(source.value, article, source.language) : [];
  if (value === undefined) return undefined;
  const texts = new Set(source.synonyms.flatMap((part) => textsOf(part, article, source.language)));
  texts.delete(value);
  return {
    value,
    synonyms: [...texts],
    article: opaqueText(['Article', source.dictionary, article.number]),
  };
}

function isTaken(
  { category, domain, class: wanted, language }: EntitySource,
  { content }: SourceArticle,
): boolean {
  const { categories, classes, translations } = content;
  const domains: readonly SemanticDomain[] = content.domains ?? [];
  return (
    (category === undefined || categories.some((item) => item.content === category)) &&
    (wanted === undefined || classes.some(({ pair, value }) => pair === wanted || value === wanted)) &&
    (domain === undefined || domains.some((item) => item.content === domain)) &&
    (language === undefined || translations.some(({ lang }) => isInto(language, lang)))
  );
}

function isInto(wanted: string, lang: string | undefined): boolean {
  return lang !== undefined && isSameLanguage(lang, wanted);
}

function textsOf(
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

/** Shortest spelling that is listed, in letters. */
const SHORTEST_SPELLING = 3;

/**
 * Values with the spellings by which recognition finds them, for programs that compare letters: `Ŋgorongoro` is typed as
 * "ngorongoro". A spelling that is another value is not listed.
 *
 * @param values those to complete
 * @param others what is a value of the entity, as `folding.light` has it
 */
export function withSpellings(
  values: readonly EntityValue[],
  others: ReadonlySet<string>,
  folding: Folding,
): readonly EntityValue[] {
  return values.map((value) => {
    const texts = [value.value, ...value.synonyms];
    const known = new Set(texts.flatMap((text) => [text, folding.light(text)]));
    const spelled = texts
      .flatMap((text) => spellingsOf(text, folding))
      .filter((text) => lengthOf(text) >= SHORTEST_SPELLING && !known.has(text) && !others.has(text));
    return { ...value, synonyms: [...value.synonyms, ...new Set(spelled)] };
  });
}

/** Of several words, the plain one of each: as search keys they have no spaces. */
function spellingsOf(text: string, folding: Folding): readonly string[] {
  const words = text.trim().split(/\s+/u);
  return words.length === 1 ? folding.spellings(text) : [words.map((word) => folding.plain(word)).join(' ')];
}
