import { stemmer as stem } from '@orama/stemmers/english';
import { stopwords as stopWords } from '@orama/stopwords/english';
import irregularVerbs from 'english-verbs-irregular/dist/verbs.json';
import irregularPlurals from 'irregular-plurals';
import type { GlossTable } from './gloss-table';

/** Plurals come last and so take precedence: `leaves` is more likely a form of leaf than of leave. */
const irregular: ReadonlyMap<string, string> = new Map([
  ...Object.entries(irregularVerbs).flatMap(([verb, forms]) =>
    forms.flat().map((form) => [form, verb] as const),
  ),
  ...Array.from(irregularPlurals, ([singular, plural]) => [plural, singular] as const),
]);

/**
 * Endings of forms that the stemmer does not reduce, mostly because they are too short, with the endings of the base word or of its
 * British or American spelling.
 */
const ENGLISH_ENDINGS: readonly (readonly [ending: RegExp, end: string])[] = [
  [/ie[sd]$/, 'y'],
  [/(?<=ie)[sd]$/, ''],
  [/ying$/, 'ie'],
  [/(?<=e)s$/, ''],
  [/(?<=[so])es$/, ''],
  [/(?<=^(?:[aeiou][^e]|\wo))(?:ed|ing)$/, 'e'],
  [/(?<=o)ing$/, ''],
  [/or(?=s?$)/, 'our'],
  [/our(?=s?$)/, 'or'],
  [/(?<=[bct])er(?=s?$)/, 're'],
  [/(?<=[bct])re(?=s?$)/, 'er'],
];

/** British words with their American spelling, where they differ in more than one letter or are short. */
const BRITISH = `aeroplane:airplane axe:ax cheque:check draught:draft grey:gray jewellery:jewelry kerb:curb plough:plow
programme:program tyre:tire`;

const RESPELLED = BRITISH.split(/\s/).flatMap((pair): [RegExp, string][] => {
  const [british = '', american = ''] = pair.split(':');
  return [
    [new RegExp(`^${british}`), american],
    [new RegExp(`^${american}`), british],
  ];
});

const RULES = [
  ...ENGLISH_ENDINGS,
  ...RESPELLED,
  [/^(?:am|is|are)$/, 'be'] as const,
  [/^has$/, 'have'] as const,
];

function englishBases(form: string): readonly string[] {
  const words = RULES.filter(([ending]) => ending.test(form)).map(([ending, end]) =>
    form.replace(ending, end),
  );
  // A form in another spelling is still a form: `ploughing`, for `plowing`, of plough.
  return words.flatMap((word) => [word, stem(word)]);
}

export const ENGLISH: GlossTable = { stem, stopWords, irregular, wordsOf: englishBases };
