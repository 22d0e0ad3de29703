import { cut } from '../../../shared/text';

/** Longest piece of text that is looked up; longer ones are found by their pieces. */
const LONGEST = 3;

/** What is searched begins to cost when it is longer, in code points. */
const LONGEST_SEARCHED = 100;

/** Every piece of up to three letters that stands in one of the texts, so that a part of a word can be looked up. */
export function gramsOf(...texts: readonly string[]): string[] {
  const grams = new Set<string>();
  for (const text of texts) for (let size = 1; size <= LONGEST; size++) addGrams(grams, cut(text, 300), size);
  return [...grams];
}

/** The pieces that stand in every text in which this one stands. */
export function gramsOfSearch(text: string): string[] {
  const searched = cut(text, LONGEST_SEARCHED);
  const grams = new Set<string>();
  addGrams(grams, searched, Math.min(LONGEST, Array.from(searched).length));
  return [...grams];
}

function addGrams(grams: Set<string>, text: string, size: number): void {
  const letters = Array.from(text);
  for (let i = 0; i + size <= letters.length; i++) grams.add(letters.slice(i, i + size).join(''));
}
