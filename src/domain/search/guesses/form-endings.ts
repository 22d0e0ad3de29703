/** Words of which a mistyped one may be a form or another spelling. Browsers load this file with the suggested words; it imports nothing. */

type IsEditOf = (text: string, word: string) => boolean;

/**
 * Regular endings of forms in translation languages, each with the endings of the words of which these are forms. Stemmers know more of them, but
 * not where a form has an error.
 */
const ENDINGS: readonly (readonly [ending: string, ...ofBase: string[]])[] = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['x', ''],
  ['ing', '', 'e'],
  ['ed', '', 'e'],
  ['ied', 'y'],
  ['ent', 'er'],
  ['ando', 'ar'],
  ['endo', 'er'],
  ['indo', 'ir'],
];

/** Minimum lengths of a form that has an error before its ending, and of its word, in letters: too many others are near shorter ones. */
const MIN_LENGTH_OF_FORM = 6;
const MIN_LENGTH_OF_WORD = 4;

/** Minimum length of what stands before a mistyped ending, in letters. */
const MIN_LENGTH_BEFORE = 3;

/** Minimum length of an ending that may be mistyped, in letters: most words end almost like a shorter one. */
const MIN_MISTYPED_LENGTH = 3;

const VOWEL = /[aeiou]/;

/** Returns the words of which a word may be a form, if they are long enough to have an error. Some do not exist. */
export function basesOf(word: string): readonly string[] {
  // An s after another is no ending.
  if (word.length < MIN_LENGTH_OF_FORM || word.endsWith('ss')) return [];
  return ENDINGS.flatMap(([ending, ...ofBase]) =>
    word.endsWith(ending) ? joined(word, ending.length, ofBase) : [],
  ).filter(({ length }) => length >= MIN_LENGTH_OF_WORD);
}

/** Returns the words of which a word may be a form with an error in its ending: `speakng`, `citeis`. */
export function basesOfMistyped(word: string, isEditOf: IsEditOf): readonly string[] {
  return ENDINGS.flatMap(([ending, ...ofBase]) =>
    [-1, 0, 1].flatMap((more) => {
      const length = ending.length + more;
      return isMistyped(word.slice(-length), ending, isEditOf) ? joined(word, length, ofBase) : [];
    }),
  );
}

function joined(word: string, endLength: number, ofBase: readonly string[]): readonly string[] {
  const before = word.slice(0, -endLength);
  return before.length < MIN_LENGTH_BEFORE ? [] : ofBase.map((end) => before + end);
}

/** Whether a vowel of an ending was left out, a letter typed twice, or two were swapped. */
function isMistyped(end: string, ending: string, isEditOf: IsEditOf): boolean {
  if (ending.length < MIN_MISTYPED_LENGTH || end === ending || !isEditOf(end, ending)) return false;
  const [typed, wanted] = [Array.from(end), Array.from(ending)];
  const hasConsonants = wanted.every((letter) => VOWEL.test(letter) || typed.includes(letter));
  return hasConsonants && typed.every((letter) => wanted.includes(letter));
}

/**
 * Alternative spellings of one sound in translation languages, as `[pattern, replacement]`. They may differ in several letters or at
 * several positions.
 */
const RESPELLED: readonly (readonly [pattern: RegExp, other: string])[] = [
  [/o$/u, 'eau'],
  [/c$/u, 'que'],
  [/f/gu, 'ph'],
  [/ph/gu, 'f'],
  [/k$/u, 'que'],
  [/k/gu, 'qu'],
  [/k/gu, 'c'],
  [/c/gu, 'k'],
  [/i/gu, 'y'],
  [/y/gu, 'i'],
  [/z/gu, 's'],
  [/s/gu, 'z'],
  [/ss/gu, 'c'],
  [/x/gu, 'ch'],
  [/(\p{L})\1/gu, '$1'],
];

/** Minimum length of a word in which any error is searched, in letters: in a shorter one only a letter is added. */
const MIN_LONG = 5;

/** Returns other spellings of a word that sound the same, and those with one letter typed two positions too early or too late: `tounge`. */
export function respellingsOf(word: string): readonly string[] {
  const moved = Array.from(word.length >= MIN_LONG ? word.slice(2) : '', (last, i) => {
    const [head, [letter = '', next = ''], tail] = [
      word.slice(0, i),
      word.slice(i, i + 2),
      word.slice(i + 3),
    ];
    return [head + next + last + letter + tail, head + last + letter + next + tail];
  });
  const respelled = RESPELLED.map(([pattern, other]) => word.replace(pattern, other));
  return [...moved.flat(), ...respelled].filter((respelling) => respelling !== word);
}

/** Functions of `edits`, which browsers have loaded already. */
interface Edits {
  readonly editsBetween: (text: string, other: string) => number;
  readonly hasTwoErrors: (text: string, other: string) => boolean;
  readonly isEditOf: IsEditOf;
}

/**
 * Returns the words of a vocabulary that equal a word, are one edit away from it, or are another spelling of its sound. If there are
 * none, returns words of at least eight letters in which two letters differ.
 */
export function wordsNearTo(
  word: string,
  vocabulary: readonly string[],
  { editsBetween, hasTwoErrors, isEditOf }: Edits,
): readonly string[] {
  const isNear = (other: string, read: string) =>
    editsBetween(other, read) <= (Math.max(other.length, read.length) >= MIN_LONG ? 1 : 0);
  const bases = basesOf(word);
  const respelled = respellingsOf(word);
  const near = vocabulary.filter((other) => respelled.includes(other) || isNear(other, word));
  if (near.length > 0) return near;
  const long = bases.filter((base) => base.length >= MIN_LONG);
  const ofForms = [...basesOfMistyped(word, isEditOf), ...long.flatMap(respellingsOf)];
  const nearForms = vocabulary.filter(
    (other) => ofForms.includes(other) || bases.some((base) => isNear(other, base)),
  );
  return nearForms.length > 0 ? nearForms : vocabulary.filter((other) => hasTwoErrors(other, word));
}
