import type { Rules } from '../sounds';
import { COMMON_READINGS } from './common-readings';

/** Spelling rules of single languages, in the form of the orthographies in `sounds`. */

/** The Ethiopic script has no letter for the shortest vowel, which people type as `i`. */
const MIN_VOWEL_LENGTH: Rules = [[/(?<=[^aeiou])i(?=[^aeiou])/gu, '']];

/** After `w`, the vowels of the first and the sixth order sound as `o` and `u`. */
const ETHIOPIC: readonly Rules[] = [
  MIN_VOWEL_LENGTH,
  [[/wo/gu, 'we'], [/wu(?=[^aeiou])/gu, 'w'], ...MIN_VOWEL_LENGTH],
];

/** The stops of Tigrinya are spirants after vowels, which people type as stops. */
const TIGRINYA: readonly Rules[] = [...ETHIOPIC, [...MIN_VOWEL_LENGTH, [/(?<=.)[kq](?!h)/gu, 'kh']]];

/**
 * Digits that represent Arabic letters which they resemble, as in messages: `3`, `7` and `9` in all countries, the others in some.
 * Letters of no other sound are the plain ones.
 */
const digits = (ayn: string, hah: string): Rules => [
  [/3/gu, ayn],
  [/7/gu, hah],
  [/9/gu, 'q'],
  [/8/gu, 'g'],
  [/6/gu, 't'],
  [/5/gu, 'x'],
];

/** Letters of Arabic as French hears them, the vowel `ou`, spirants that Berber writes plain, and digits. */
const MAGHRIBI: Rules = [
  ...digits('e', 'h'),
  [/ou/gu, 'u'],
  [/o/gu, 'u'],
  [/ch/gu, 'c'],
  [/th/gu, 't'],
  [/ts(?!s)/gu, 't'],
  [/dh/gu, 'd'],
  [/(?<=[^aeiou])e$/u, ''],
  [/u(?=[aei])/gu, 'w'],
];

/** Nor does every text in Tifinagh have the shortest vowel, typed as `e`. */
const AMAZIGH: readonly Rules[] = [
  [[/(?<=[^aeiou])e(?=[^aeiou])/gu, '']],
  MAGHRIBI,
  [...MAGHRIBI, [/^el(?=[^aeiou])/u, 'l']],
  // The French r is the sound of ɣ, also where another r follows.
  [...MAGHRIBI, [/rr/gu, 'ghr'], [/r(?=.*r)/gu, 'gh']],
  [...MAGHRIBI, [/r/gu, 'gh']],
];

/** Names on Italian maps and what was written by people who went to Italian schools. */
const ITALIAN: Rules = [
  [/sci(?=[aou])|sc(?=[ei])/gu, 'sh'],
  [/c?ch(?=[ei])/gu, 'k'],
  [/g?gh(?=[ei])/gu, 'g'],
  [/g?gi(?=[aou])|g?g(?=[ei])/gu, 'j'],
  [/c(?=[aou])/gu, 'k'],
  [/^u(?=[aei])|(?<=[aeiou])u(?=[aei])/gu, 'w'],
];

/** People from elsewhere hear `x` as `h`, and no consonant in `c` at the beginning. */
const SOMALI: readonly Rules[] = [
  [[/(?<![cdksg])h/gu, 'x']],
  [[/^(?=[aeiou])/u, 'c']],
  digits('c', 'x'),
  ITALIAN,
  [...ITALIAN, [/(?<![cdksg])h/gu, 'x']],
];

/** Portuguese spellings of names and words of Angola. */
const ANGOLAN: readonly Rules[] = [
  [
    [/ch/gu, 'x'],
    [/g(?=[ei])/gu, 'j'],
    [/[gq]u(?=[eiy])/gu, 'k'],
    [/c(?=[aou])/gu, 'k'],
    [/c(?=[ei])/gu, 's'],
    [/nh/gu, 'ny'],
    [/r/gu, 'd'],
    [/o$/u, 'u'],
  ],
];

/** `o` is the vowel of French `ou`, `y` is `i` at the end, and French leaves out a final `a`, which is hardly heard. */
const MALAGASY: readonly Rules[] = [
  [
    [/tch/gu, 'ts'],
    [/dz/gu, 'j'],
    [/ou/gu, 'o'],
    [/i$/u, 'y'],
    [/(?<=[^aeiouy])$/u, 'a'],
  ],
];

/** Consonants before front vowels as English spells them; `j` may be either of two. */
const AKAN: readonly Rules[] = [
  [
    [/ch/gu, 'ky'],
    [/j/gu, 'gy'],
    [/sh/gu, 'hy'],
  ],
  [
    [/chw?/gu, 'tw'],
    [/ju(?=[aeio])|j/gu, 'dw'],
  ],
];

/** Others write the ejective `x` as `t`, as in Ethiopian names on maps. */
const OROMO: readonly Rules[] = [ITALIAN, [[/t/gu, 'x']]];

/** Consonants before a vowel, and `ou`, as French hears them in the languages of West and Central Africa. */
const FRENCH_EAR: Rules = [
  [/tch|ty|ti(?=[aeou])/gu, 'c'],
  [/dj|dy|di(?=[aeou])/gu, 'j'],
  [/gn/gu, 'ny'],
  [/gu(?=[ei])/gu, 'g'],
  [/ou(?=[aei])/gu, 'w'],
  [/ou/gu, 'u'],
  [/iy?(?=[aeou])/gu, 'y'],
];

