import type { ArticleContent } from '../article/article-content';

/**
 * The searchable text of an article: headword, variants, forms, translations, examples with their
 * translations. Each text once, in that order, a line each; white space within a text is one space.
 */
export function articleText(content: ArticleContent): string {
  const texts = [
    content.entry.headword,
    ...content.entry.variants.map(({ headword }) => headword),
    ...content.forms.map(({ form }) => form),
    ...content.translations.map((translation) => translation.content),
    ...content.examples.flatMap((example) => [example.content, example.target]),
  ];
  const lines = texts.map((text) => (text ?? '').trim().replace(/\s+/gu, ' '));
  return [...new Set(lines)].filter((line) => line !== '').join('\n');
}
