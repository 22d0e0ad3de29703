/** Shortest stem before a suffix in a language without rules, and longest word with such a stem, in letters; otherwise a stem has four letters. */
const GUESSED = { stem: 3, word: 6, otherStem: 4 };

const DOUBLED = /(\p{L})\1+/gu;

/**
 * The beginnings of a short word, and of one that lengthens a vowel or doubles a consonant before a suffix: `egizhi` of _egi_, `luaakni` of
 * _luak_.
 */
export function guessedStems(word: string): readonly string[] {
  const [plain, single] = [Array.from(word), Array.from(word.replace(DOUBLED, '$1'))];
  const stems = [
    ...(plain.length === GUESSED.word ? [plain.slice(0, GUESSED.stem)] : []),
    ...(single.length < plain.length ? beginningsOf(single) : []),
  ];
  return stems.map((letters) => letters.join(''));
}

/** The beginnings of a word with at least half of its letters. */
function beginningsOf(letters: readonly string[]): readonly (readonly string[])[] {
  const least = letters.length <= GUESSED.word ? GUESSED.stem : GUESSED.otherStem;
  const shortest = Math.max(least, Math.ceil(letters.length / 2));
  return letters.map((_, i) => letters.slice(0, i)).filter(({ length }) => length >= shortest);
}