/** A consonant and the vowel after it: nasals before another consonant are no syllable. */
const SYLLABLE = '(?:[gk](?=[bp]))?[bcdfgjklmnprstwyz]';

/**
 * A short vowel between a consonant and `l` or `r` is hardly heard: _fla_ for `fila`. N'Ko writes a vowel once for two syllables that share it,
 * ߓߟߏ for `bolo`. Between vowels, some dialects have a `g` and others none.
 */
const MANDE: readonly Rules[] = [
  FRENCH_EAR,
  [...FRENCH_EAR, [new RegExp(`(?<=${SYLLABLE})([aeiou])(?=${SYLLABLE}\\1)`, 'gu'), '']],
  [[new RegExp(`(?<=[bcdfgjklprstwyz])(?=${SYLLABLE}([aeiou]))`, 'gu'), '$1']],
  [[/(?<=[aeiou])g(?=[aeiou])/gu, '']],
  [[/([aeiou])\1/gu, '$1g$1']],
  ...['i', 'u'].map((vowel): Rules => [...FRENCH_EAR, [/(?<=^[bcdfgjkmnpst])(?=[lr])/gu, vowel]]),
];

/** An `r` at the beginning is written `d` as well. */
const MOORE: readonly Rules[] = [FRENCH_EAR, [...FRENCH_EAR, [/^d/u, 'r']]];

/** `ĩ` and `ũ` lie between two vowels, and others hear the lower ones. */
const KIKUYU: readonly Rules[] = [
  [
    [/e/gu, 'i'],
    [/o/gu, 'u'],
  ],
];

/** French has no `x`, which Gbe spells for the sound of German _ach_, and hears a nasal vowel after `m` and `n`. */
const GBE: readonly Rules[] = [
  FRENCH_EAR,
  [...FRENCH_EAR, [/h/gu, 'x']],
  [...FRENCH_EAR, [/(?<=[mn]y?)on$/u, 'o']],
];

/** The orthography of Lesotho for words in that of South Africa and Botswana, and the one of missions, with `x` for `g`. */
const SOTHO: readonly Rules[] = [
  [
    [/ch/gu, 'tjh'],
    [/k[hx]/gu, 'kg'],
    [/x/gu, 'g'],
    [/o(?=[ae])/gu, 'w'],
    [/e(?=[ao])/gu, 'y'],
    [/l(?=[iu])/gu, 'd'],
  ],
];

/** Luganda as names and old books spell it. */
const LUGANDA: readonly Rules[] = [
  [
    [/ch(?=[aou])/gu, 'ky'],
    [/ch/gu, 'k'],
  ],
];

/** Portuguese spellings of Mozambique, in whose languages `x` is the sound of its `ch`. */
const MOZAMBICAN: readonly Rules[] = [
  [
    [/ch/gu, 'x'],
    [/qu|c/gu, 'k'],
    [/o$/gu, 'u'],
  ],
];

/** Digits and brackets that look like letters which phones lack, as people in West Africa write them. */
const WEST_AFRICAN: Rules = [
  [/(?<=\p{L})3|3(?=[\p{L}3])/gu, 'ɛ'],
  [/(?<!\(.*)\)/gu, 'ɔ'],
];

/** The readings of languages, by code (ISO 639). Each of the languages has a morphology, so that browsers have loaded both. */
export const READINGS: ReadonlyMap<string, readonly Rules[]> = new Map(
  [
    ['und', COMMON_READINGS] as const,
    ['am amh', ETHIOPIC] as const,
    ['ti tir tig', TIGRINYA] as const,
    ['ber kab zgh shi tzm rif shy mzb sjs siz gha taq tmh thv ttq thz', AMAZIGH] as const,
    ['so som', SOMALI] as const,
    ['om orm gaz', OROMO] as const,
    ['aa aar', [ITALIAN]] as const,
    ['ak aka tw twi fat', AKAN] as const,
    ['kmb umb cjk nba', ANGOLAN] as const,
    ['mg mlg plt', MALAGASY] as const,
    ['bm bam dyu emk mku msc man nqo mwk mlq myq mnk', MANDE] as const,
    ['mos', MOORE] as const,
    ['ff ful fuf fuv fuc fub fuh ffm son ses dje ln lin kg kon ktu kwy', [FRENCH_EAR]] as const,
    ['ki kik kam mer ebu', KIKUYU] as const,
    ['ee ewe fon gej ajg gun guw', GBE] as const,
    ['tn tsn st sot nso', SOTHO] as const,
    ['ts tso rng tsc vmw ngl mgh', MOZAMBICAN] as const,
    ['lg lug nyn ttj nyo cgg', LUGANDA] as const,
  ].flatMap(([codes, rules]) => codes.split(' ').map((code) => [code, rules] as const)),
);

/** Signs that represent letters in search texts, by language. */
export const LETTER_SIGNS: ReadonlyMap<string, Rules> = new Map(
  'ak aka tw twi fat ee ewe gaa dag fon gej ajg gun guw bm bam dyu emk mku msc man nqo mwk mlq myq'
    .split(' ')
    .map((code) => [code, WEST_AFRICAN] as const),
);
