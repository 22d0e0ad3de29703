import { BANTU_ROWS, type MorphologyRow } from './bantu-languages';
import { EASTERN_BANTU_ROWS } from './eastern-bantu-languages';
import { FURTHER_BANTU_ROWS } from './further-bantu-languages';
import { ARABIC_ROW, FURTHER_ROWS } from './further-languages';
import { OTHER_ROWS } from './other-languages';
import type { LanguageMorphology } from './inflections';

export { latinSpellingsOf } from './arabic-letters';
export { arabicTiers } from './arabic-spellings';
export { inflectedTiers } from './inflected-tiers';
export { Inflections } from './inflections';
export { LETTER_SIGNS, READINGS } from './readings';

type Row = MorphologyRow & Pick<LanguageMorphology, 'isBantu' | 'formsLike'>;

/**
 * Inflections of languages in general grammars, without irregular words. To add a language, add an item. A dictionary that
 * declares a morphology uses none of these.
 */
const MORPHOLOGY_ROWS: readonly Row[] = [
  ...[...FURTHER_BANTU_ROWS, ...EASTERN_BANTU_ROWS, ...BANTU_ROWS].map((row) => ({ ...row, isBantu: true })),
  ...OTHER_ROWS,
  ...FURTHER_ROWS,
  { ...ARABIC_ROW, formsLike: 'ar' },
];

function wordList(words: string | undefined): readonly string[] {
  return (words ?? '').split(' ').filter((word) => word !== '');
}

function morphologyOf({
  classes = [],
  prefixes = [],
  affixes,
  citation,
  patterns,
  particles,
  isBantu = false,
  formsLike,
}: Row): LanguageMorphology {
  return {
    nounClasses: classes.map((row) => {
      const [pair = '', singular = '', plural = ''] = row.split(' ');
      return { pair, singular, plural };
    }),
    prefixes: prefixes.map(wordList),
    affixes: wordList(affixes).map((rule) => {
      const [form = '', base = '-'] = rule.split(':');
      return { form, base };
    }),
    citationPrefixes: wordList(citation),
    particles: wordList(particles),
    patterns: wordList(patterns),
    ...(isBantu && { isBantu }),
    ...(formsLike && { formsLike }),
  };
}

/** The morphology of languages, by their codes. */
export const MORPHOLOGIES: ReadonlyMap<string, LanguageMorphology> = new Map(
  MORPHOLOGY_ROWS.flatMap((row) => {
    const morphology = morphologyOf(row);
    return wordList(row.languages).map((code) => [code, morphology] as const);
  }),
);
