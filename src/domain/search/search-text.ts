import type { Folding } from './folding';
import type { Inflection } from './morphology/affixes';
import { type ContentWord, contentWordsOf } from './content/content-words';
import { glossQueryOf, type GlossQuery } from './glosses/glosses';
import { Failure } from '../../shared/failure';
import { isTooLongSearch, MAX_SEARCH_TEXT_LENGTH, nfc } from '../../shared/text';

const QUOTED = /^["“”„«](.*)["“”„»]$/su;

/** A search text, folded in every way that the match tiers look up. */
export interface SearchText {
  /** NFC, without spaces at the ends and without quotes. */
  readonly exact: string;
  /** Whether the text was in double quotes. Then only tiers that compare marks and those of whole translations are searched. */
  readonly isQuoted: boolean;
  /** Lower case, look-alikes unified, marks kept: see `Folding.caseFold`. */
  readonly light: string;
  /** Folded spellings to look up: see `Folding.querySpellings`. */
  readonly querySpellings: readonly string[];
  /** Spelling on a plain keyboard: see `Folding.plain`. */
  readonly plain: string;
  /** `light` without marks of tone and length. */
  readonly letters: string;
  /** Phonetic forms: see `Folding.sounds`. */
  readonly sounds: readonly string[];
  /** Phonetic forms when the text is read by the rules of other orthographies: see `Folding.readSounds`. */
  readonly readSounds: readonly string[];
  /** Plain spellings of the text as other orthographies read it. */
  readonly readings: readonly string[];
  /** `readings` with the marks of vowels. */
  readonly markedReadings: readonly string[];
  /** For each word of the text its folded spellings to look up. */
  readonly words: readonly (readonly string[])[];
  /** Possible headwords of which the text is an inflected form; empty for several words. */
  readonly inflections: readonly Inflection[];
  /** The text as a query for translations. */
  readonly gloss: GlossQuery;
  /** The words of the text as a query for running text (examples, definitions, notes). */
  readonly contentWords: readonly ContentWord[];
}

/** The rules by which a search text is folded. */
export interface Reader {
  readonly folding: Folding;
  /** Tags of the translation languages in which the text may be written. */
  readonly languages: readonly string[];
}

/**
 * Folds a search text.
 *
 * @returns `undefined` for an empty text, which finds nothing
 * @throws Failure INVALID_INPUT when the text is longer than 100 code points
 */
export function searchTextOf(input: string, { folding, languages }: Reader): SearchText | undefined {
  const text = nfc(input).trim();
  if (isTooLongSearch(text))
    throw new Failure(
      'INVALID_INPUT',
      `search: the text to look for must not be longer than ${MAX_SEARCH_TEXT_LENGTH} characters`,
    );
  const quoted = QUOTED.exec(text)?.[1]?.trim();
  const exact = folding.meant(quoted === undefined || quoted === '' ? text : quoted);
  if (exact === '') return undefined;
  const [word, ...more] = folding.words(exact);
  return {
    exact,
    isQuoted: quoted !== undefined && quoted !== '',
    light: folding.caseFold(exact),
    querySpellings: folding.querySpellings(exact),
    plain: folding.plainSpelling(exact),
    letters: folding.letters(exact),
    sounds: folding.sounds(exact),
    readSounds: folding.readSounds(exact),
    readings: folding.readings(exact),
    markedReadings: folding.markedReadings(exact),
    words: folding.words(exact).map((word) => folding.querySpellings(word)),
    inflections:
      word === undefined || more.length > 0
        ? []
        : [...folding.inflectionsOf(word), ...folding.inflectionsOfReadings(word)],
    gloss: glossQueryOf(exact, languages),
    contentWords: contentWordsOf(exact, { folding, languages }),
  };
}
