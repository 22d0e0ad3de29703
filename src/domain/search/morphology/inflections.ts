import {
  type Affixes,
  withAffixes,
  bareStem,
  type Change,
  type Inflection,
  inflectionOf,
  isLongEnough,
  isPrefixChange,
  isSuffixChange,
  MIN_LENGTH_WITH_SEVERAL,
  type Remainder,
  SHORTEST,
  stemIn,
  withoutAffixesOf,
} from './affixes';
import { wordsOfRoot } from './ethiopic-roots';
import type { Morphology } from './morphology';
import { patternsOf, type VowelPatterns, wordsByPattern } from './vowel-patterns';

/** The shortest ones in a script whose letters are syllables, and in the Latin spelling of a word in it. */
const MIN_LENGTH_OF_SYLLABLES = { form: 3, stem: 2 };
const ETHIOPIC = /\p{Script=Ethiopic}/u;

/** Longest form, in letters. */
const MAX_FORM_LENGTH = 40;

/** Maximum number of possible headwords of a word. Each is looked up. */
const MAX_BASES = 120;

/** The same for words whose vowels change as well. */
const MAX_BASES_OF_SYLLABLES = 200;

/** Maximum number of ways to remove a first affix, and of ways to remove a prefix and a suffix. Each remainder is analysed further. */
const MAX_REMAINDERS = 24;

const ARABIC = /^\p{Script=Arabic}+$/u;

const OPEN_SYLLABLE = /^[^aeiou][aeiou]$/u;

/** A morphology with what dictionaries cannot declare. */
export interface LanguageMorphology extends Morphology {
  /** Vowel patterns of headwords in plain spelling. */
  readonly patterns?: readonly string[];
  /** The translation language whose table has the words of which forms in Arabic letters are made. */
  readonly formsLike?: 'ar';
  /** Whether the language is Bantu, so that the rules of most Bantu languages complete its own. */
  readonly isBantu?: boolean;
}

/** Returns the table of a translation language. */
type TableOf = (language: 'ar') => { readonly wordsOf?: (form: string) => readonly string[] };

/** Analyses inflected words by the affixes of a language, which are folded once. */
export class Inflections {
  private readonly classes: readonly Change[];
  private readonly changes: readonly Change[];
  private readonly prefixChanges: readonly Change[];
  private readonly suffixChanges: readonly Change[];
  private readonly groups: readonly (readonly Affixes[])[];
  private readonly citation: readonly string[];
  private readonly particles: ReadonlySet<string>;
  private readonly patterns: VowelPatterns;
  private readonly formsLike: 'ar' | undefined;
  /** Whether the language is Bantu. */
  readonly isBantu: boolean;

  constructor(
    { nounClasses, affixes, prefixes, citationPrefixes, particles, ...further }: LanguageMorphology,
    private readonly plain: (text: string) => string,
    private readonly tableOf?: TableOf,
  ) {
    this.classes = nounClasses.map(({ pair, singular, plural }) => ({
      form: this.affixesOf(plural),
      base: this.affixesOf(singular),
      pair,
    }));
    this.changes = affixes.map(({ form, base }) => ({
      form: this.affixesOf(form),
      base: this.affixesOf(base),
    }));
    this.prefixChanges = this.changes.filter(isPrefixChange);
    this.suffixChanges = this.changes.filter(isSuffixChange);
    this.groups = prefixes.map((group) => group.map((prefix) => this.affixesOf(prefix)));
    this.citation = citationPrefixes.map((prefix) => this.affixesOf(prefix).prefix);
    this.particles = new Set(particles.map(plain));
    this.patterns = patternsOf(further.patterns ?? []);
    this.formsLike = further.formsLike;
    this.isBantu = further.isBantu ?? false;
  }

  /** Whether a word is a particle, which search ignores beside other words. */
  isParticle(word: string): boolean {
    return this.particles.has(this.plain(word));
  }

