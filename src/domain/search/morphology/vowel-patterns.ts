/**
 * In some languages the forms of a word share its consonants, the root, and differ in the vowels between them: broken plurals and verbs in
 * Arabic and Amazigh, plurals in Nilotic languages. A pattern has the vowels of a headword and numbers for its consonants: `1i2a3` is the
 * pattern of _kitab_. Each pattern is stored with its number of consonants. Browsers load this file with the morphologies; it imports nothing.
 */
export type VowelPatterns = readonly (readonly [radicals: number, pattern: string])[];

/** Matches a consonant, doubled or not; several letters may spell one. */
const CONSONANT = /(dh|gh|kh|ny|sh|th|[^aeiou])\1*/gu;

/** Consonants that may be a vowel in another form: _buyut_ of _bet_. */
const WEAK: ReadonlySet<string | undefined> = new Set(['w', 'y']);

const LATIN = /^[a-z]+$/;

/** Minimum and maximum number of consonants of a root. A single one is shared by too many words. */
const RADICALS = { min: 2, max: 4 };

/** A word that may be the headword of a form, its root, and the number of changed letters. */
interface PatternMatch {
  readonly base: string;
  readonly root: string;
  readonly changes: number;
}

/** Adds to each pattern its number of consonants. */
export function patternsOf(patterns: readonly string[]): VowelPatterns {
  return patterns.map((pattern) => [Math.max(...Array.from(pattern.replace(/\D/gu, ''), Number)), pattern]);
}

/** Returns words with the consonants of a word in plain spelling; none for other scripts and for roots of another length. */
export function wordsByPattern(word: string, patterns: VowelPatterns): readonly PatternMatch[] {
  if (!LATIN.test(word)) return [];
  const radicals = Array.from(word.matchAll(CONSONANT), ([, letter = '']) => letter);
  return rootsFrom(radicals)
    .filter(({ length }) => length >= RADICALS.min && length <= RADICALS.max)
    .flatMap((root) =>
      patterns.flatMap(([length, pattern]) => {
        if (length !== root.length) return [];
        const base = pattern.replace(/\d/gu, (digit) => root[Number(digit) - 1] ?? '');
        return { base, root: root.join('-'), changes: changesBetween(word, base) };
      }),
    );
}

/** Number of positions at which two words have different letters, plus the difference of their lengths. */
function changesBetween(word: string, base: string): number {
  const replaced = Array.from(word).filter((letter, i) => letter !== (base[i] ?? letter));
  return replaced.length + Math.abs(word.length - base.length);
}

/** Possible roots of a word: its consonants, and its consonants without one that may be a vowel. */
function rootsFrom(radicals: readonly string[]): (readonly string[])[] {
  const shorter = radicals.flatMap((radical, i) => (WEAK.has(radical) ? [radicals.toSpliced(i, 1)] : []));
  return [radicals, ...shorter];
}
