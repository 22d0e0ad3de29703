import { editsBetween, lettersLost } from './edits';
import type { Folding } from './folding';
import type { Spelling } from './letters';
import { type Lookup, type TextComparison, type TextDistance, type SearchStep, threeDigits } from './tiers';
import { TABLES } from './tables/tables';
import { tableOf } from './tables/with-tables';
import type { Inflection } from './morphology/affixes';
import { KEY } from './search-keys';
import type { SearchText } from './search-text';

/** Shortest beginning or end of a word that is looked up as a headword, in letters. */
const MIN_PART_LENGTH = 4;

/** The same in a language without rules of inflection, for words of at most five letters. */
const SHORT = { part: 3, word: 5 };

/** Minimum share of a word that its beginning or end must have. Bantu verbs have several prefixes and short radicals. */
const MIN_SHARE = 0.4;

/** Codes of the keys that are compared with the spelling of a part. */
const BASE_CODES: readonly string[] = [KEY.folded, KEY.foldedVariant, KEY.radical];

/** Codes of the keys that are compared with a phonetic form. */
const SOUND_CODES: readonly string[] = [KEY.sound, KEY.folded, KEY.foldedVariant];

/** Maximum number of words of a search text whose parts are looked up. */
const MAX_SPLIT_WORDS = 8;

/** Maximum number of possible headwords for each of several words. */
const MAX_BASES_PER_WORD = 20;

/** Ranks of parts: words of the text, headwords of which these are forms, beginnings and ends of words, particles. */
const [WHOLE, FORM, EDGE, PARTICLE] = [0, 1, 2, 3] as const;

/** A part of the search text that may be a headword. */
interface Part {
  readonly rank: typeof WHOLE | typeof FORM | typeof EDGE | typeof PARTICLE;
  readonly light: string;
  /** Length in letters. */
  readonly length: number;
  /** Index of the word at which the part begins. */
  readonly position: number;
  /** How the part was derived, for example `gida-`; absent if it is a word of the text. */
  readonly rule?: string;
}

/** Returns the step for articles whose headword is a part of the search text: words of it, their beginnings and ends. The longest part ranks first. */
export function partSteps(text: SearchText, folding: Folding): readonly SearchStep[] {
  const parts = partsByPlain(text, folding);
  if (parts.size === 0) return [];
  const anyOf = [...parts.keys()].flatMap((plain) => BASE_CODES.map((code) => code + plain));
  const lookup: Lookup = { in: 'precise', anyOf };
  return [{ tier: 'part', lookups: [lookup], compare: partComparison(parts) }];
}

/** The parts of a search text by plain spelling, each with its best rank. */
function partsByPlain({ exact }: SearchText, folding: Folding): ReadonlyMap<string, Part> {
  const words = folding.words(exact).slice(0, MAX_SPLIT_WORDS);
  const parts = new Map<string, Part>();
  const add = (plain: string, part: Part) => {
    const previous = parts.get(plain);
    if (plain.length > 1 && (previous === undefined || previous.rank > part.rank)) parts.set(plain, part);
  };
  const phrases = words.length > 1 ? tableOf('phrases').phrasesOf(words, folding) : [];
  for (const { plain, isParticle, ...phrase } of phrases)
    add(plain, { ...phrase, rank: isParticle ? PARTICLE : WHOLE });
  for (const [position, word] of words.entries()) {
    const typed = folding.plainSpelling(word);
    // A single word has a better tier for its inflected forms, unless these are guessed.
    const forms =
      words.length > 1
        ? folding.inflectionsOf(word).slice(0, MAX_BASES_PER_WORD)
        : folding.guessedInflectionsOf(word).filter(({ base }) => isPartOf(typed, base));
    for (const { base, rule } of forms)
      add(base, { rank: FORM, light: base, length: lengthOf(base), position, rule });
    const isShort = folding.hasNoRules && lengthOf(typed) <= SHORT.word;
    for (const { plain, rule } of edgesOf(typed, isShort ? SHORT.part : MIN_PART_LENGTH))
      add(plain, { rank: EDGE, light: plain, length: lengthOf(plain), position, rule });
  }
  return parts;
}

/** Whether a guessed headword has enough letters of a form in their order: rules with a prefix and a suffix may leave a single letter. */
function isPartOf(typed: string, base: string): boolean {
  const length = lengthOf(typed);
  return length - lettersLost(typed, base) >= MIN_SHARE * length;
}

/** Key codes and spellings by which headwords of inflected forms are looked up. */
const BY_FORM = { spelled: BASE_CODES, heard: SOUND_CODES, spelledBy };

/** Returns the steps for headwords of which the search text is an inflected form. The table is loaded if there are inflections. */
export function inflectedSteps(inflections: readonly Inflection[], folding: Folding): readonly SearchStep[] {
  return inflections.length === 0 ? [] : (TABLES.inflectedTiers?.(inflections, folding, BY_FORM) ?? []);
}

/** Returns the beginnings and ends of a word that have the minimum length and share. */
function edgesOf(word: string, least: number): { plain: string; rule: string }[] {
  const letters = Array.from(word);
  const shortest = Math.max(least, Math.ceil(letters.length * MIN_SHARE));
  const lengths = Array.from({ length: Math.max(0, letters.length - shortest) }, (_, i) => shortest + i);
  return lengths.flatMap((length) => {
    const [beginning, end] = [letters.slice(0, length).join(''), letters.slice(-length).join('')];
    return [
      { plain: beginning, rule: `${beginning}-` },
      { plain: end, rule: `-${end}` },
    ];
  });
}

function partComparison(parts: ReadonlyMap<string, Part>): TextComparison {
  return (spelling, folding) => {
    const matching = spelledBy(spelling, folding).flatMap((plain) => parts.get(plain) ?? []);
    const distances = matching.map((part) => nearTextOf(spelling, part, folding));
    return distances.toSorted((a, b) => (a.key < b.key ? -1 : 1))[0];
  };
}

function spelledBy({ field, text }: Spelling, folding: Folding): readonly string[] {
  return field === 'translation' ? [] : folding.spellings(text);
}

const MAX_RANKED_LENGTH = 999;

function nearTextOf(
  { text }: Spelling,
  { rank, light, length, position, rule }: Part,
  folding: Folding,
): TextDistance {
  const edits = editsBetween(folding.caseFold(text), light);
  const numbers = [MAX_RANKED_LENGTH - length, edits, position].map(threeDigits);
  return { key: `${String(rank)}${numbers.join('')}`, ...(rule !== undefined && { rule }) };
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
