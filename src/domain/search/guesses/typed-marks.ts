/** Steps of texts with marks, and of texts in quotes without. Browsers load this file with the suggested words; it imports nothing. */

interface SearchableText {
  readonly field: string;
  readonly text: string;
}

interface WordFolding {
  caseFold(text: string): string;
  spellings(text: string): readonly string[];
}

interface Keys {
  readonly precise: readonly string[];
  readonly broad: readonly string[];
}

/** The members of `SearchStep` that this module needs. */
interface Step {
  readonly tier: string;
  readonly lookups: readonly ({ readonly anyOf: readonly string[] } | { readonly startsWith: string })[];
  compare?(spelling: SearchableText, folding: WordFolding): { readonly key: string } | undefined;
  order?(keys: Keys & { readonly place: string }): string;
}

/** Codes of search keys and the function that makes the keys of a text, which browsers have loaded already. */
interface KeysOfTexts {
  readonly codes: Readonly<Record<'light' | 'variant', string>>;
  keysOfSpelling(spelling: SearchableText, folding: WordFolding): Keys;
}

/** Marks of tone, length and nasality, which dictionaries may omit, and those below vowels, which many keyboards lack. */
const OPTIONAL_MARKS = '\u0300\u0301\u0302\u0303\u0304\u030C\u0323\u0331';

/** Letters of French and Portuguese, by which people spell other languages. */
const OF_SCHOOLS = /[ei]\u0308|c\u0327/gu;

/** A letter with marks. Those of vowels and nasals may be tones; those of other consonants make other letters. */
const MARKED = /([a-z])(\p{M}+)/gu;
const MAY_HAVE_TONE = /[aeioumn]/;

/** Returns the marks of a light form that make other letters, such as those of `ö`, `ű` and `š`: whoever types these means them. */
function meantMarks(light: string): readonly string[] {
  const marked = light.normalize('NFD').replace(OF_SCHOOLS, '').matchAll(MARKED);
  const meant = Array.from(marked, ([, letter = '', marks = '']) =>
    Array.from(marks).filter((mark) => !(MAY_HAVE_TONE.test(letter) && OPTIONAL_MARKS.includes(mark))),
  );
  return [...new Set(meant.flat())];
}

/** Tiers of errors. Forms of a word may have marks that the word lacks, as may its prefixes. */
const ERRORS: readonly string[] = ['fuzzy', 'fuzzyTwice', 'fuzzySound'];

/** Tiers of words that sound alike. If the text has such marks, one tier compares these. */
const SOUNDS: readonly string[] = ['sound', 'readSound'];

/** Tiers of beginnings, and the kinds of keys with marks in which these are looked up. */
const BEGINNINGS: ReadonlyMap<string, keyof KeysOfTexts['codes']> = new Map([
  ['prefix', 'light'],
  ['variantPrefix', 'variant'],
]);

/**
 * Makes the steps of a word with marks that make other letters require these in words that begin or sound like it or differ by an error. Words of
 * other languages have such marks, and without them most are near to some word of a large dictionary.
 */
export function withTypedMarks<One extends Step>(
  steps: readonly One[],
  { light, words }: { readonly light: string; readonly words: readonly unknown[] },
  keys: KeysOfTexts,
) {
  const marks = words.length > 1 ? [] : meantMarks(light);
  if (marks.length === 0) return steps;
  const requiring = <Made extends Step>(step: Made) => ({
    ...step,
    compare: (spelling: SearchableText, folding: WordFolding) => {
      const distance = step.compare?.(spelling, folding);
      if (distance === undefined) return undefined;
      const own = folding.caseFold(spelling.text).normalize('NFD');
      return marks.every((mark) => own.includes(mark)) ? distance : undefined;
    },
  });
  const others = steps.filter(({ tier }) => !SOUNDS.includes(tier));
  const heard = soundStep(
    steps.filter(({ tier }) => SOUNDS.includes(tier)),
    keys,
  );
  const changed = others.map((step) => {
    const kind = BEGINNINGS.get(step.tier);
    if (kind !== undefined)
      return { ...step, lookups: [{ in: 'precise' as const, startsWith: keys.codes[kind] + light }] };
    return ERRORS.includes(step.tier) ? requiring(step) : step;
  });
  return [...changed, requiring(heard)];
}

function keysOf({ lookups: [first] }: Step): readonly string[] {
  return first && 'anyOf' in first ? first.anyOf : [];
}

/** Returns a step that compares the texts which the steps of sounds find by keys, those of the first step before those of the next. */
function soundStep(steps: readonly Step[], made: KeysOfTexts) {
  return {
    tier: 'markedSound' as const,
    lookups: [{ in: 'precise' as const, anyOf: steps.flatMap(keysOf) }],
    compare: (spelling: SearchableText, folding: WordFolding) => {
      if (spelling.field === 'translation') return undefined;
      const keys = { ...made.keysOfSpelling(spelling, folding), place: '' };
      const i = steps.findIndex((step) => keysOf(step).some((key) => keys.precise.includes(key)));
      return i < 0 ? undefined : { key: `${String(i)}${steps[i]?.order?.(keys) ?? ''}` };
    },
  };
}

/** Matches a light form without marks and special letters. */
const UNMARKED = /^[a-z0-9 '-]*$/;

/**
 * Returns the steps of a text in quotes behind those that compare marks: whole translations, and if the text was typed without marks, as on a
 * keyboard without them, words that differ only in marks, which are found if nothing equals it.
 *
 * @param folded the steps of words that are equal on a plain keyboard
 */
export function quotedSteps<One extends Step>(
  { light, plain }: { readonly light: string; readonly plain: string },
  folded: readonly Step[],
  glosses: readonly One[],
) {
  const wholes = glosses.filter(({ tier }) => tier.endsWith('Translation'));
  if (!UNMARKED.test(light)) return wholes;
  const anyOf = folded.filter(({ tier }) => tier.startsWith('folded')).flatMap(keysOf);
  const compare = ({ field, text }: SearchableText, folding: WordFolding) => {
    const isWord = field !== 'translation' && field !== 'radical';
    return isWord && folding.spellings(text).includes(plain) ? { key: '' } : undefined;
  };
  return [...wholes, { tier: 'unmarked' as const, lookups: [{ in: 'precise' as const, anyOf }], compare }];
}
