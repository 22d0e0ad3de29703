import { LETTER_MARKS, LOOK_ALIKES, type PlainSpellings, SOUND_ALIKES, WORD_MARKS } from './letters';
import { caseFolded } from './case-folding';
import { TABLES } from './tables/tables';
import { MissingTable, tableOf } from './tables/with-tables';
import { COMMON_PROFILE, commonSpellingsOf, morphologyOf, type Profile, scriptsOf } from './profiles';
import type { Morphology } from './morphology/morphology';
import type { Inflection } from './morphology/affixes';
import type { Inflections } from './morphology/inflections';
import { readBy, readingsOf } from './sounds';

/** Matches one unit of folding: a code point, or a sequence that the tables list as a letter. */
const LETTER = /tʃ|dʒ|[^]/gu;

/** The language of words whose language is unknown (ISO 639). */
const ANY_LANGUAGE = 'und';

const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;
const MODIFIER = /^\p{Lm}$/u;
const PLAIN = /^[a-z0-9]+$/;
const DOUBLED = /(\p{L})\1+/gu;
const OTHER_MARKS = new RegExp(`(?![${LETTER_MARKS}])\\p{M}`, 'gu');
const BETWEEN_WORDS = new RegExp(`[\\s\\-${WORD_MARKS.replace(/[\]\\^-]/g, '\\$&')}]+`, 'u');

/** Maximum number of spellings of a text whose letters vary independently: special letters multiply them. */
const MAX_SPELLINGS = 8;

/** The spelling of each letter in one spelling of a text; other letters have their usual spelling. */
type Choice = ReadonlyMap<string, string>;

/** Folds texts of one language, or of any language, to the forms that search compares. All foldings are idempotent. */
export class Folding {
  /** Cache of the spellings of each letter. */
  private readonly known = new Map<string, PlainSpellings>();
  private readonly distinct: ReadonlySet<string>;
  private readonly hasCommonLetters: boolean;
  private guesses?: Inflections | undefined;
  private inflectionsMade?: { readonly all: Inflections | undefined };

  constructor(readonly profile: Profile) {
    this.distinct = new Set(Array.from(profile.distinct));
    this.hasCommonLetters = profile.letters.size === 0;
  }

  /**
   * Inflections of the language; `undefined` if it has none. Only searches need them.
   *
   * @throws MissingTable in a browser that has not loaded them; `withTables` loads them and tries again
   */
  get inflections(): Inflections | undefined {
    this.inflectionsMade ??= { all: this.inflectionsBy(morphologyOf(this.profile)) };
    return this.inflectionsMade.all;
  }

  private inflectionsBy(morphology: Morphology | undefined): Inflections | undefined {
    if (morphology === undefined) return undefined;
    if (TABLES.Inflections === undefined) throw new MissingTable('morphologies');
    return new TABLES.Inflections(morphology, (text) => this.plainSpelling(text), tableOf);
  }

  /** Possible headwords of which a word is an inflected form. Words in other scripts are analysed by their Latin spelling, as affixes are in Latin letters. */
  inflectionsOf(word: string): readonly Inflection[] {
    const { inflections } = this;
    return inflections === undefined ? [] : this.typed(word).flatMap((typed) => inflections.of(typed, word));
  }

  /** Whether the texts are in one language, declared or not, for which there are no rules of inflection. */
  get hasNoRules(): boolean {
    return this.profile !== COMMON_PROFILE && this.inflections === undefined;
  }

  /**
   * Less likely headwords of a word: by the rules of most Bantu languages, if the language has none or is one of these, whose rules are
   * hardly complete; and single syllables.
   */
  guessedInflectionsOf(word: string): readonly Inflection[] {
    const { inflections, hasNoRules } = this;
    const plain = this.plainSpelling(word);
    if (!hasNoRules && inflections?.isBantu !== true) return inflections?.syllablesOf(plain) ?? [];
    this.guesses ??= this.inflectionsBy(tableOf('morphologies').get(ANY_LANGUAGE));
    return this.guesses?.of(plain, word, { hasOthers: !hasNoRules }) ?? [];
  }

