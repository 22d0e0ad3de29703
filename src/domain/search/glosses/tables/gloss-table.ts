import type { inflectedTiers } from '../../morphology/inflected-tiers';
import type { Inflections } from '../../morphology/inflections';
import type { Morphology } from '../../morphology/morphology';

/** The languages with tables, each with its codes of ISO 639. A change of a table changes stored keys: raise SEARCH_KEYS_VERSION. */
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

/** What browsers load by itself: the tables of a language of translations, and the inflections of languages of headwords. */
export type TableName = GlossTag | 'morphologies';

/** The tables that are loaded. */
export type Tables = Partial<Record<GlossTag, GlossTable>> & {
  morphologies?: ReadonlyMap<string, Morphology>;
  /** What reads words by a morphology, which comes with them: most searches need neither. */
  Inflections?: typeof Inflections;
  inflectedTiers?: typeof inflectedTiers;
};

export const ALL_TAGS = Object.keys(CODES) as readonly GlossTag[];

/** What search knows of the words of a language of translations. */
export interface GlossTable {
  readonly stem: (word: string) => string;
  readonly stopWords: readonly string[];
  /** Stop words that the list lacks, with which equivalents begin. */
  readonly others?: string;
  /** Irregular forms and the words that they are forms of. */
  readonly irregular?: ReadonlyMap<string, string>;
  /**
   * Words that a plain form may be a form of, beyond its stem; some do not exist. Only what is typed is read so: stored keys have
   * none of them.
   */
  readonly wordsOf?: (form: string) => readonly string[];
}
