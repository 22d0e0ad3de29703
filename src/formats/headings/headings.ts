import { type ColumnMeaning, OF_SENSES } from '../tables/column-map';
import { HEADINGS } from './header-words';
import { languageIn } from './language-names';
import { TRANSLATIONS } from './sense-words';

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

/** The text of an example is the example itself. */
const OF_TRANSLATIONS = PHRASES.filter(
  ({ meaning, words }) => meaning === TRANSLATIONS.meaning && words[0] !== 'text',
);

/** The words of a heading that a phrase takes; none where it does not have them one behind the other. */
function phraseWords(words: readonly string[], phrase: readonly string[]): readonly string[] {
  const [last = ''] = phrase.slice(-1);
  const from = words.findIndex((_, at) =>
    phrase.every((word, index) => {
      const found = words[at + index];
      return found === word || (word === last && found === `${word}s`);
    }),
  );
  return from === -1 ? [] : words.slice(from, from + phrase.length);
}

/**
 * Returns the meaning that the words of a heading give its column, and the words that express it.
 *
 * @param excluded meanings that another column of the table has already
 */
function headingOf(
  words: readonly string[],
  excluded: ReadonlySet<string> = new Set(),
): HeadingPhrase | undefined {
  const found = PHRASES.find(
    (one) => !excluded.has(one.meaning.to) && phraseWords(words, one.words).length > 0,
  );
  return found && { meaning: found.meaning, words: phraseWords(words, found.words) };
}

/** Whether a heading has a word for translations. */
function namesTranslation(words: readonly string[]): boolean {
  return OF_TRANSLATIONS.some((one) => phraseWords(words, one.words).length > 0);
}

/** Languages that dictionaries of African languages translate into. */
export const TARGETS: ReadonlySet<string> = new Set(['en', 'fr', 'pt', 'es', 'ar', 'de', 'it', 'nl']);

/** Words of headings whose columns describe the person who said the word. */
const SPEAKERS: ReadonlySet<string> = new Set([
  ...['speaker', 'informant', 'consultant', 'locuteur', 'locutrice', 'informateur', 'falante', 'hablante'],
]);

/** Other words of headings whose columns describe how the word was collected. */
const COLLECTION: ReadonlySet<string> = new Set([
  ...['source', 'reference', 'ref', 'date', 'author', 'auteur', 'collector', 'enqueteur', 'page', 'url'],
]);

/** Whether the meaning of a column is known by its name. */
export function isUnderstood(name: string): boolean {
  return headingMeaning(name) !== undefined;
}

/** Whether a column describes how words were collected. */
export function isOfCollection(name: string): boolean {
  return headingWords(name).some((word) => SPEAKERS.has(word) || COLLECTION.has(word));
}

/**
 * Returns the meaning of a column by its heading; `undefined` if the heading is unknown. Of `Lexeme/Word/Phrase`, the first name counts.
 *
 * @param excluded meanings that another column of the table has already
 */
export function headingMeaning(name: string, excluded?: ReadonlySet<string>): ColumnMeaning | undefined {
  const meaning = meaningOf(name, excluded);
  const [first = ''] = name.split('/');
  if (meaning === undefined || first === name) return meaning;
  return meaningOf(first, excluded) ?? meaning;
}

function meaningOf(name: string, excluded?: ReadonlySet<string>): ColumnMeaning | undefined {
  const { sense, words: all } = senseAndWords(name);
  const words = all.filter((word) => !NUMBER.test(word));
  if (words.some((word) => SPEAKERS.has(word))) return undefined;
  const found = headingOf(words, excluded);
  const lang = languageIn(words, found?.words);
  const meaning = found?.meaning ?? (lang && { to: 'translations' });
  if (!meaning) return undefined;
  // An example in a language of translation is the translation of the example, as is what has both names.
  const isTarget =
    meaning.to === 'examples' && (namesTranslation(words) || (lang !== undefined && TARGETS.has(lang.tag)));
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

/** Whether a heading for translations names a language that is not one of translation, or something that is not known: `Igala translation`. */
export function isOfOtherLanguage(name: string): boolean {
  const words = headingWords(name);
  const known = new Set(headingOf(words)?.words);
  const lang = languageIn(words, [...known]);
  if (lang) return !TARGETS.has(lang.tag);
  return words.some((one) => one.length > SHORTEST_LANGUAGE && !known.has(one));
}

/** Shorter words of headings, such as `of` and `the`, name no language. */
const SHORTEST_LANGUAGE = 3;

const NUMBER = /^\d+$/u;

/** The number that a heading has besides that of a sense. */
export function numberIn(name: string): number | undefined {
  const found = senseAndWords(name).words.find((word) => NUMBER.test(word));
  return found === undefined ? undefined : Number(found);
}

/** The number that connects an example with its translations. */
export function headingNumber(name: string): number {
  return numberIn(name) ?? 1;
}

/** A number of a sense in front of a heading, as in `s2_es_gloss`. */
const SENSE = /^\s*s(\d{1,2})[\s_.-]+/iu;

/** Words that say of which sense a column is where a number follows them: `Français (sens 2)`. */
const SENSES: ReadonlySet<string> = new Set([
  ...['sense', 'senses', 'meaning', 'meanings', 'sens', 'acception', 'bedeutung', 'sentido', 'acepcao'],
  ...['acepcion', 'significado', 'maana'],
]);

interface SenseAndWords {
  readonly sense?: number;
  /** The other words. */
  readonly words: readonly string[];
}

/** The number of the sense that a heading names, and its other words; of `Sense 2` the word for senses stays. */
function senseAndWords(name: string): SenseAndWords {
  const [prefix = '', number] = SENSE.exec(name) ?? [];
  const words = headingWords(name.slice(prefix.length));
  if (number !== undefined)
    return words.length > 0 && Number(number) > 0 ? { sense: Number(number), words } : { words };
  const at = words.findIndex((word, index) => SENSES.has(word) && /^[1-9]\d?$/u.test(words[index + 1] ?? ''));
  if (at === -1) return { words };
  const others = words.toSpliced(at, 2);
  const isAlone = others.every((word) => NUMBER.test(word));
  return { sense: Number(words[at + 1]), words: isAlone ? words.toSpliced(at + 1, 1) : others };
}

/** `EnglishTranslation`, `translation_en` and `Traduction (EN)` are words, `PoS` is one; without marks, in lower case, Arabic without the article. */
function headingWords(name: string): readonly string[] {
  return name
    .replace(/(?<=\p{Lowercase_Letter})(?=\p{Uppercase_Letter}\p{Letter})/gu, ' ')
    .replace(/(\p{Letter})(\d)/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\d]+/u)
    .map((word) => word.replace(/^ال(?=\p{Letter}{2})/u, ''))
    .filter((word) => word !== '');
}
