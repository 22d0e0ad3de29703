import { irregularForms, withEndings, type Ending } from './further-forms';

/**
 * Words of which an Arabic form may be made. Forms are plain: without marks of vowels, with one letter for all forms of alif, and with ه for ة, ي for ى.
 * Sources: W. Wright, A Grammar of the Arabic Language, 1896; K. C. Ryding, A Reference Grammar of Modern Standard Arabic, 2005.
 */

/** Conjunctions, prepositions and the article before a word. */
const BEFORE: readonly Ending[] = [[/^(?:[وفبك]?ال|[وف]?لل|[وف](?=...))(?=..)/u, '']];

/** Possessors and objects, and the endings of regular plurals and persons. */
const BEHIND: readonly Ending[] = [
  [/(?<=...)(?:ها|هم|هن|نا|كم|ي|ك|ه|ون|ين|ان|وا|ت|تم)$/u, ''],
  [/(?<=..)ات$/u, 'ه', ''],
  [/(?<=..)ت(?:ها|هم|نا|كم|ي|ك|ه|ين|ان)$/u, 'ه'],
  // Before the endings of a past, a hollow verb has a short vowel.
  [/^(.)(.)(?:ت|نا|تم)$/u, '$1ا$2'],
];

/** Words whose plural has other consonants. */
const IRREGULAR = irregularForms(
  'امراه: نسا نسوه نسوان; انسان: ناس; فم: افواه; اخ: اخوه اخوان; اخت: اخوات; ام: امهات; ما: مياه; يد: ايدي ايادي; شفه: شفاه',
);

/** Plurals within the word, by the number and order of its consonants, and the singulars that have them. */
const BROKEN_PLURALS: readonly Ending[] = [
  [/^(.)(.)و(.)$/u, '$1$2$3', '$1ا$2$3'],
  [/^(.)(.)ا(.)$/u, '$1$2$3', '$1$2$3ه', '$1$2ي$3'],
  [/^(.)(.)ا(.)ه$/u, '$1ا$2$3', '$1$2$3'],
  [/^(.)(.)ي(.)$/u, '$1$2ا$3'],
  [/^(.)وو(.)$/u, '$1ا$2'],
  [/^(.)يا(.)$/u, '$1و$2'],
  [/^(.)ي(.)ان$/u, '$1ا$2'],
  [/^ا(.)(.)ا(.)$/u, '$1$2$3', '$1$2$3ه', '$1$2ي$3'],
  [/^ا(.)(.)ا\2$/u, '$1$2'],
  [/^ا(.)[وي]ا(.)$/u, '$1ا$2', '$1ي$2', '$1و$2'],
  [/^اي?ا(.)$/u, 'يو$1'],
  [/^(.)(.)(.)$/u, '$1$2ا$3', '$1$2ي$3', '$1$2$3ه', '$1$2ي$3ه'],
  [/^ا(.)(.)(.)$/u, '$1$2$3', '$1$2ا$3'],
  [/^ا(.)(.)(.)ه$/u, '$1$2ا$3', '$1$2ي$3'],
  [/^(.)(.)اي(.)$/u, '$1$2ي$3ه', '$1$2ا$3ه'],
  [/^(.)وا(.)(.)$/u, '$1ا$2$3', '$1ا$2$3ه'],
  [/^([^و])([^و])ا(.)(.)$/u, '$1$2$3$4', '$1$2$3$4ه'],
  [/^(.)(.)ا(.)ي(.)$/u, '$1$2$3ا$4', '$1$2$3و$4', '$1$2$3ي$4'],
  [/^ا?(.)(.)(.)ا$/u, '$1$2ي$3', '$1ا$2$3'],
  [/^(.)(.)(.)ان$/u, '$1$2ي$3', '$1ا$2$3', '$1$2ا$3'],
];

/** Persons before a verb, also of one whose first, second or last consonant is weak. */
const VERBS: readonly Ending[] = [
  [/^[يتنا](.)(.)(.)$/u, '$1$2$3', 'ا$1$2$3'],
  [/^[يتنا](.)[ويا](.)$/u, '$1ا$2'],
  [/^[يتنا](.)(.)[وي]$/u, '$1$2ا', '$1$2ي'],
  [/^[يتن](.)(.)$/u, 'و$1$2', '$1ا$2', '$1$2'],
  [/^[يتن](.)ت(.)(.)$/u, 'ا$1ت$2$3'],
  [/^[يتن](ت?)(.{4})$/u, '$1$2', 'ا$1$2'],
];

/** Maximum number of words of a form. Each is looked up. */
const MAX_WORDS = 24;

/** Returns the words of which an Arabic form in plain spelling may be made, the likeliest first. Some do not exist. */
export function arabicWordsOf(form: string): readonly string[] {
  const cores = [...withEndings(form, BEFORE), form];
  const bare = [...cores, ...cores.flatMap((core) => withEndings(core, BEHIND))];
  const irregular = bare.flatMap((word) => IRREGULAR.get(word) ?? []);
  const made = bare.flatMap((word) => [...withEndings(word, BROKEN_PLURALS), ...withEndings(word, VERBS)]);
  return [...new Set([...irregular, ...bare, ...made])].filter((word) => word !== form).slice(0, MAX_WORDS);
}
