/**
 * Spellings by people who learned to write another language: a query is read by the rules of
 * that orthography. Only queries are read so; the keys of articles hold one sound for each spelling.
 */

export type Rules = readonly (readonly [pattern: RegExp, sound: string])[];

/** Placeholder for `tch` while the rules replace a plain `c`; folded text has no capital letters. */
const TCH = 'C';

const FRENCH: Rules = [
  [/tch|t(?:h?)i(?=[aeou])/gu, TCH],
  [/di(?=[aeou])/gu, 'j'],
  [/ni(?=[aeou])/gu, 'ny'],
  [/sch|ch/gu, 's'],
  [/ph/gu, 'f'],
  [/oi|oua/gu, 'wa'],
  [/ou/gu, 'u'],
  [/eau|au/gu, 'o'],
  [/eu/gu, 'ë'],
  [/ai(?![aeou])/gu, 'e'],
  [/gu(?=[eië])/gu, 'g'],
  [/qu/gu, 'k'],
  [/c(?=[eiyë])/gu, 's'],
  [/c/gu, 'k'],
  [/(?<=[^aeiouë])e$/u, ''],
  [/(?<=[^aeiou])y$/u, 'i'],
];

const ENGLISH: Rules = [
  [/tch|ch/gu, TCH],
  [/sh/gu, 's'],
  [/ph/gu, 'f'],
  [/ck/gu, 'k'],
  [/igh/gu, 'ai'],
  [/ee|ea/gu, 'i'],
  [/oo/gu, 'u'],
  [/oa|ow(?![aeiou])/gu, 'o'],
  [/a[iy](?![aeiou])/gu, 'e'],
  [/(?<=[aeiou])h(?![aeiou])/gu, ''],
  [/(?<=[^aeiou])[ae]r$/u, 'a'],
  [/(?<=[^aeiou])y$/u, 'i'],
  [/qu/gu, 'kw'],
  [/c(?=[eiy])/gu, 's'],
  [/c/gu, 'k'],
  [/x/gu, 'ks'],
];

const PORTUGUESE: Rules = [
  [/tch/gu, TCH],
  [/nh/gu, 'ny'],
  [/lh/gu, 'ly'],
  [/ch|x/gu, 's'],
  [/[qg]u(?=[ei])/gu, 'g'],
  [/c(?=[ei])/gu, 's'],
  [/c/gu, 'k'],
  [/ou/gu, 'o'],
];

const READINGS: readonly Rules[] = [FRENCH, ENGLISH, PORTUGUESE];

/** Minimum length of a text that is read by the rules of another orthography, in letters. The rules of its language read texts of any length. */
const MIN_READ_LENGTH = 3;

/**
 * Returns the spellings of a folded text as readers of each orthography pronounce it, without the text itself. `ë` is the vowel of
 * French `peu`.
 *
 * @param further the rules of further orthographies
 */
export function readingsOf(plain: string, further: readonly Rules[]): readonly string[] {
  return plain.length < MIN_READ_LENGTH ? [] : readBy([...READINGS, ...further], plain);
}

/** Returns the spellings of a folded text by each of some rules, without the text itself. */
export function readBy(rules: readonly Rules[], plain: string): readonly string[] {
  const read = rules.map((rule) =>
    rule.reduce((text, [pattern, sound]) => text.replace(pattern, sound), plain).replaceAll(TCH, 'tch'),
  );
  return [...new Set(read)].filter((text) => text !== plain);
}
