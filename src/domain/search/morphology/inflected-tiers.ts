import type { Inflection } from './affixes';

/** The members of `Spelling` that this module needs. It does not import the type, since browsers load it separately. */
interface SearchableText {
  readonly field: string;
  readonly text: string;
}

interface Hearing {
  readonly sounds: (text: string) => readonly string[];
}

type BasesOf<Spelling, Folding> = (spelling: Spelling, folding: Folding) => readonly string[];

/** Codes of the keys of spellings and of phonetic forms, and the function that spells a text. The caller passes them, because browsers have loaded them already. */
export interface InflectedKeys<Spelling, Folding> {
  readonly spelled: readonly string[];
  readonly heard: readonly string[];
  readonly spelledBy: BasesOf<Spelling, Folding>;
}

/** Maximum number of possible headwords that are also compared by sound, and minimum length of a phonetic form, in letters. */
const MAX_SOUND_CANDIDATES = 30;
const MIN_SOUND_LENGTH = 5;

/**
 * Returns the steps for headwords of which the search text is an inflected form, and for those that sound like one. They rank
 * in the order of `inflections`. Browsers load this with the morphologies.
 */
export function inflectedTiers<Spelling extends SearchableText, Folding extends Hearing>(
  inflections: readonly Inflection[],
  folding: Folding,
  { spelled, heard, spelledBy }: InflectedKeys<Spelling, Folding>,
) {
  const bySound = inflections
    .slice(0, MAX_SOUND_CANDIDATES)
    .flatMap((inflection) => folding.sounds(inflection.base).map((base) => ({ ...inflection, base })))
    .filter(({ base }) => base.length >= MIN_SOUND_LENGTH);
  const soundsOf: BasesOf<Spelling, Folding> = ({ field, text }, own) =>
    field === 'translation' ? [] : own.sounds(text);
  return [
    { tier: 'inflected' as const, ...tierOf(inflections, spelled, spelledBy) },
    { tier: 'inflectedSound' as const, ...tierOf(bySound, heard, soundsOf) },
  ];
}

function tierOf<Spelling, Folding>(
  inflections: readonly Inflection[],
  codes: readonly string[],
  basesOf: BasesOf<Spelling, Folding>,
) {
  const ranks = new Map(inflections.map(({ base }, i) => [base, i]));
  const rankOf = (bases: readonly string[]) =>
    Math.min(999, ...bases.flatMap((base) => ranks.get(base) ?? []));
  const anyOf = inflections.flatMap(({ base }) => codes.map((code) => code + base));
  return {
    lookups: [{ in: 'precise' as const, anyOf }],
    order: ({ precise }: { readonly precise: readonly string[] }) => {
      const bases = precise.filter((key) => codes.includes(key.slice(0, 1))).map((key) => key.slice(1));
      return String(rankOf(bases)).padStart(3, '0');
    },
    ruleFor: (spelling: Spelling, folding: Folding) => inflections[rankOf(basesOf(spelling, folding))]?.rule,
  };
}