  /** Possible headwords of a form in another spelling of the language: `lifate` is read `difate`, plural of _sefate_. */
  inflectionsOfReadings(word: string): readonly Inflection[] {
    const { inflections } = this;
    const readings = inflections === undefined ? [] : this.ownReadings(word);
    return readings.flatMap((reading) => inflections?.of(this.plainSpelling(reading), word) ?? []);
  }

  /** Lower case, look-alikes unified, marks kept: see `caseFolded`. */
  caseFold(text: string): string {
    return caseFolded(text, this.profile.affixMarks);
  }

  /** The usual spelling on a plain keyboard: no marks, apostrophes, hyphens or spaces. May be empty. */
  plainSpelling(text: string): string {
    return this.folded(this.caseFold(text));
  }

  /** All folded spellings under which a word is indexed: the plain spelling first, the Latin spelling of another script last. */
  spellings(text: string): readonly string[] {
    const light = this.caseFold(text);
    if (PLAIN.test(light) && this.hasCommonLetters) return [light];
    const withDistinct = this.isDistinct(light) ? this.distinctChoices(light) : [];
    return unique([...this.choices(light), ...withDistinct, ...romanOf(light)]);
  }

  /** The folded spellings to look up for a query. A letter that is distinct in this language matches only itself. */
  querySpellings(text: string): readonly string[] {
    return unique(this.distinctChoices(this.caseFold(text)));
  }

  /** The plain spelling, and for another script its Latin spelling. Typing errors are searched in these. */
  typed(text: string): readonly string[] {
    const light = this.caseFold(text);
    return unique([this.folded(light), ...romanOf(light)]);
  }

  /**
   * Rough phonetic forms of the `typed` spellings: spellings of one sound are unified, and doubled letters are single. Forms of one
   * letter are omitted.
   */
  sounds(text: string): readonly string[] {
    return unique(this.typed(text).map(soundOf)).filter((sound) => sound.length > 1);
  }

  /** Spellings of the text as readers of other orthographies pronounce it, where different, with the marks of vowels. */
  markedReadings(text: string): readonly string[] {
    const latin = TABLES.latinSpellingsOf?.(this.caseFold(text), this.profile.languages) ?? [];
    const typed = this.typed(text);
    const further = TABLES.READINGS?.get(ANY_LANGUAGE) ?? [];
    const read = typed.flatMap((spelled) => readingsOf(spelled, further));
    return unique([...read, ...this.ownReadings(text), ...latin]);
  }

  /** Spellings of the text by the rules of the language itself. */
  private ownReadings(text: string): readonly string[] {
    const rules = this.profile.languages.flatMap((code) => TABLES.READINGS?.get(code) ?? []);
    return this.typed(text).flatMap((typed) => readBy(rules, typed));
  }

  /** The search text with its signs replaced by the letters that they represent in this language: `m3k)` is `mɛkɔ`. */
  meant(text: string): string {
    const rules = this.profile.languages.flatMap((code) => TABLES.LETTER_SIGNS?.get(code) ?? []);
    return rules.reduce((read, [sign, letter]) => read.replace(sign, letter), text);
  }

  /** `markedReadings` without marks. */
  readings(text: string): readonly string[] {
    return unique(this.markedReadings(text).map((reading) => this.plainSpelling(reading)));
  }

  /** Phonetic forms of `readings` that are not among `sounds`: of three letters, or of two if the rules of the language itself read the text. */
  readSounds(text: string): readonly string[] {
    const sounds = this.sounds(text);
    const shortest = this.ownReadings(text).length > 0 ? 2 : 3;
    const read = unique(this.readings(text).map(soundOf));
    return read.filter((sound) => sound.length >= shortest && !sounds.includes(sound));
  }

  /** The case-folded text without marks of tone and length, for users who type the letters of a language but not its marks. */
  letters(text: string): string {
    const bare = this.caseFold(text).normalize('NFD').replace(OTHER_MARKS, '').normalize('NFC');
    // A mark may have hidden the end of the text, or the position of a click.
    return this.caseFold(bare);
  }

  /** The case-folded words of a text; hyphens and punctuation separate them like spaces. */
  words(text: string): readonly string[] {
    return this.caseFold(text)
      .split(BETWEEN_WORDS)
      .filter((word) => this.folded(word) !== '');
  }

