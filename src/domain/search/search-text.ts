import { COMMON_FOLDING, type Folding } from './folding';
import { APOSTROPHES, SEGMENT_MARKS } from './letters';
import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';

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

/** Longest text to search for, in code points. */
const LONGEST_TEXT = 100;

const QUOTED = /^["“”„«](.*)["“”„»]$/su;

/** A text that somebody searches for, folded in every way. */
export interface SearchText {
  /** NFC, without spaces at the ends and without quotes. */
  readonly exact: string;
  /** Whether it stood in double quotes: then marks count. */
  readonly isQuoted: boolean;
  readonly light: string;
  /** The spellings to look up. */
  readonly asked: readonly string[];
  readonly plain: string;
  /** Light, without marks of tone and length. */
  readonly letters: string;
  readonly sounds: readonly string[];
  /** The spellings to look up for each of its words. */
  readonly words: readonly (readonly string[])[];
}

/**
 * @returns `undefined` for an empty text, which finds nothing
 * @throws Failure INVALID_INPUT when the text is longer than 100 code points
 */
export function searchTextOf(given: string, folding: Folding): SearchText | undefined {
  const text = nfc(given).trim();
  if (lengthOf(text) > LONGEST_TEXT)
    throw new Failure(
      'INVALID_INPUT',
      `search: the text to look for must not be longer than ${LONGEST_TEXT} characters`,
    );
  const quoted = QUOTED.exec(text)?.[1]?.trim();
  const exact = quoted === undefined || quoted === '' ? text : quoted;
  if (exact === '') return undefined;
  return {
    exact,
    isQuoted: quoted !== undefined && quoted !== '',
    light: folding.light(exact),
    asked: folding.asked(exact),
    plain: folding.plain(exact),
    letters: folding.letters(exact),
    sounds: folding.sounds(exact),
    words: folding.words(exact).map((word) => folding.asked(word)),
  };
}
