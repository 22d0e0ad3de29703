/** Shortest word for which typing errors are looked for, in letters; shorter ones have too many neighbours. */
const SHORTEST_WITH_ERRORS = 4;

/** The same where a sign is a syllable. */
const SHORTEST_OF_SYLLABLES = 3;

const SYLLABLES = /[\p{Script=Ethiopic}\p{Script=Vai}\p{Script=Bamum}]/u;

/** Longest such word: each letter is an index entry. */
const LONGEST_WITH_ERRORS = 32;

/** Whether typing errors are looked for in a word. */
export function mayHaveErrors(word: string): boolean {
  const length = Array.from(word).length;
  const shortest = SYLLABLES.test(word) ? SHORTEST_OF_SYLLABLES : SHORTEST_WITH_ERRORS;
  return length >= shortest && length <= LONGEST_WITH_ERRORS;
}

/** The texts that a word becomes when one of its letters is left out; none for words too short or too long. */
export function neighboursOf(word: string): readonly string[] {
  if (!mayHaveErrors(word)) return [];
  const letters = Array.from(word);
  const shorter = letters.map((_, i) => letters.toSpliced(i, 1).join(''));
  return [...new Set(shorter)];
}

/** How many letters were left out, added, replaced, or swapped with the next, to make one word of the other. */
export function editsBetween(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
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
