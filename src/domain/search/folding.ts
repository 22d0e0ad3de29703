import {
  AFFIX_MARKS,
  APOSTROPHES,
  CLICKS,
  HOMOGRAPH_NUMBERS,
  INVISIBLE,
  LOOK_ALIKES,
  MARKS,
  OTHER_HYPHENS,
  LETTER_MARKS,
  LETTERS,
  type PlainSpellings,
  SOUND_ALIKES,
  WORD_MARKS,
} from './letters';
import { TABLES } from './glosses/tables/tables';
import { MissingTable } from './glosses/tables/with-tables';
import { COMMON, morphologyOf, type Profile } from './profiles';
import type { Inflection, Inflections } from './morphology/inflections';
import { ROMAN } from './other-scripts';
import { readingsOf } from './sounds';

const HYPHENS = new RegExp(`[\\p{Dash_Punctuation}${OTHER_HYPHENS}]`, 'gu');
const NEEDLESS = new RegExp(`[${INVISIBLE}\\p{Surrogate}\\0]`, 'gu');
/** Matches text that folding does not change. */
const PLAIN_WORDS = /^[a-z0-9]+(?:[ '][a-z0-9]+)*$/;

const SAME_FOR: ReadonlyMap<string, string> = new Map([
  ...Array.from(APOSTROPHES, (apostrophe) => [apostrophe, "'"] as const),
  ...MARKS,
  ...LOOK_ALIKES,
]);

/**
 * Unifies spellings that look the same, in NFC: lower case; apostrophes, hyphens, clicks, white space and look-alikes
 * unified. Marks remain. Idempotent.
 *
 * @param affixMarks characters that are removed at both ends, unless nothing else is there; so are numbers of
 *   homographs
 */
function lightOf(text: string, affixMarks: string): string {
  if (PLAIN_WORDS.test(text)) return text;
  if (affixMarks !== AFFIX_MARKS || text.length > LONGEST_RECENT) return madeLight(text, affixMarks);
  const known = RECENT.get(text);
  if (known !== undefined) return known;
  const light = madeLight(text, affixMarks);
  if (RECENT.size >= MOST_RECENT) RECENT.clear();
  RECENT.set(text, light);
  return light;
}

/** Light forms of words that were folded last with the usual marks: each is folded in several ways, and many come again. */
const RECENT = new Map<string, string>();
const MOST_RECENT = 2000;

/** Longest text that is kept there, in UTF-16 units. */
const LONGEST_RECENT = 60;

function madeLight(text: string, affixMarks: string): string {
  const lower = text.replace(NEEDLESS, '').normalize('NFD').toLowerCase().normalize('NFD');
  const unified = Array.from(lower.replace(HYPHENS, '-'), (letter) => SAME_FOR.get(letter) ?? letter)
    .join('')
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ');
  // A number of a homograph before a click hides the beginning of the word until it is removed.
  return withClicks(withoutEnds(withClicks(unified), affixMarks));
}

function withClicks(text: string): string {
  return CLICKS.reduce((spelled, [pattern, click]) => spelled.replace(pattern, click), text);
}

function withoutEnds(text: string, affixMarks: string): string {
  const ends = affixMarks === AFFIX_MARKS ? USUAL_ENDS : endsOf(affixMarks);
  const letters = Array.from(text);
  const from = letters.findIndex((letter) => !ends.has(letter));
  const to = letters.findLastIndex((letter) => !ends.has(letter));
  return from < 0 ? text : letters.slice(from, to + 1).join('');
}

/** By code point: two characters beyond the basic plane may begin with the same half. */
function endsOf(affixMarks: string): ReadonlySet<string> {
  return new Set(Array.from(` ${affixMarks}${HOMOGRAPH_NUMBERS}`));
}

const USUAL_ENDS = endsOf(AFFIX_MARKS);

/** Letters, and the sequences in their table, which are folded as one. */
const LETTER = /tʃ|dʒ|[^]/gu;

const KEPT = /^[\p{L}\p{N}]$/u;
const MODIFIER = /^\p{Lm}$/u;
const PLAIN = /^[a-z0-9]+$/;
const DOUBLED = /(\p{L})\1+/gu;
const OTHER_MARKS = new RegExp(`(?![${LETTER_MARKS}])\\p{M}`, 'gu');
const BETWEEN_WORDS = new RegExp(`[\\s\\-${WORD_MARKS.replace(/[\]\\^-]/g, '\\$&')}]+`, 'u');

/** Shortest sound by the rules of another orthography, in letters. */
const SHORTEST_SOUND = 3;

/** Maximum number of spellings of one text, which bounds those of a long one with many special letters. */
const MOST_SPELLINGS = 8;

/** The replacement of each letter in one spelling of a text; letters that are missing have their usual spelling. */
type Choice = ReadonlyMap<string, string>;

/** Folds the words of one language, or of any. Foldings are idempotent. */
export class Folding {
  private readonly known = new Map<string, PlainSpellings>();
  private readonly distinct: ReadonlySet<string>;
  private readonly hasCommonLetters: boolean;
  private inflectionsMade?: { readonly all: Inflections | undefined };

  constructor(private readonly profile: Profile) {
    this.distinct = new Set(Array.from(profile.distinct));
    this.hasCommonLetters = profile.letters.size === 0;
  }

  /** How words are inflected, if that is known. Only searches need it. @throws MissingTable in a browser, which `withTables` heeds */
  get inflections(): Inflections | undefined {
    this.inflectionsMade ??= { all: this.readInflections() };
    return this.inflectionsMade.all;
  }

  private readInflections(): Inflections | undefined {
    const morphology = morphologyOf(this.profile);
    if (morphology === undefined) return undefined;
    if (TABLES.Inflections === undefined) throw new MissingTable('morphologies');
    return new TABLES.Inflections(morphology, (text) => this.plain(text));
  }

  /** The headwords that a word may be a form of. Affixes are in Latin letters, so that other scripts are read by their Latin spelling. */
  inflectionsOf(word: string): readonly Inflection[] {
    const { inflections } = this;
    return inflections === undefined ? [] : this.typed(word).flatMap((typed) => inflections.of(typed));
  }

  /** Lower case, look-alikes unified, marks kept: see lightOf. */
  light(text: string): string {
    return lightOf(text, this.profile.affixMarks);
  }

  /** The usual spelling on a plain keyboard: no marks, apostrophes, hyphens or spaces. May be empty. */
  plain(text: string): string {
    return this.folded(this.light(text));
  }

  /** Every spelling by which a word is found, the plain one first, and last the Latin one of another script. */
  spellings(text: string): readonly string[] {
    const light = this.light(text);
    if (PLAIN.test(light) && this.hasCommonLetters) return [light];
    const kept = this.isDistinct(light) ? this.choices(light, true) : [];
    return unique([...this.choices(light, false), ...kept, ...romanOf(light)]);
  }

  /** The spellings to look up for a query: a letter that is distinct in this language matches only itself. */
  asked(text: string): readonly string[] {
    const light = this.light(text);
    return unique(this.choices(light, this.isDistinct(light)));
  }

  /** The plain spelling, and the Latin one of another script: those in which typing errors are searched. */
  typed(text: string): readonly string[] {
    const light = this.light(text);
    return unique([this.folded(light), ...romanOf(light)]);
  }

  /**
   * A rough phonetic form of those spellings: spellings of one sound are unified, and doubled letters are single. A
   * single letter has none.
   */
  sounds(text: string): readonly string[] {
    return unique(this.typed(text).map(soundOf)).filter((sound) => sound.length > 1);
  }

  /** The text as other orthographies read it, where that is different, with the marks of its vowels. */
  markedReadings(text: string): readonly string[] {
    return unique(this.typed(text).flatMap((typed) => readingsOf(typed, this.profile.languages)));
  }

  /** The same without marks. */
  readings(text: string): readonly string[] {
    return unique(this.markedReadings(text).map((reading) => this.plain(reading)));
  }

  /** How the text sounds to those who read it by the rules of another orthography, where that is different. */
  readSounds(text: string): readonly string[] {
    const known = this.sounds(text);
    const read = unique(this.readings(text).map(soundOf));
    return read.filter((sound) => sound.length >= SHORTEST_SOUND && !known.includes(sound));
  }

  /** Light form without marks of tone and length, for users who type the letters of a language but not its marks. */
  letters(text: string): string {
    const bare = this.light(text).normalize('NFD').replace(OTHER_MARKS, '').normalize('NFC');
    // A mark may have hidden the end of the text, or the position of a click.
    return this.light(bare);
  }

  /** The words of a text in light form; hyphens and punctuation separate them like spaces. */
  words(text: string): readonly string[] {
    return this.light(text)
      .split(BETWEEN_WORDS)
      .filter((word) => this.folded(word) !== '');
  }

  private isDistinct(light: string): boolean {
    return lettersOf(light).some((letter) => this.distinct.has(letter));
  }

  /** The spellings of a text in which each letter has the same spelling throughout; the usual one comes first. */
  private choices(light: string, keepsDistinct: boolean): readonly string[] {
    const letters = lettersOf(light);
    const optionsOf = (letter: string): PlainSpellings =>
      keepsDistinct && this.distinct.has(letter) ? [letter] : this.options(letter);
    const open = [...new Set(letters)].filter((letter) => optionsOf(letter).length > 1);
    const spelled = (choice: Choice) =>
      letters.map((letter) => choice.get(letter) ?? optionsOf(letter)[0] ?? '').join('');
    return choicesOf(open.map((letter) => [letter, optionsOf(letter)])).map(spelled);
  }

  private folded(light: string): string {
    if (PLAIN.test(light) && this.hasCommonLetters) return light;
    let folded = '';
    for (const letter of lettersOf(light)) folded += this.options(letter)[0] ?? '';
    return folded;
  }

  private options(letter: string): PlainSpellings {
    const known = this.known.get(letter);
    if (known !== undefined) return known;
    const options = this.profile.letters.get(letter) ?? LETTERS.get(letter) ?? this.made(letter);
    // Bounded by the number of existing characters; real texts use some hundreds of them.
    this.known.set(letter, options);
    return options;
  }

  /** The components of a letter; if it has none, the letter itself or an empty text. */
  private made(letter: string): PlainSpellings {
    const parts = Array.from(
      letter.normalize('NFKD').toLowerCase(),
      (part) => LOOK_ALIKES.get(part) ?? part,
    ).join('');
    if (parts === letter) return [KEPT.test(letter) && !MODIFIER.test(letter) ? letter : ''];
    return [Array.from(parts, (part) => this.options(part)[0] ?? '').join('')];
  }
}

function lettersOf(light: string): readonly string[] {
  return light.match(LETTER) ?? [];
}

/** The usual spelling of all letters, then every combination; if there are too many, all letters change at once. */
function choicesOf(open: readonly (readonly [letter: string, options: PlainSpellings])[]): readonly Choice[] {
  const count = open.reduce((product, [, options]) => product * options.length, 1);
  if (count <= MOST_SPELLINGS)
    return open.reduce<readonly Choice[]>(
      (choices, [letter, options]) =>
        choices.flatMap((choice) => options.map((option) => new Map([...choice, [letter, option]]))),
      [new Map()],
    );
  const most = Math.max(...open.map(([, options]) => options.length));
  return Array.from(
    { length: most },
    (_, i) => new Map(open.map(([letter, options]) => [letter, options[i] ?? options[0] ?? ''])),
  );
}

/** The Latin spelling of a text in a script that has one; none for other text. */
function romanOf(light: string): readonly string[] {
  const letters = Array.from(light);
  if (!letters.some((letter) => ROMAN.has(letter))) return [];
  return [letters.map((letter) => ROMAN.get(letter) ?? (PLAIN.test(letter) ? letter : '')).join('')];
}

function soundOf(plain: string): string {
  return heardLetters(plain).replace(DOUBLED, '$1');
}

/** A plain spelling with one letter for each sound; doubled letters remain. */
export function heardLetters(plain: string): string {
  return SOUND_ALIKES.reduce((text, [pattern, sound]) => text.replace(pattern, sound), plain);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

const FOLDINGS = new WeakMap<Profile, Folding>();

/** The folding of a profile, created once. */
export function foldingFor(profile: Profile): Folding {
  const folding = FOLDINGS.get(profile) ?? new Folding(profile);
  FOLDINGS.set(profile, folding);
  return folding;
}

/** Folding of texts in no particular language, including translations. */
export const COMMON_FOLDING = foldingFor(COMMON);
