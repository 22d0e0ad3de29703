import type { Folding } from '../folding';
import { contentTextsOf, type SearchableTexts } from './content-texts';
import { keysOfWord, wordsIn } from './content-words';

/** Maximum number of keys of one article: they are the words of several pages. */
const MOST_KEYS = 200;

/** Longest text of an article that is read for keys, in UTF-16 units. */
const MOST_TEXT = 20_000;

/** The keys of the words of examples, definitions and notes, each once. They have no code: their array has no others. */
export function contentKeysOf(content: SearchableTexts, folding: Folding): readonly string[] {
  const keys = new Set<string>();
  let left = MOST_TEXT;
  for (const { text, lang } of contentTextsOf(content)) {
    for (const word of wordsIn(text.slice(0, left)))
      for (const key of keysOfWord(word.text, lang, folding)) {
        if (keys.size >= MOST_KEYS) return [...keys];
        keys.add(key);
      }
    left -= text.length;
    if (left <= 0) break;
  }
  return [...keys];
}
