import type { Rules } from '../sounds';

/** How people spell single languages, as the rules of orthographies in `sounds`. */

/** The Ethiopic script has no letter for the shortest vowel, which people type as `i`. */
const SHORTEST_VOWEL: Rules = [[/(?<=[^aeiou])i(?=[^aeiou])/gu, '']];

/** Behind `w`, the vowels of the first and the sixth order sound as `o` and `u`. */
const ETHIOPIC: readonly Rules[] = [
  SHORTEST_VOWEL,
  [[/wo/gu, 'we'], [/wu(?=[^aeiou])/gu, 'w'], ...SHORTEST_VOWEL],
];

/** Nor does every text in Tifinagh have one, typed as `e`. */
const AMAZIGH: readonly Rules[] = [[[/(?<=[^aeiou])e(?=[^aeiou])/gu, '']]];

/** People from elsewhere hear `x` as `h`, and no consonant in `c` at the beginning. */
const SOMALI: readonly Rules[] = [[[/(?<![cdksg])h/gu, 'x']], [[/^(?=[aeiou])/u, 'c']]];

/** `o` is the vowel of French `ou`, and `y` is `i` at the end. */
const MALAGASY: readonly Rules[] = [
  [
    [/tch/gu, 'ts'],
    [/ou/gu, 'o'],
    [/i$/u, 'y'],
  ],
];

/** The readings of languages, by code (ISO 639). Each of the languages has a morphology, so that browsers have loaded both. */
export const READINGS: ReadonlyMap<string, readonly Rules[]> = new Map(
  [
    ['am amh ti tir', ETHIOPIC] as const,
    ['ber kab zgh shi tzm rif', AMAZIGH] as const,
    ['so som', SOMALI] as const,
    ['mg mlg plt', MALAGASY] as const,
  ].flatMap(([codes, rules]) => codes.split(' ').map((code) => [code, rules] as const)),
);
