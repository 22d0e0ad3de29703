import type { Inflection } from './inflections';

/** What this needs of a text by which an article is found, and of how words are folded. */
interface Found {
  readonly field: string;
  readonly text: string;
}

interface Hearing {
  readonly sounds: (text: string) => readonly string[];
}

type BasesOf<Spelling, Folding> = (spelling: Spelling, folding: Folding) => readonly string[];

/** Codes of the keys of words as they are spelled and as they sound, and how words are spelled. Browsers have these already. */
export interface InflectedKeys<Spelling, Folding> {
  readonly spelled: readonly string[];
  readonly heard: readonly string[];
  readonly spelledBy: BasesOf<Spelling, Folding>;
}

/** Most headwords of which a form may be typed in another spelling of their sound, and the shortest, in letters. */
const MOST_HEARD = 30;
const SHORTEST_HEARD = 5;

/**
 * Headwords of which what was typed is a form by rules of the language, and those that sound as these do. The longest comes first.
 * Browsers load this with the morphologies.
 */
export function inflectedTiers<Spelling extends Found, Folding extends Hearing>(
  inflections: readonly Inflection[],
  folding: Folding,
  { spelled, heard, spelledBy }: InflectedKeys<Spelling, Folding>,
) {
  const sounding = inflections
    .slice(0, MOST_HEARD)
    .flatMap((inflection) => folding.sounds(inflection.base).map((base) => ({ ...inflection, base })))
    .filter(({ base }) => base.length >= SHORTEST_HEARD);
  const soundsOf: BasesOf<Spelling, Folding> = ({ field, text }, own) =>
    field === 'translation' ? [] : own.sounds(text);
  return [
    { tier: 'inflected' as const, ...tierOf(inflections, spelled, spelledBy) },
    { tier: 'inflectedSound' as const, ...tierOf(sounding, heard, soundsOf) },
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
