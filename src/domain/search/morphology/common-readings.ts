import type { Rules } from '../sounds';

/** Spellings of further orthographies, in any language. Browsers load them with the morphologies, to keep the first page small. */
export const COMMON_READINGS: readonly Rules[] = [
  // Portuguese has no final u and i without stress, and writes o and e for these.
  [
    [/nh/gu, 'ny'],
    [/ch|x/gu, 's'],
    [/qu|c/gu, 'k'],
    [/o$/gu, 'u'],
    [/e$/gu, 'i'],
  ],
  // Portuguese spellings of words of Cape Verde, whose alphabet writes `tx` for their `ch` and no `e` before `s` and a consonant.
  [
    [/^e(?=s[^aeiou])/gu, ''],
    [/t?ch/gu, 'tx'],
    [/qu|c(?![ei])/gu, 'k'],
    [/o$/gu, 'u'],
    [/e$/gu, 'i'],
  ],
  // The h of an aspirated consonant is left out, since Portuguese and French have no such consonants: `nkuku`, `mutiana`.
  [
    [/qu|c(?!h)/gu, 'k'],
    [/[kpt](?![hcs])/gu, '$&h'],
    [/i(?=[aou])/gu, 'iy'],
  ],
  // A vowel after i or u is written with the consonant between them or without: `alafia`, `alafiya`.
  [
    [/i(?=[aeou])/gu, 'iy'],
    [/u(?=[aeio])/gu, 'uw'],
  ],
  [
    [/(?<=i)y(?=[aeou])/gu, ''],
    [/(?<=u)w(?=[aeio])/gu, ''],
  ],
  // French with a final e that is not silent, as where people omit the accent of é, and with `th` for `t`: `ichoure`, `thamourth`.
  [
    [/oua/gu, 'wa'],
    [/ou/gu, 'u'],
    [/(?<!t)ch/gu, 's'],
    [/d[iy](?=[aeou])/gu, 'j'],
    [/gu(?=[ei])/gu, 'g'],
    [/qu|c(?![eih])/gu, 'k'],
    [/th/gu, 't'],
  ],
  // Portuguese x for the sound that English spells `ch`: `xicondi`.
  [
    [/x/gu, 'ch'],
    [/qu|c(?!h)/gu, 'k'],
  ],
  // The glide at the beginning, which is hardly heard, and glides written as the vowels e and o: `iri` for `yiri`, `nwaga` for `noaga`.
  [
    [/^i/u, 'yi'],
    [/^u/u, 'wu'],
    [/(?<=[^aeiou])w(?=[ae])/gu, 'o'],
    [/(?<=[^aeiou])y(?=[ao])/gu, 'e'],
  ],
  // Digits of messages for glottal stops and throat sounds: `sa3a` for `sa'a`, `7alib`, `9alb`.
  [
    [/[23](?=\p{L})|(?<=\p{L})[23]/gu, ''],
    [/5(?=\p{L})|(?<=\p{L})5/gu, 'kh'],
    [/7(?=\p{L})|(?<=\p{L})7/gu, 'h'],
    [/8(?=\p{L})|(?<=\p{L})8/gu, 'gh'],
    [/9(?=\p{L})|(?<=\p{L})9/gu, 'q'],
  ],
  // French with the consonants that its letters have between vowels and at the end of words: `lacase`, `marcher`.
  [
    [/eau|au/gu, 'o'],
    [/oua|oi/gu, 'wa'],
    [/ou/gu, 'u'],
    [/ch/gu, 's'],
    [/ai/gu, 'e'],
    [/(?<=[aeiou])s(?=[aeiou])/gu, 'z'],
    [/g(?=[ei])/gu, 'z'],
    [/gu(?=[ei])/gu, 'g'],
    [/qu|c(?![ei])/gu, 'k'],
    [/c/gu, 's'],
    [/(?<=[^aeiou])e$/u, ''],
    [/(?<=\w\w)er$/u, 'e'],
  ],
  // Interdentals of Arabic words (`dh`, `th`), typed as `z` and `s` by speakers of languages without them.
  [
    [/z/gu, 'dh'],
    [/s(?!h)/gu, 'th'],
  ],
];
