import { cut } from '../../../shared/text';

/** Maximum length of a gram, in letters. A longer text is found by several grams. */
const GRAM_LENGTH = 3;

/** Maximum length of a search text, in code points; longer texts are cut. */
const MAX_SEARCHED_LENGTH = 100;

/** Returns all grams of up to three letters in the texts. They find parts of words. */
export function gramsOf(...texts: readonly string[]): string[] {
  const grams = new Set<string>();
  for (const text of texts)
    for (let size = 1; size <= GRAM_LENGTH; size++) addGrams(grams, cut(text, 300), size);
  return [...grams];
}

/** Returns the grams that a text must have to contain a search text. */
export function gramsOfSearch(text: string): string[] {
  const searched = cut(text, MAX_SEARCHED_LENGTH);
  const grams = new Set<string>();
  addGrams(grams, searched, Math.min(GRAM_LENGTH, Array.from(searched).length));
  return [...grams];
}

function addGrams(grams: Set<string>, text: string, size: number): void {
  const letters = Array.from(text);
  for (let i = 0; i + size <= letters.length; i++) grams.add(letters.slice(i, i + size).join(''));
}
