/** Words that begin alike and have different endings. Browsers load this file with the suggested words; it imports nothing. */

interface WordFolding {
  spellings(text: string): readonly string[];
  words(text: string): readonly string[];
  plainSpelling(text: string): string;
}

interface SearchableText {
  readonly field: string;
  readonly text: string;
}

/** Longest word whose ending is ignored, in letters. */
const MAX_WORD = 16;

/** Longest ending of a form and of a headword after the common beginning, in letters. */
const MAX_ENDING = { form: 5, base: 4 };

/**
 * The shortest common beginning in letters, its minimum share of the longer word, and the maximum length of both endings together after it. The
 * rules of a language find most of its forms, so that what is left must be more alike.
 */
const LEAST = {
  withRules: { letters: 4, share: 0.6, ends: 9 },
  withoutRules: { letters: 3, share: 0.5, ends: 4 },
};

/** Longest common beginning that many words of a large dictionary have by chance, in letters. */
const MAX_LENGTH_BY_CHANCE = 3;

/** Above the lengths of all beginnings, which it subtracts: the longest comes first. */
const MAX_KEY = 100;

/** A prefix of a form in a language without rules: up to two consonants and a vowel, before a consonant. */
const PREFIX = /^[^aeiou]{0,2}[aeiou](?=[^aeiou])/u;

/** The shortest common beginning after a prefix, and its share, which must be more alike than without a prefix. */
const BEHIND_PREFIX = { letters: 3, share: 0.6, ends: 2 };

interface Least {
  readonly letters: number;
  readonly share: number;
  readonly ends: number;
}

/** A possible headword of which a word is a form. */
interface Inflection {
  readonly base: string;
  readonly rule: string;
  readonly affixes: number;
}

/** Whether Griot has rules of inflection for the language of a word, and the headwords of which a word is a form by these. */
interface LanguageRules {
  readonly hasNoRules: boolean;
  readonly inflectionsOf?: (word: string) => readonly Inflection[];
}

/** A word, the rest of it after a prefix, or a possible headword, and what it must have in common with a headword. */
interface Stem {
  readonly prefix: string;
  readonly word: string;
  readonly least: Least;
  /** The rule that makes the form of the possible headword. */
  readonly rule?: string;
}

/** Maximum number of possible headwords that begin differently from the word. Each is looked up by its beginning, which other articles share. */
const MAX_OTHER_BEGINNINGS = 6;

/** The stems of the last word by language: each text of the candidates is compared with them. */
const RECENT = new WeakMap<LanguageRules, { readonly plain: string; readonly stems: readonly Stem[] }>();

function stemsOf(plain: string, rules: LanguageRules): readonly Stem[] {
  const recent = RECENT.get(rules);
  if (recent?.plain === plain) return recent.stems;
  const stems = rules.hasNoRules ? stemsWithoutRules(plain) : stemsByRules(plain, rules);
  RECENT.set(rules, { plain, stems });
  return stems;
}

function stemsWithoutRules(plain: string): readonly Stem[] {
  const whole = { prefix: '', word: plain, least: LEAST.withoutRules };
  const [prefix] = PREFIX.exec(plain) ?? [];
  return prefix === undefined
    ? [whole]
    : [whole, { prefix, word: plain.slice(prefix.length), least: BEHIND_PREFIX }];
}

/** The word, and possible headwords with another beginning: the rules may know the prefix of a form, but not its ending. */
function stemsByRules(plain: string, rules: LanguageRules): readonly Stem[] {
  const least = LEAST.withRules;
  const stems = new Map<string, Stem>([[plain.slice(0, least.letters), { prefix: '', word: plain, least }]]);
  for (const { base, rule, affixes } of plain.length > MAX_WORD ? [] : (rules.inflectionsOf?.(plain) ?? [])) {
    const beginning = base.slice(0, least.letters);
    const isLikely = affixes === 1 && base.length > least.letters && base.length <= plain.length;
    if (isLikely && !stems.has(beginning) && stems.size <= MAX_OTHER_BEGINNINGS)
      stems.set(beginning, { prefix: '', word: base, least, rule });
  }
  return [...stems.values()];
}