  private isDistinct(light: string): boolean {
    return lettersOf(light).some((letter) => this.distinct.has(letter));
  }

  /** The spellings of a text, the usual one first. Within one spelling, each letter is spelled the same way throughout. */
  private choices(
    light: string,
    optionsOf = (letter: string): PlainSpellings => this.options(letter),
  ): readonly string[] {
    const letters = lettersOf(light);
    const open = [...new Set(letters)].filter((letter) => optionsOf(letter).length > 1);
    const spelled = (choice: Choice) =>
      letters.map((letter) => choice.get(letter) ?? optionsOf(letter)[0] ?? '').join('');
    return choicesOf(open.map((letter) => [letter, optionsOf(letter)])).map(spelled);
  }

  /** The spellings of a text that keep the letters that are distinct in this language. */
  private distinctChoices(light: string): readonly string[] {
    return this.choices(light, (letter) => (this.distinct.has(letter) ? [letter] : this.options(letter)));
  }

  private folded(light: string): string {
    if (PLAIN.test(light) && this.hasCommonLetters) return light;
    let folded = '';
    for (const letter of lettersOf(light)) folded += this.options(letter)[0] ?? '';
    return folded;
  }

  private options(letter: string): PlainSpellings {
    const cached = this.known.get(letter);
    if (cached !== undefined) return cached;
    const options = this.profile.letters.get(letter) ?? commonSpellingsOf(letter) ?? this.made(letter);
    // Bounded by the number of existing characters; real texts use some hundreds of them.
    this.known.set(letter, options);
    return options;
  }

  /** Computes the spelling of a letter that is in no table: that of its components, otherwise the letter itself, or an empty text for a mark. */
  private made(letter: string): PlainSpellings {
    const parts = Array.from(
      letter.normalize('NFKD').toLowerCase(),
      (part) => LOOK_ALIKES.get(part) ?? part,
    ).join('');
    if (parts === letter) return [LETTER_OR_DIGIT.test(letter) && !MODIFIER.test(letter) ? letter : ''];
    return [Array.from(parts, (part) => this.options(part)[0] ?? '').join('')];
  }
}

function lettersOf(light: string): readonly string[] {
  return light.match(LETTER) ?? [];
}

/** Combinations of the spellings of letters, the usual ones first. Above the maximum, the i-th combination has the i-th spelling of each letter. */
function choicesOf(open: readonly (readonly [letter: string, options: PlainSpellings])[]): readonly Choice[] {
  const count = open.reduce((product, [, options]) => product * options.length, 1);
  if (count <= MAX_SPELLINGS)
    return open.reduce<readonly Choice[]>(
      (choices, [letter, options]) =>
        choices.flatMap((choice) => options.map((option) => new Map([...choice, [letter, option]]))),
      [new Map()],
    );
  const maxOptions = Math.max(...open.map(([, options]) => options.length));
  return Array.from(
    { length: maxOptions },
    (_, i) => new Map(open.map(([letter, options]) => [letter, options[i] ?? options[0] ?? ''])),
  );
}

/** The Latin spelling of a text in a script with a table; empty for other text. */
function romanOf(light: string): readonly string[] {
  const roman = scriptsOf(light)?.ROMAN;
  if (roman === undefined) return [];
  const letters = Array.from(light);
  if (!letters.some((letter) => roman.has(letter))) return [];
  return [letters.map((letter) => roman.get(letter) ?? (PLAIN.test(letter) ? letter : '')).join('')];
}

function soundOf(plain: string): string {
  return heardLetters(plain).replace(DOUBLED, '$1');
}

/** Replaces each spelling of a sound in a plain spelling by one letter; doubled letters remain. */
export function heardLetters(plain: string): string {
  return SOUND_ALIKES.reduce((text, [pattern, sound]) => text.replace(pattern, sound), plain);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

const FOLDINGS = new WeakMap<Profile, Folding>();

/** Returns the folding of a profile; created once. */
export function foldingFor(profile: Profile): Folding {
  const folding = FOLDINGS.get(profile) ?? new Folding(profile);
  FOLDINGS.set(profile, folding);
  return folding;
}

/** Folding of texts in no particular language, including translations. */
export const COMMON_FOLDING = foldingFor(COMMON_PROFILE);
