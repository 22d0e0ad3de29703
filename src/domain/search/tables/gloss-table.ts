import type * as alphabets from '../../alphabet/alphabet-table';
import type { latinSpellingsOf } from '../morphology/arabic-letters';
import type { arabicTiers } from '../morphology/arabic-spellings';
import type { inflectedTiers } from '../morphology/inflected-tiers';
import type { Inflections } from '../morphology/inflections';
import type { Morphology } from '../morphology/morphology';
import type { LETTER_SIGNS, READINGS } from '../morphology/readings';
import type * as scripts from './scripts-table';
import type * as phrases from './phrase-table';
import type * as suggestions from './suggestion-table';

/**
 * The translation languages with tables, each with its ISO 639 codes. A change of a table changes stored keys: raise SEARCH_KEYS_VERSION.
 */
export const CODES = {
  en: 'en eng',
  fr: 'fr fra fre',
  es: 'es spa',
  pt: 'pt por',
  de: 'de deu ger',
  it: 'it ita',
  nl: 'nl nld dut',
  ar: 'ar ara',
} as const;

export type GlossTag = keyof typeof CODES;

/**
 * A table that browsers load separately: of a translation language, of the inflections of all headword languages, of the tiers of several
 * words, of suggested words, of the letters of other scripts, or of alphabets.
 */
export type TableName = GlossTag | 'morphologies' | 'phrases' | 'suggestions' | 'scripts' | 'alphabets';

/** The tables that are loaded. */
export type Tables = Partial<Record<GlossTag, GlossTable>> & {
  morphologies?: ReadonlyMap<string, Morphology>;
  /** The code that applies morphologies. It is loaded with them, because most searches need neither. */
  Inflections?: typeof Inflections;
  inflectedTiers?: typeof inflectedTiers;
  latinSpellingsOf?: typeof latinSpellingsOf;
  arabicTiers?: typeof arabicTiers;
  READINGS?: typeof READINGS;
  LETTER_SIGNS?: typeof LETTER_SIGNS;
  /** The tiers of search texts of several words. */
  phrases?: typeof phrases;
  /** The functions that suggest words for searches with few hits. */
  suggestions?: typeof suggestions;
  scripts?: typeof scripts;
  /** The order of headwords, and the letters that keyboards lack. */
  alphabets?: typeof alphabets;
};

export const ALL_TAGS = Object.keys(CODES) as readonly GlossTag[];

/** Data of a translation language. */
export interface GlossTable {
  /** Returns the stem of a word. */
  readonly stem: (word: string) => string;
  readonly stopWords: readonly string[];
  /** Further stop words with which equivalents begin, separated by spaces. */
  readonly others?: string;
  /** Base words by irregular form. */
  readonly irregular?: ReadonlyMap<string, string>;
  /**
   * Returns further possible base words of a plain form, some of which do not exist. Only search texts use it, so that stored keys do not
   * depend on it.
   */
  readonly wordsOf?: (form: string) => readonly string[];
}
