import { editsBetween, mayHaveErrors, neighboursOf } from './edits';
import type { Folding } from './folding';
import type { NearTerms, Lookup } from './match-levels';
import { KEY } from './search-keys';
import { spellingsOf } from './letters';

/** How far a text is from what was typed. */
export interface Farness {
  /** Typing errors; none where it is another spelling of the same sound. */
  readonly errors: number;
  /** Edits that count marks and special letters too. */
  readonly edits: number;
}

/** `undefined` where neither one typing error nor another spelling of the same sound makes one of the other. */
export function farnessOf(text: string, near: NearTerms, folding: Folding): Farness | undefined {
  const typed = folding.typed(text);
  const isSame = folding.sounds(text).some((sound) => near.sounds.includes(sound));
  const isError = typed
    .filter(mayHaveErrors)
    .some((spelling) => [near.plain, ...near.sounds].some((one) => editsBetween(spelling, one) <= 1));
  if (!isError && !isSame) return undefined;
  const [, ...roman] = typed;
  const edits = [folding.light(text), ...roman].map((spelling) => editsBetween(spelling, near.light));
  return { errors: isSame ? 0 : 1, edits: Math.min(...edits) };
}

/** The order of texts by how far they are, as text: the nearest first. */
export function farnessKey({ errors, edits }: Farness): string {
  return `${errors}${String(edits).padStart(3, '0')}`;
}

/** Longest word for which words two edits away are looked up: the keys to look up grow with its square. */
const LONGEST = 16;

/** Shortest such word; two edits make any word of a shorter one. */
const SHORTEST = 5;

const MOST_EDITS = 2;

/** A word of an article that is near to what was typed. */
export interface NearWord {
  readonly text: string;
  readonly edits: number;
}

/** Where to look for words up to two edits away; `undefined` for words too short or too long. */
export function nearLookupOf(plain: string): Lookup | undefined {
  const length = Array.from(plain).length;
  if (length < SHORTEST || length > LONGEST) return undefined;
  const shorter = [...new Set(neighboursOf(plain).flatMap((one) => [one, ...neighboursOf(one)]))];
  const codes = [KEY.neighbour, KEY.folded, KEY.foldedVariant];
  return { in: 'precise', anyOf: [plain, ...shorter].flatMap((key) => codes.map((code) => code + key)) };
}

/** The words of an article, of its own language, that are near to a plain spelling; the nearest first. */
export function nearWordsOf(
  content: Parameters<typeof spellingsOf>[0],
  plain: string,
  folding: Folding,
): readonly NearWord[] {
  return spellingsOf(content)
    .filter(({ field }) => field !== 'translation')
    .map(({ text }) => ({
      text,
      edits: Math.min(...folding.typed(text).map((spelling) => editsBetween(spelling, plain))),
    }))
    .filter(({ edits }) => edits <= MOST_EDITS)
    .sort((a, b) => a.edits - b.edits);
}
