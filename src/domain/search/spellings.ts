import type { ArticleContent } from '../article/article-content';

/** Where in an article a text stands. */
export type MatchField = 'headword' | 'variant' | 'form' | 'translation';

/** A text by which an article can be found. */
export interface Spelling {
  readonly field: MatchField;
  readonly text: string;
  /** Language and number of a translation. */
  readonly lang?: string | undefined;
  readonly number?: number | undefined;
}

type SearchableContent = Pick<ArticleContent, 'entry' | 'forms' | 'translations'>;

/** Everything in an article that search looks at, in the order of its weight. */
export function spellingsOf({ entry, forms, translations }: SearchableContent): readonly Spelling[] {
  return [
    ...(entry.headword === undefined ? [] : [{ field: 'headword' as const, text: entry.headword }]),
    ...entry.variants.flatMap(({ headword }) =>
      headword === undefined ? [] : [{ field: 'variant' as const, text: headword }],
    ),
    ...forms.map(({ form }) => ({ field: 'form' as const, text: form })),
    ...translations.map(({ content, lang, number }) => ({
      field: 'translation' as const,
      text: content,
      lang,
      number,
    })),
  ];
}
