import { type ColumnMeaning, OF_SENSES } from '../tables/column-map';
import { HEADINGS } from './known-headings';
import { headingWords } from './split-heading';
import { languageInHeading } from './language-names';
import { TRANSLATION_HEADING } from './sense-headings';

interface HeadingPhrase {
  readonly meaning: ColumnMeaning;
  readonly words: readonly string[];
}

/** Longest phrases first: "word class" contains "word", and "noun class" contains "class". */
const PHRASES: readonly HeadingPhrase[] = HEADINGS.flatMap(({ meaning, words }) =>
  Object.values(words)
    .flatMap((all) => all.split('|'))
    .map((phrase) => ({ meaning, words: phrase.split(' ') })),
).sort((a, b) => b.words.length - a.words.length);

/** Phrases that mean a translation, without those of text, since the text of an example is the example itself. */
const OF_TRANSLATIONS = PHRASES.filter(
  ({ meaning, words }) => meaning === TRANSLATION_HEADING.meaning && words[0] !== 'text',
);

/** Returns the words of a heading that match a phrase; none if the heading does not have them in sequence. */
function phraseWords(words: readonly string[], phrase: readonly string[]): readonly string[] {
  const [last = ''] = phrase.slice(-1);
  const from = words.findIndex((_, at) =>
    phrase.every((expected, index) => {
      const word = words[at + index];
      return word === expected || (expected === last && word === `${expected}s`);
    }),
  );
  return from === -1 ? [] : words.slice(from, from + phrase.length);
}

/**
 * Returns the meaning of a heading, and the words that express it.
 *
 * @param excluded meanings that another column of the table already has
 */
function headingOf(
  words: readonly string[],
  excluded: ReadonlySet<string> = new Set(),
): HeadingPhrase | undefined {
  const phrase = PHRASES.find(
    (phrase) => !excluded.has(phrase.meaning.to) && phraseWords(words, phrase.words).length > 0,
  );
  return phrase && { meaning: phrase.meaning, words: phraseWords(words, phrase.words) };
}

/** Whether a heading has a word that means translation. */
function namesTranslation(words: readonly string[]): boolean {
  return OF_TRANSLATIONS.some((phrase) => phraseWords(words, phrase.words).length > 0);
}

/** Languages into which dictionaries of African languages translate. */
export const TARGET_LANGUAGES: ReadonlySet<string> = new Set([
  'en',
  'fr',
  'pt',
  'es',
  'ar',
  'de',
  'it',
  'nl',
]);

/** Heading words of columns that describe the speaker of the word. */
const SPEAKERS: ReadonlySet<string> = new Set([
  ...['speaker', 'informant', 'consultant', 'locuteur', 'locutrice', 'informateur', 'falante', 'hablante'],
]);

/** Other heading words of columns that describe how the word was collected. */
const COLLECTION: ReadonlySet<string> = new Set([
  ...['source', 'reference', 'ref', 'date', 'author', 'auteur', 'collector', 'enqueteur', 'page', 'url'],
]);

/** Whether the heading of a column determines its meaning. */
export function isUnderstood(name: string): boolean {
  return headingMeaning(name) !== undefined;
}

/** Whether a column describes how words were collected. */
export function isOfCollection(name: string): boolean {
  return headingWords(name).some((word) => SPEAKERS.has(word) || COLLECTION.has(word));
}

/**
 * Returns the meaning of a column by its heading; `undefined` if the heading is unknown. In `Lexeme/Word/Phrase`, the first name counts.
 *
 * @param excluded meanings that another column of the table already has
 */
export function headingMeaning(name: string, excluded?: ReadonlySet<string>): ColumnMeaning | undefined {
  const meaning = computedMeaning(name, excluded);
  const [first = ''] = name.split('/');
  if (meaning === undefined || first === name) return meaning;
  return computedMeaning(first, excluded) ?? meaning;
}

