/** Minimum length of a word in which typing errors are searched, in letters. Shorter words have too many neighbours. */
const MIN_LENGTH_WITH_ERRORS = 4;

/** Minimum length of such a word in a syllabic script. */
const MIN_LENGTH_OF_SYLLABLES = 3;

const SYLLABLES = /[\p{Script=Ethiopic}\p{Script=Vai}\p{Script=Bamum}]/u;

/** Maximum length of such a word, since each letter is an index entry. */
const MAX_LENGTH_WITH_ERRORS = 32;

/** Whether typing errors are searched in a word. */
export function mayHaveErrors(word: string): boolean {
  const length = Array.from(word).length;
  const shortest = SYLLABLES.test(word) ? MIN_LENGTH_OF_SYLLABLES : MIN_LENGTH_WITH_ERRORS;
  return length >= shortest && length <= MAX_LENGTH_WITH_ERRORS;
}

/** The texts that result from omitting one letter of a word; none for words that are too short or too long. */
export function neighboursOf(word: string): readonly string[] {
  if (!mayHaveErrors(word)) return [];
  const letters = Array.from(word);
  const shorter = letters.map((_, i) => letters.toSpliced(i, 1).join(''));
  return [...new Set(shorter)];
}

/**
 * Returns the edit distance (optimal string alignment) of two words: the number of letters omitted, added, replaced, or swapped with the
 * next.
 */
export function editsBetween(text: string, other: string): number {
  const [a, b] = [Array.from(text), Array.from(other)];
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, wanted] of b.entries()) {
      const replaced = (last[j] ?? 0) + (letter === wanted ? 0 : 1);
      const swapped =
        i > 0 && j > 0 && letter === b[j - 1] && wanted === a[i - 1] ? (before[j - 1] ?? 0) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, (last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** Minimum length of words in which two letters may differ, in letters. */
const MIN_LENGTH_WITH_TWO = 8;

/** Whether two long words differ by at most two letters. */
export function hasTwoErrors(text: string, other: string): boolean {
  const [shorter, longer] = [text.length, other.length].sort((a, b) => a - b) as [number, number];
  return shorter >= MIN_LENGTH_WITH_TWO && longer - shorter <= 2 && editsBetween(text, other) <= 2;
}

/** Number of letters of the first word that are not in its longest common subsequence with the second. */
export function lettersLost(text: string, other: string): number {
  const wanted = Array.from(other);
  let shared: readonly number[] = wanted.map(() => 0);
  for (const letter of text) {
    const row: number[] = [];
    for (const [j, candidate] of wanted.entries()) {
      const both = candidate === letter ? (shared[j - 1] ?? 0) + 1 : 0;
      row.push(Math.max(both, shared[j] ?? 0, row[j - 1] ?? 0));
    }
    shared = row;
  }
  return Array.from(text).length - (shared.at(-1) ?? 0);
}

/** Letters that an edit may add, by the script of the word. In other scripts, edits only omit and swap letters. */
const ADDED_LETTERS: readonly (readonly [script: RegExp, letters: readonly string[]])[] = [
  [/^[a-z0-9]+$/u, Array.from('abcdefghijklmnopqrstuvwxyz')],
  [/^\p{Script=Arabic}+$/u, Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئةى')],
];

/**
 * Returns the texts that one edit makes of a word: a letter omitted, added or replaced, or two swapped.
 *
 * @param before index of the first letter that remains unchanged
 */
export function editsOf(word: string, before = Infinity): readonly string[] {
  const letters = Array.from(word);
  const alphabet = alphabetOf(word);
  const made = new Set<string>();
  for (let i = 0; i <= letters.length && i < before; i++) {
    const [head, letter, next] = [letters.slice(0, i).join(''), letters[i], letters[i + 1]];
    const tail = letters.slice(i + 1).join('');
    for (const other of alphabet) made.add(head + other + (letter ?? '') + tail);
    if (letter === undefined) break;
    made.add(head + tail);
    for (const other of alphabet) made.add(head + other + tail);
    if (next !== undefined) made.add(head + next + letter + letters.slice(i + 2).join(''));
  }
  return [...made];
}

function alphabetOf(word: string): readonly string[] {
  return ADDED_LETTERS.find(([script]) => script.test(word))?.[1] ?? [];
}

/** Whether a text is a word or one of its `editsOf`, without computing these. */
export function isEditOf(text: string, word: string): boolean {
  const longer = text.length - word.length;
  if (Math.abs(longer) > 1) return false;
  let start = 0;
  while (start < word.length && text[start] === word[start]) start++;
  let end = 0;
  const maxEnd = Math.min(word.length, text.length) - start;
  while (end < maxEnd && text.at(-1 - end) === word.at(-1 - end)) end++;
  const left = word.length - start - end;
  if (longer < 0) return left === 1;
  const isKnown = alphabetOf(word).includes(text[start] ?? '');
  if (longer > 0) return left === 0 && isKnown;
  if (left === 2) return text[start] === word[start + 1] && text[start + 1] === word[start];
  return left === 0 || (left === 1 && isKnown);
}
