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

/** Adjectives whose comparative ends in -er. A rule for every word in -er would also match other words, such as `mother` for "moth". */
const ADJECTIVES = `angry big bitter black bold brave brief bright broad busy calm cheap clean clear clever close cold cool crazy cruel dark dead dear deep dirty dry dull early easy
empty fair fast fat fierce fine firm flat fresh full funny gentle grand great green grey happy hard harsh healthy heavy high hot hungry kind large late lazy light little long loose loud lovely low
lucky mad mild narrow near neat new nice noisy old pale plain poor pretty proud pure quick quiet rare raw red rich ripe rough round rude sad safe sharp short shy sick simple slim slow small
smart smooth soft sour steep stiff straight strange strict strong stupid sunny sweet swift tall tame tasty tender thick thin thirsty tight tiny tough true ugly warm weak wealthy wet white wicked wide wild
wise yellow young`;

/** Forms of pronouns and of the comparatives of other words, after their word. */
const OTHER_FORMS = `bad:worse,worst be:being brother:brethren far:farther,farthest,further,furthest free:freed good:better,best,well he:him,his i:me,my,mine it:its lay:laid little:less,least
many:more,most much:more,most old:elder,eldest penny:pence she:her,hers they:them,their,theirs we:us,our,ours who:whom,whose you:your,yours`;

const OTHERS = new Map<string, string[]>();
const addForm = (form: string, word: string) => OTHERS.set(form, [...(OTHERS.get(form) ?? []), word]);
for (const adjective of ADJECTIVES.split(/\s+/)) {
  const stem = adjective
    .replace(/(?<=[^aeiou])y$/, 'i')
    .replace(/e$/, '')
    .replace(/(?<=^[^aeiou]+[aeiou])[bdgmnt]$/, '$&$&');
  for (const ending of ['er', 'est']) addForm(stem + ending, adjective);
  addForm(adjective.replace(/(?<=[^aeiou])y$/, 'i').replace(/le$/, '') + 'ly', adjective);
}
for (const row of OTHER_FORMS.split(/\s+/)) {
  const [word = '', forms = ''] = row.split(':');
  for (const form of forms.split(',')) addForm(form, word);
}

/** The ends of compounds with an irregular plural: `policemen`. */
const COMPOUND = /(?<=\w{3})(?:men|women|wives|children|teeth|feet|geese|mice)$/;

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
  words.push(
    ...(OTHERS.get(form) ?? []),
    form.replace(COMPOUND, (end) => irregular.get(end) ?? end),
  );
  return words.filter((word) => word !== form).flatMap((word) => [word, stem(word)]);
}

export const ENGLISH: GlossTable = { stem, stopWords, irregular, wordsOf: englishBases };