/**
 * Returns the stored beginnings by which words that begin like a word are looked up, and in a language without rules also those that begin
 * like its part after a prefix. A word that is too short or too long has none. They are as long as possible, since fewer letters are
 * shared by many more articles.
 *
 * @param maxLength length of the longest stored beginning, in letters
 */
export function storedPrefixesOf(plain: string, rules: LanguageRules, maxLength: number): readonly string[] {
  return stemsOf(plain, rules).flatMap(({ word, least: { letters, share } }) => {
    const all = Array.from(word);
    if (all.length <= letters || all.length > MAX_WORD) return [];
    const least = Math.max(letters, Math.ceil(share * all.length));
    return [all.slice(0, Math.min(maxLength, least)).join('')];
  });
}

/** Longest prefix of a form before a stem that a headword has after a hyphen or a space, and shortest such stem, in letters. */
const BEFORE_STEM = { prefix: 4, stem: 3 };

/**
 * Returns the lookups of headwords that begin like a word, and of those such as `ki-tabu` that contain its end as a word.
 *
 * @param maxLength length of the longest stored beginning, in letters
 */
export function otherEndingLookups(
  plain: string,
  rules: LanguageRules,
  maxLength: number,
  codes: Readonly<Record<'prefix' | 'headwordWord', string>>,
): readonly [{ readonly in: 'broad'; readonly anyOf: readonly string[] }] {
  const letters = Array.from(plain);
  const count = Math.min(BEFORE_STEM.prefix, letters.length - BEFORE_STEM.stem);
  const stems = Array.from({ length: Math.max(0, count) }, (_, i) => letters.slice(i + 1).join(''));
  const anyOf = [
    ...storedPrefixesOf(plain, rules, maxLength).map((prefix) => codes.prefix + prefix),
    ...(letters.length > MAX_WORD ? [] : stems.map((stem) => codes.headwordWord + stem)),
  ];
  return [{ in: 'broad', anyOf }];
}

/** Returns the distance of a headword whose prefix stands before a hyphen or a space, if its stem is an end of the word. */
function otherPrefix(plain: string, headword: string, folding: WordFolding) {
  const [before = '', stem = '', ...more] = folding
    .words(headword)
    .map((word) => folding.plainSpelling(word));
  const prefix = plain.slice(0, plain.length - stem.length);
  if (more.length > 0 || stem.length < BEFORE_STEM.stem || !plain.endsWith(stem)) return undefined;
  if (Math.max(prefix.length, before.length) > BEFORE_STEM.prefix) return undefined;
  return { key: String(MAX_KEY - stem.length).padStart(3, '0') + '000', rule: `${before}- → ${prefix}-` };
}

/**
 * Returns a function that gives the distance of a headword or form from a word. The distance is undefined unless both begin alike and differ
 * in their endings, as forms of one word do.
 */
export function otherEndingDistance(plain: string, rules: LanguageRules) {
  const stems = stemsOf(plain, rules);
  return ({ field, text }: SearchableText, folding: WordFolding) => {
    if (field === 'translation' || field === 'radical') return undefined;
    const distances = folding
      .spellings(text)
      .flatMap((word) => stems.flatMap((stem) => distanceBetween(stem, word) ?? []));
    return [...distances, otherPrefix(plain, text, folding) ?? []]
      .flat()
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))[0];
  };
}

function distanceBetween({ prefix, word, least, rule }: Stem, headword: string) {
  const common = commonLength(word, headword);
  const [form, base] = [word.length - common, headword.length - common];
  const isAlike = common >= least.letters && common >= least.share * Math.max(word.length, headword.length);
  if (
    !isAlike ||
    (common === least.letters && form + base > least.ends) ||
    form > MAX_ENDING.form ||
    base > MAX_ENDING.base
  )
    return undefined;
  const key = [MAX_KEY - common, prefix.length + form + base].map((n) => String(n).padStart(3, '0')).join('');
  const stem = `${prefix === '' ? '' : `${prefix}-`}${word.slice(0, common)}-`;
  const isUnlikely = common <= MAX_LENGTH_BY_CHANCE;
  return { key, rule: rule === undefined ? stem : `${rule} ${stem}`, isUnlikely };
}

/** Number of UTF-16 units with which two words begin alike. */
function commonLength(word: string, other: string): number {
  let length = 0;
  while (length < word.length && word[length] === other[length]) length++;
  return length;
}