function computedMeaning(name: string, excluded?: ReadonlySet<string>): ColumnMeaning | undefined {
  const { sense, words: all } = senseAndWords(name);
  const words = all.filter((word) => !DIGITS.test(word));
  if (words.some((word) => SPEAKERS.has(word))) return undefined;
  const heading = headingOf(words, excluded);
  const lang = languageInHeading(words, heading?.words);
  const meaning = heading?.meaning ?? (lang && { to: 'translations' });
  if (!meaning) return undefined;
  // A heading that means an example and a translation, or an example in a translation language, is the translation of an example.
  const isTarget =
    meaning.to === 'examples' &&
    (namesTranslation(words) || (lang !== undefined && TARGET_LANGUAGES.has(lang.tag)));
  const { to } = isTarget ? { to: 'exampleTranslations' } : meaning;
  const isExample = to === 'examples' || to === 'exampleTranslations';
  const split = /\(([|;])\)\s*$/u.exec(name)?.[1];
  const isInLanguage = ['translations', 'definitions', 'notes', 'exampleTranslations'].includes(to);
  return {
    ...meaning,
    to,
    ...(sense !== undefined && OF_SENSES.has(to) ? { sense } : {}),
    ...(lang && isInLanguage ? { lang: lang.tag } : {}),
    ...(isExample ? { n: headingNumber(name) } : {}),
    // A heading may end with the separator, as in `fr (|)`.
    ...(split === undefined ? {} : { split }),
  };
}

/** Whether a translation heading names a language into which dictionaries do not translate, or has unknown words: `Igala translation`. */
export function isOfOtherLanguage(name: string): boolean {
  const words = headingWords(name);
  const known = new Set(headingOf(words)?.words);
  const lang = languageInHeading(words, [...known]);
  if (lang) return !TARGET_LANGUAGES.has(lang.tag);
  return words.some((word) => word.length > MIN_LANGUAGE_LENGTH && !known.has(word));
}

/** Minimum length of a heading word that may name a language. Shorter ones, such as `of`, do not. */
const MIN_LANGUAGE_LENGTH = 3;

const DIGITS = /^\d+$/u;

/** Returns the number in a heading that is not a sense number. */
export function numberIn(name: string): number | undefined {
  const number = senseAndWords(name).words.find((word) => DIGITS.test(word));
  return number === undefined ? undefined : Number(number);
}

/** Returns the number that connects an example with its translations. */
export function headingNumber(name: string): number {
  return numberIn(name) ?? 1;
}

/** Matches the number of a sense before a heading, as in `s2_es_gloss`. */
const SENSE_PREFIX = /^\s*s(\d{1,2})[\s_.-]+/iu;

/** Words before a sense number: `Français (sens 2)`. */
const SENSE_WORDS: ReadonlySet<string> = new Set([
  ...['sense', 'senses', 'meaning', 'meanings', 'sens', 'acception', 'bedeutung', 'sentido', 'acepcao'],
  ...['acepcion', 'significado', 'maana'],
]);

interface SenseAndWords {
  readonly sense?: number;
  /** The remaining words. */
  readonly words: readonly string[];
}

/** Returns the sense number in a heading and its other words. The heading `Sense 2` keeps the word `sense`. */
function senseAndWords(name: string): SenseAndWords {
  const [prefix = '', number] = SENSE_PREFIX.exec(name) ?? [];
  const words = headingWords(name.slice(prefix.length));
  if (number !== undefined)
    return words.length > 0 && Number(number) > 0 ? { sense: Number(number), words } : { words };
  const at = words.findIndex(
    (word, index) => SENSE_WORDS.has(word) && /^[1-9]\d?$/u.test(words[index + 1] ?? ''),
  );
  if (at === -1) return { words };
  const others = words.toSpliced(at, 2);
  const isAlone = others.every((word) => DIGITS.test(word));
  return { sense: Number(words[at + 1]), words: isAlone ? words.toSpliced(at + 1, 1) : others };
}