  /**
   * Returns possible headwords of a word in plain spelling, the likeliest first, at most 120 or 200.
   *
   * @param written the word in its own script, if it is in another one
   * @param options hasOthers: only if these rules guess, whether the language has other ones; if not, some beginnings are possible headwords too
   */
  of(
    word: string,
    written = word,
    { hasOthers }: { readonly hasOthers?: boolean } = {},
  ): readonly Inflection[] {
    const length = Array.from(word).length;
    const shortest = ETHIOPIC.test(written) ? MIN_LENGTH_OF_SYLLABLES : SHORTEST;
    if (length < SHORTEST.stem || length > MAX_FORM_LENGTH) return [];
    if (length < shortest.form)
      return [...this.ofBareStem(word), ...(hasOthers === undefined ? [] : this.syllablesOf(word))];
    const bases = new Map<string, Inflection>();
    const add = (inflection: Inflection) => {
      const { base, affixes } = inflection;
      if (base === word || base.length < MIN_LENGTH_WITH_SEVERAL) return;
      if (affixes < (bases.get(base)?.affixes ?? Infinity)) bases.set(base, inflection);
    };
    for (const remainder of [{ stem: word, rules: [] }, ...this.withoutAffixes(word)]) {
      if (remainder.rules.length > 0) add(inflectionOf(remainder.stem, remainder.rules));
      for (const inflection of this.ofClasses(remainder)) add(inflection);
      for (const inflection of this.ofPrefixes(remainder, shortest.stem)) add(inflection);
    }
    for (const inflection of this.ofPatterns(word, [...bases.values()])) add(inflection);
    for (const inflection of this.ofTable(word)) add(inflection);
    const isOfSyllables = ETHIOPIC.test(word);
    for (const { base, root, affixes } of isOfSyllables ? wordsOfRoot(written) : [])
      add({ base: this.plain(base), rule: root, affixes });
    const most = isOfSyllables || this.patterns.length > 0 ? MAX_BASES_OF_SYLLABLES : MAX_BASES;
    const likely = [...bases.values()].sort(byLikelihood).slice(0, most);
    return hasOthers === false
      ? [...likely, ...guessedStems(word).map((stem) => inflectionOf(stem, [`${stem}-`]))]
      : likely;
  }

  /** Returns the syllable after a prefix of one vowel, `ri` of `iri`: a headword, but less likely than a word that begins like the text. */
  syllablesOf(word: string): readonly Inflection[] {
    return this.groups.flat().flatMap((prefix) => {
      const stem = prefix.prefix.length === 1 ? stemIn(word, prefix) : undefined;
      return stem !== undefined && OPEN_SYLLABLE.test(stem) ? [inflectionOf(stem, [prefix.spelled])] : [];
    });
  }

  /** Returns the plural of a headword by the first rule for a pair of noun classes that fits, with the marks of the headword; empty if none fits. */
  pluralsOf(headword: string, pair: string): readonly string[] {
    const plurals = this.classes.flatMap(({ pair: own = '', form, base }) => {
      const stem = own === pair ? this.writtenStem(headword, base) : undefined;
      const [prefix = '', suffix = ''] = form.spelled.split('-');
      return stem === undefined ? [] : [prefix + stem + suffix];
    });
    return plurals.slice(0, 1);
  }

  /** The stem of a headword without affixes, with its marks; `undefined` if it lacks an affix or the stem is too short. */
  private writtenStem(headword: string, { prefix, suffix }: Affixes): string | undefined {
    const cuts = Array.from({ length: headword.length + 1 }, (_, i) => i);
    const start = cuts.find((i) => this.plain(headword.slice(0, i)) === prefix);
    const end = cuts.findLast((i) => this.plain(headword.slice(i)) === suffix);
    if (start === undefined || end === undefined || end - start < MIN_LENGTH_WITH_SEVERAL) return undefined;
    return headword.slice(start, end);
  }

  /** The remainders of a word after replacing one affix, or a prefix and a suffix: `ndabye` of _okulaba_ by `nd-` and `-ye`. */
  private withoutAffixes(word: string): Remainder[] {
    const single = withoutAffixesOf(word, this.changes);
    const both = withoutAffixesOf(word, this.prefixChanges).flatMap(({ stem, rules: [prefix = ''] }) =>
      withoutAffixesOf(stem, this.suffixChanges).map((both) => ({ ...both, rules: [...both.rules, prefix] })),
    );
    return [...single.slice(0, MAX_REMAINDERS), ...both.slice(0, MAX_REMAINDERS)];
  }

