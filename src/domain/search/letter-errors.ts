/** Letters that people type for each other. Browsers load this file with the suggested words; it imports nothing. */

/** Letters that people write for each other, because their sounds are alike. */
const ALIKE = ['aeiou', 'bpvfw', 'dt', 'ckgqx', 'szcx', 'jygi', 'lrn', 'mn', 'hx', 'uw'];

/** The rows of the usual keyboards, and how far each is shifted to the right of the first one, in keys. */
const KEYBOARDS = ['qwertyuiop asdfghjkl zxcvbnm', 'azertyuiop qsdfghjklm wxcvbn'];
const SHIFTS = [0, 0.25, 0.75];

/** The positions of the keys of each keyboard. */
const POSITIONS = KEYBOARDS.map(
  (rows) =>
    new Map(
      rows
        .split(' ')
        .flatMap((row, y) =>
          Array.from(row, (letter, x) => [letter, { x: x + (SHIFTS[y] ?? 0), y }] as const),
        ),
    ),
);

const LATIN_LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

const LIKELY: ReadonlyMap<string, readonly string[]> = new Map(
  LATIN_LETTERS.map((letter) => [letter, LATIN_LETTERS.filter((other) => areAlike(letter, other))]),
);

/** Returns the letters that a letter may replace, for lookups that every search of a long word makes: a third of those for all letters. */
export function likelyFor(letter: string): readonly string[] {
  return LIKELY.get(letter) ?? [];
}

function areAlike(letter: string, other: string): boolean {
  return ALIKE.some((group) => group.includes(letter) && group.includes(other));
}

function areBeside(letter: string, other: string): boolean {
  return POSITIONS.some((keys) => {
    const [a, b] = [keys.get(letter), keys.get(other)];
    return a !== undefined && b !== undefined && Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1;
  });
}

/** Longest word in which an error must be a likely one, in letters: a longer one has few other words near it. */
const MAX_SHORT_LENGTH = 5;

/** Longest word whose first letter is right, unless it is swapped with the second. */
const MAX_LENGTH_WITH_FIRST = 4;

const LATIN_WORD = /^[a-z]+$/;

/**
 * Whether a word is likely typed for another one that is one edit away: of a short word, two letters may be swapped, a letter omitted, typed
 * twice or with a key beside it, or replaced by one that sounds alike or whose key is beside it. Words in other scripts and long ones are
 * likely with any error.
 */
export function isLikelyError(typed: string, word: string): boolean {
  if (Math.min(typed.length, word.length) > MAX_SHORT_LENGTH) return true;
  if (typed === word || !LATIN_WORD.test(typed + word)) return true;
  let start = 0;
  while (typed[start] === word[start]) start++;
  const [letter = '', next = ''] = typed.slice(start);
  const [wanted = '', nextWanted = ''] = word.slice(start);
  const isReplaced = typed.length === word.length;
  if (isReplaced && letter === nextWanted && next === wanted) return true;
  if (start === 0 && typed.length <= MAX_LENGTH_WITH_FIRST) return false;
  if (isReplaced) return areAlike(letter, wanted) || areBeside(letter, wanted);
  const isOmitted = typed.length < word.length;
  return isOmitted || [typed[start - 1] ?? '', next].some((other) => areBeside(letter, other));
}
