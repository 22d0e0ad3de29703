import type { Folding } from './folding';
import type { Inflection } from './morphology/inflections';
import { type ContentWord, contentWordsOf } from './content/content-words';
import { glossQueryOf, type GlossQuery } from './glosses/glosses';
import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';

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
  /** By the rules of other orthographies. */
  readonly readSounds: readonly string[];
  readonly readings: readonly string[];
  /** The same with the marks of vowels. */
  readonly markedReadings: readonly string[];
  /** The spellings to look up for each of its words. */
  readonly words: readonly (readonly string[])[];
  /** The headwords that it may be a form of; none for several words. */
  readonly inflections: readonly Inflection[];
  /** The text as a translation. */
  readonly gloss: GlossQuery;
  /** Its words as they are looked up in examples, definitions and notes. */
  readonly contentWords: readonly ContentWord[];
}

/** How a text is read. */
export interface Reader {
  readonly folding: Folding;
  /** Languages of translations in which it may be written. */
  readonly languages: readonly string[];
}

/**
 * @returns `undefined` for an empty text, which finds nothing
 * @throws Failure INVALID_INPUT when the text is longer than 100 code points
 */
export function searchTextOf(given: string, { folding, languages }: Reader): SearchText | undefined {
  const text = nfc(given).trim();
  if (lengthOf(text) > LONGEST_TEXT)
    throw new Failure(
      'INVALID_INPUT',
      `search: the text to look for must not be longer than ${LONGEST_TEXT} characters`,
    );
  const quoted = QUOTED.exec(text)?.[1]?.trim();
  const exact = quoted === undefined || quoted === '' ? text : quoted;
  if (exact === '') return undefined;
  const [word, ...more] = folding.words(exact);
  return {
    exact,
    isQuoted: quoted !== undefined && quoted !== '',
    light: folding.light(exact),
    asked: folding.asked(exact),
    plain: folding.plain(exact),
    letters: folding.letters(exact),
    sounds: folding.sounds(exact),
    readSounds: folding.readSounds(exact),
    readings: folding.readings(exact),
    markedReadings: folding.markedReadings(exact),
    words: folding.words(exact).map((word) => folding.asked(word)),
    inflections: word === undefined || more.length > 0 ? [] : folding.inflectionsOf(word),
    gloss: glossQueryOf(exact, languages),
    contentWords: contentWordsOf(exact, { folding, languages }),
  };
}
