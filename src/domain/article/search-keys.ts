import { cut, nfc } from '../../shared/text';
import type { ArticleContent } from './article-content';
import type { SearchKeys } from './article-record';

/** Version of the keys; raise it when the folding below changes. */
export const SEARCH_KEYS_VERSION = 1;

/** Letters that no decomposition turns into the plain letters that people type for them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{
    ŋ: 'n',
    η: 'n',
    ɲ: 'n',
    ƞ: 'n',
    ɛ: 'e',
    ə: 'e',
    ǝ: 'e',
    ɔ: 'o',
    ɩ: 'i',
    ɪ: 'i',
    ı: 'i',
    ʊ: 'u',
    ʋ: 'v',
    ʉ: 'u',
  },
  ...{
    ɓ: 'b',
    ɗ: 'd',
    ɖ: 'd',
    ƙ: 'k',
    ƴ: 'y',
    ɣ: 'g',
    ɠ: 'g',
    ƒ: 'f',
    ƭ: 't',
    ƥ: 'p',
    ʃ: 's',
    ʒ: 'z',
    ʧ: 'c',
    ʤ: 'j',
  },
  ...{ ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss' },
};

/** Longest key, in code points. */
const LONGEST = 100;

/** Every spelling of an article's headword, variants and forms: exact, and folded to what a plain keyboard writes. */
export function searchKeysOf({ entry, forms }: ArticleContent): SearchKeys {
  const spellings = [
    entry.headword,
    ...entry.variants.flatMap(({ headword, form }) => [headword, form]),
    ...forms.map(({ form }) => form),
  ].filter((spelling): spelling is string => typeof spelling === 'string' && spelling !== '');
  return { exact: unique(spellings.map(nfc)), folded: unique(spellings.map(foldForSearch)) };
}

/** A word as a plain keyboard writes it: lower case, no marks, no apostrophes, hyphens or spaces, plain letters. */
function foldForSearch(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\p{Z}\p{Lm}\p{Sk}]/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

function unique(keys: readonly string[]): string[] {
  return [...new Set(keys.map((key) => cut(key, LONGEST)))].filter((key) => key !== '');
}