  /** Headwords by noun class rules: of plurals, and of words such as adjectives that agree with a noun of a class. */
  private ofClasses({ stem: word, rules }: Remainder): Inflection[] {
    return this.classes.flatMap(({ form, base, pair = '' }) => {
      const plural = stemIn(word, form);
      const singular = stemIn(word, base);
      const name = `plural of class ${pair}: ${base.spelled} → ${form.spelled}`;
      return [
        ...(plural !== undefined && isLongEnough(plural, form)
          ? [
              { ...inflectionOf(withAffixes(plural, base), [...rules, name]), pair },
              ...bareStem(plural, form, [...rules, form.spelled]),
            ]
          : []),
        ...(singular === undefined ? [] : bareStem(singular, base, [...rules, base.spelled])),
      ];
    });
  }

  /** Headwords by removing prefixes, at most one of each group, in the order of the groups. */
  private ofPrefixes({ stem: word, rules }: Remainder, shortest: number): Inflection[] {
    // The prefixes before each position in the word.
    let reached = new Map<number, readonly string[]>([[0, []]]);
    for (const group of this.groups) {
      const next = new Map(reached);
      for (const [position, prefixes] of reached)
        for (const { prefix, spelled } of group)
          if (prefix !== '' && word.startsWith(prefix, position) && !next.has(position + prefix.length))
            next.set(position + prefix.length, [...prefixes, spelled]);
      reached = next;
    }
    return [...reached].flatMap(([position, prefixes]) => {
      const stem = word.slice(position);
      const affixes = prefixes.length + rules.length;
      if (stem.length < MIN_LENGTH_WITH_SEVERAL) return [];
      const names = [...(prefixes.length === 0 ? [] : [prefixes.join('')]), ...rules];
      const bases = this.citation.map((prefix) => ({
        base: prefix + stem,
        // A bare stem, as in commands.
        rule: names.length === 0 ? `${prefix}- → -` : names.join(' '),
        affixes,
      }));
      // Beside its citation prefix, a stem may be short: `wakuya`, `kuya`.
      const isLong = stem.length >= (affixes > 1 || position > 1 ? MIN_LENGTH_WITH_SEVERAL : shortest);
      return prefixes.length === 0 || !isLong
        ? bases
        : [{ base: stem, rule: names.join(' '), affixes }, ...bases];
    });
  }

  /** Headwords by the table of a translation language. */
  private ofTable(word: string): Inflection[] {
    if (this.formsLike === undefined || !ARABIC.test(word)) return [];
    const words = this.tableOf?.(this.formsLike).wordsOf?.(word) ?? [];
    return words.map((base, i) => ({ base, rule: `${base} → ${word}`, affixes: 1 + i / MAX_BASES }));
  }

  /** Headwords with the consonants of a word, or of one of its possible stems, and other vowels. Changed vowels count as two more affixes. */
  private ofPatterns(word: string, stems: readonly Inflection[]): Inflection[] {
    if (this.patterns.length === 0) return [];
    const likely = stems.toSorted(byLikelihood).slice(0, MAX_REMAINDERS);
    return [{ base: word, rule: '', affixes: 0 }, ...likely].flatMap(({ base, affixes }) =>
      wordsByPattern(base, this.patterns).map((found) => ({
        base: found.base,
        rule: found.root,
        affixes: affixes + 2 + found.changes / 10,
      })),
    );
  }

  /** The headwords of a short word that is a stem without a citation prefix: `ona` of `kuona`. */
  private ofBareStem(stem: string): Inflection[] {
    return this.citation.map((prefix) => ({ base: prefix + stem, rule: `${prefix}- → -`, affixes: 0 }));
  }

  private affixesOf(pattern: string): Affixes {
    const [prefix = '', suffix = ''] = pattern.split('-');
    return { prefix: this.plain(prefix), suffix: this.plain(suffix), spelled: pattern };
  }
}

function byLikelihood(a: Inflection, b: Inflection): number {
  return a.affixes - b.affixes || b.base.length - a.base.length || (a.base < b.base ? -1 : 1);
}

/** Shortest stem before a suffix in a language without rules, and longest word with such a stem, in letters; otherwise a stem has four letters. */
const GUESSED = { stem: 3, word: 6, otherStem: 4 };

const DOUBLED = /(\p{L})\1+/gu;

/**
 * The beginnings of a short word, and of one that lengthens a vowel or doubles a consonant before a suffix: `egizhi` of _egi_, `luaakni` of
 * _luak_.
 */
function guessedStems(word: string): readonly string[] {
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
