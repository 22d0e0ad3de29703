import { editsBetween } from './edits';
import type { Folding } from './folding';
import type { Spelling } from './letters';
import type { Lookup, Near, NearText, TierQuery } from './tiers';
import { KEY } from './search-keys';
import type { SearchText } from './search-text';

/** Shortest headword that is looked for at the beginning or end of a word, in letters. */
const SHORTEST_PART = 4;

/** Least share of a word that a part of it is: Bantu verbs have several prefixes, and short radicals. */
const LEAST_SHARE = 0.4;

/** Most words of a text whose parts are looked for. */
const MOST_WORDS = 8;

/** A part of what was typed that may be a headword. */
interface Part {
  /** Words of the text first, then beginnings and ends of words. */
  readonly rank: 0 | 1;
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
  const codes = [KEY.folded, KEY.foldedVariant, KEY.radical];
  const anyOf = [...parts.keys()].flatMap((plain) => codes.map((code) => code + plain));
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
    add(plain, { rank: 0, light, length: lengthOf(plain), position: phrase.position });
  }
  for (const [position, word] of words.entries())
    for (const { plain, rule } of edgesOf(folding.plain(word)))
      add(plain, { rank: 1, light: plain, length: lengthOf(plain), position, rule });
  return parts;
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
