import { languageInHeading } from './language-names';

/**
 * Splits a heading into words: `EnglishTranslation`, `translation_en` and `Traduction (EN)` have two, `PoS` has one. The words are in
 * lower case without marks, Arabic ones without the article.
 */
export function headingWords(name: string): readonly string[] {
  return name
    .replace(/\p{Cf}/gu, '')
    .replace(/(?<=\p{Lowercase_Letter})(?=\p{Uppercase_Letter}\p{Letter})/gu, ' ')
    .replace(/(\p{Letter})(\d)/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\d]+/u)
    .map((word) => word.replace(/^ال(?=\p{Letter}{2})/u, ''))
    .filter((word) => word !== '');
}

/** Returns the language that the heading of the headwords names, as in `Mot bambara`. Codes that may be other words do not count. */
export function headingLanguage(name: string): string | undefined {
  const words = headingWords(name);
  const language = languageInHeading(words);
  return language !== undefined && language.word !== language.tag ? language.tag : undefined;
}
