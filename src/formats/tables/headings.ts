import type { ColumnMeaning } from './column-map';
import { HEADINGS } from './header-words';
import { TRANSLATIONS } from './translation-words';

interface HeadingPhrase {
  readonly meaning: ColumnMeaning;
  readonly words: readonly string[];
}

/** The longest phrases first: "word class" is not a word, and "noun class" not any class. */
const PHRASES: readonly HeadingPhrase[] = HEADINGS.flatMap(({ meaning, words }) =>
  Object.values(words)
    .flatMap((all) => all.split('|'))
    .map((phrase) => ({ meaning, words: phrase.split(' ') })),
).sort((a, b) => b.words.length - a.words.length);

const OF_TRANSLATIONS = PHRASES.filter(({ meaning }) => meaning === TRANSLATIONS.meaning);

/** The words of a heading that a phrase takes; none where it does not have them one behind the other. */
function taken(words: readonly string[], phrase: readonly string[]): readonly string[] {
  const [last = ''] = phrase.slice(-1);
  const from = words.findIndex((_, at) =>
    phrase.every((word, index) => {
      const found = words[at + index];
      return found === word || (word === last && found === `${word}s`);
    }),
  );
  return from === -1 ? [] : words.slice(from, from + phrase.length);
}

/** What the words of a heading say that its column has, and the words that say it. */
export function headingOf(words: readonly string[]): HeadingPhrase | undefined {
  const found = PHRASES.find((one) => taken(words, one.words).length > 0);
  return found && { meaning: found.meaning, words: taken(words, found.words) };
}

/** Whether a heading has a word for translations. */
export function namesTranslation(words: readonly string[]): boolean {
  return OF_TRANSLATIONS.some((one) => taken(words, one.words).length > 0);
}
