import { COMMON_FOLDING } from './folding';
import { APOSTROPHES, SEGMENT_MARKS } from './letters';

const BRACKETED = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/gu;
const SEPARATORS = new RegExp(`[${SEGMENT_MARKS}]`, 'u');
const JOINED = new RegExp(`[${APOSTROPHES}]`, 'u');

/** Shortest part of an elided word that counts as a word: `d'être` is `être`, and no `d`. */
const SHORTEST_PART = 2;

/** The equivalents within one translation: split at separators, without what stands in brackets. */
export function segmentsOf(translation: string): readonly string[] {
  return translation
    .replace(BRACKETED, ' ')
    .split(SEPARATORS)
    .filter((segment) => segment.trim() !== '');
}

/** The words of a segment, folded; what an apostrophe joins counts as one word and as its parts. */
export function wordsOfSegment(segment: string): readonly string[] {
  const whole = plainWords(segment);
  if (!JOINED.test(segment)) return whole;
  const parts = segment.split(JOINED).flatMap(plainWords);
  return [...new Set([...whole, ...parts.filter((part) => part.length >= SHORTEST_PART)])];
}

/** The words of a text, plain, each once. */
export function plainWords(text: string): readonly string[] {
  return [...new Set(COMMON_FOLDING.words(text).map((word) => COMMON_FOLDING.plain(word)))];
}
