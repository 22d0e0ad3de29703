import { opaqueText } from '../../../shared/text';
import { isJsonObject, type Json } from '../../../shared/json';
import type { ArticleRecord } from '../../article/article-record';
import type { SemanticDomain } from '../../article/sense-content';
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
  /** `headword`, `publicId`, or `translation:TAG` with the first translation into a language. */
  readonly value: string;
  /** Any of `headword`, `variants`, `forms` and `translations:TAG`. */
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
  const conditions = (['category', 'class', 'domain'] as const).flatMap((name) => {
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
  const [value] = isTaken(source, article) ? textsOf(source.value, article) : [];
  if (value === undefined) return undefined;
  const texts = new Set(source.synonyms.flatMap((part) => textsOf(part, article)));
  texts.delete(value);
  return {
    value,
    synonyms: [...texts],
    article: opaqueText(['Article', source.dictionary, article.number]),
  };
}

function isTaken({ category, domain, class: wanted }: EntitySource, { content }: SourceArticle): boolean {
  const { categories, classes } = content;
  const domains: readonly SemanticDomain[] = content.domains ?? [];
  return (
    (category === undefined || categories.some((one) => one.content === category)) &&
    (wanted === undefined || classes.some(({ pair, value }) => pair === wanted || value === wanted)) &&
    (domain === undefined || domains.some((one) => one.content === domain))
  );
}

function textsOf(part: string, { headword, publicId, content }: SourceArticle): readonly string[] {
  const [name, tag] = part.split(':');
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
        tag === undefined || (lang !== undefined && isSameLanguage(lang, tag)) ? [text] : [],
      );
    default:
      return [];
  }
}
