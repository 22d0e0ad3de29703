import { editsBetween } from './edits';
import type { Folding } from './folding';
import type { Spelling } from './letters';
import type { Lookup, Near, NearText, TierQuery } from './tiers';
import { TABLES } from './glosses/tables/tables';
import type { Inflection } from './morphology/inflections';
import { KEY } from './search-keys';
import type { SearchText } from './search-text';

/** Shortest headword that is looked for at the beginning or end of a word, in letters. */
const SHORTEST_PART = 4;

/** Least share of a word that a part of it is: Bantu verbs have several prefixes, and short radicals. */
const LEAST_SHARE = 0.4;

/** The keys by which an article is found by a part of a word. */
const BASE_CODES: readonly string[] = [KEY.folded, KEY.foldedVariant, KEY.radical];

/** The keys of words that sound so. */
const SOUND_CODES: readonly string[] = [KEY.sound, KEY.folded, KEY.foldedVariant];

/** Most words of a text whose parts are looked for. */
const MOST_WORDS = 8;

/** Most headwords that one of several words may be a form of. */
const MOST_BASES = 20;

/** Words of the text first, then headwords of which they are forms, beginnings and ends of words, and particles. */
const [WHOLE, FORM, EDGE, PARTICLE] = [0, 1, 2, 3] as const;

/** A part of what was typed that may be a headword. */
interface Part {
  readonly rank: typeof WHOLE | typeof FORM | typeof EDGE | typeof PARTICLE;
  readonly light: string;
  readonly length: number;
  /** Where the part begins, in words. */
  readonly position: number;
  /** How the part was found, where it is no word of the text: `gida-`. */
  readonly rule?: string;
}

/** Headwords at the beginning or end of what was typed, and among its words. The longest comes first. */
export function partTierQueries(text: SearchText, folding: Folding): readonly TierQuery[] {
  const parts = partsOf(text, folding);
  if (parts.size === 0) return [];
  const anyOf = [...parts.keys()].flatMap((plain) => BASE_CODES.map((code) => code + plain));
  const lookup: Lookup = { in: 'precise', anyOf };
  return [{ tier: 'part', lookups: [lookup], near: nearOf(parts) }];
}

function partsOf({ exact }: SearchText, folding: Folding): ReadonlyMap<string, Part> {
  const words = folding.words(exact).slice(0, MOST_WORDS);
  const parts = new Map<string, Part>();
  const add = (plain: string, part: Part) => {
    const known = parts.get(plain);
    if (plain.length > 1 && (known === undefined || known.rank > part.rank)) parts.set(plain, part);
  };
  for (const phrase of words.length > 1 ? phrasesOf(words) : []) {
    const light = phrase.words.join(' ');
    const plain = folding.plain(light);
    const isParticle = phrase.words.every((word) => folding.inflections?.isParticle(word) === true);
    const rank = isParticle ? PARTICLE : WHOLE;
    add(plain, { rank, light, length: lengthOf(plain), position: phrase.position });
  }
  for (const [position, word] of words.entries()) {
    const typed = folding.plain(word);
    // A single word has a better tier for this.
    const forms = words.length > 1 ? folding.inflectionsOf(word).slice(0, MOST_BASES) : [];
    for (const { base, rule } of forms)
      add(base, { rank: FORM, light: base, length: lengthOf(base), position, rule });
    for (const { plain, rule } of edgesOf(typed))
      add(plain, { rank: EDGE, light: plain, length: lengthOf(plain), position, rule });
  }
  return parts;
}

/** How headwords are found of which what was typed is a form. */
const BY_FORM = { spelled: BASE_CODES, heard: SOUND_CODES, spelledBy };

/** What reads forms of words has been loaded where some were found. */
export function inflectedTierQueries(
  inflections: readonly Inflection[],
  folding: Folding,
): readonly TierQuery[] {
  return inflections.length === 0 ? [] : (TABLES.inflectedTiers?.(inflections, folding, BY_FORM) ?? []);
}

/** Words of a text that stand together, but not all of them. */
function phrasesOf(words: readonly string[]): { words: readonly string[]; position: number }[] {
  return words.flatMap((_, position) =>
    Array.from({ length: words.length - position }, (__, i) => ({
      words: words.slice(position, position + i + 1),
      position,
    })).filter((phrase) => phrase.words.length < words.length),
  );
}

/** The beginnings and ends of a word that are long enough. */
function edgesOf(word: string): { plain: string; rule: string }[] {
  const letters = Array.from(word);
  const shortest = Math.max(SHORTEST_PART, Math.ceil(letters.length * LEAST_SHARE));
  const lengths = Array.from({ length: Math.max(0, letters.length - shortest) }, (_, i) => shortest + i);
  return lengths.flatMap((length) => {
    const [beginning, end] = [letters.slice(0, length).join(''), letters.slice(-length).join('')];
    return [
      { plain: beginning, rule: `${beginning}-` },
      { plain: end, rule: `-${end}` },
    ];
  });
}

function nearOf(parts: ReadonlyMap<string, Part>): Near {
  return (spelling, folding) => {
    const found = spelledBy(spelling, folding).flatMap((plain) => parts.get(plain) ?? []);
    const nearest = found.map((part) => nearTextOf(spelling, part, folding));
    return nearest.toSorted((a, b) => (a.key < b.key ? -1 : 1))[0];
  };
}

function spelledBy({ field, text }: Spelling, folding: Folding): readonly string[] {
  return field === 'translation' ? [] : folding.spellings(text);
}

const LONGEST = 999;

function nearTextOf(
  { text }: Spelling,
  { rank, light, length, position, rule }: Part,
  folding: Folding,
): NearText {
  const edits = editsBetween(folding.light(text), light);
  const numbers = [LONGEST - length, edits, position].map((n) => String(n).padStart(3, '0'));
  return { key: `${String(rank)}${numbers.join('')}`, ...(rule !== undefined && { rule }) };
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
