import { mayHaveErrors, neighboursOf } from './edits';
import { glossTierQueries } from './gloss-tiers';
import { type Lookup, MATCH_TIERS, type MatchTier, type TierQuery } from './match-levels';
import { KEY, STORED_PREFIX } from './search-keys';
import type { SearchText } from './search-text';

/** Shortest text, in letters, for which words that sound alike are looked for. */
const SHORTEST_NEAR = 3;

/** What a search looks at, best first. */
export function tierQueriesOf(text: SearchText): readonly TierQuery[] {
  const { exact, light, isQuoted } = text;
  const same = (code: string): Lookup => ({ in: 'precise', anyOf: [code + light] });
  const marked: readonly TierQuery[] = [
    { level: 'exact', lookups: [same(KEY.light)], headword: exact },
    { level: 'light', lookups: [same(KEY.light)] },
    { level: 'variant', lookups: [same(KEY.variant)] },
  ];
  if (isQuoted) return marked;
  return inOrder([...marked, ...foldedSteps(text), ...glossTierQueries(text.gloss), ...nearSteps(text)]);
}

/** What a search for a translation looks at. */
export function reverseTierQueriesOf(text: SearchText): readonly TierQuery[] {
  return inOrder(glossTierQueries(text.gloss));
}

/** What a search for a whole word in any of its forms looks at. */
export function wordTierQueriesOf(text: SearchText): readonly TierQuery[] {
  const levels: readonly MatchTier[] = ['exact', 'light', 'variant', 'letters', 'folded', 'foldedVariant'];
  return tierQueriesOf(text).filter(({ level }) => levels.includes(level));
}

/** What a search for words that begin so looks at. */
export function suggestionTierQueriesOf(text: SearchText): readonly TierQuery[] {
  const levels: readonly MatchTier[] = ['exact', 'light', 'letters', 'folded', 'prefix'];
  return tierQueriesOf(text).filter(({ level }) => levels.includes(level));
}

/** A step without a lookup would find every article. */
function inOrder(steps: readonly TierQuery[]): readonly TierQuery[] {
  const able = steps.filter(({ lookups }) => lookups.length > 0);
  return MATCH_TIERS.flatMap((level) => able.filter((step) => step.level === level));
}

function foldedSteps({ asked, letters, words }: SearchText): TierQuery[] {
  const [first] = asked;
  if (first === undefined) return [];
  const all = (code: string): Lookup => ({ in: 'precise', anyOf: asked.map((key) => code + key) });
  const isShort = Array.from(first).length <= STORED_PREFIX;
  const prefix = (short: string, long: string): Lookup =>
    isShort ? { in: 'broad', anyOf: [short + first] } : { in: 'precise', startsWith: long + first };
  return [
    { level: 'letters', lookups: [{ in: 'precise', anyOf: [KEY.letters + letters, KEY.light + letters] }] },
    { level: 'folded', lookups: [all(KEY.folded)] },
    { level: 'foldedVariant', lookups: [all(KEY.foldedVariant)] },
    { level: 'word', lookups: wordLookups(words, [KEY.headwordWord]) },
    { level: 'variantWord', lookups: wordLookups(words, [KEY.variantWord]) },
    { level: 'prefix', lookups: [prefix(KEY.prefix, KEY.folded)] },
    { level: 'variantPrefix', lookups: [prefix(KEY.variantPrefix, KEY.foldedVariant)] },
  ];
}

/** Every word must be there. The longest goes first, since the fewest articles have it. */
function wordLookups(words: readonly (readonly string[])[], codes: readonly string[]): Lookup[] {
  return words
    .toSorted(([a = ''], [b = '']) => b.length - a.length)
    .map((spellings) => ({
      in: 'broad',
      anyOf: codes.flatMap((code) => spellings.map((spelling) => code + spelling)),
    }));
}

function nearSteps({ light, plain, sounds }: SearchText): TierQuery[] {
  const isShort = Array.from(plain).length < SHORTEST_NEAR && !mayHaveErrors(plain);
  if (isShort || plain === '') return [];
  return [{ level: 'fuzzy', lookups: [nearLookup(plain, sounds)], near: { light, plain, sounds } }];
}

/** The keys of words that sound alike or that one edit makes of a word or of its sound, and some others. */
function nearLookup(plain: string, sounds: readonly string[]): Lookup {
  const errors = [plain, ...sounds]
    .filter(mayHaveErrors)
    .flatMap((spelling) => [spelling, ...neighboursOf(spelling)]);
  const whole = [...errors, ...sounds].flatMap((key) => [KEY.folded + key, KEY.foldedVariant + key]);
  const keys = [
    ...errors.map((key) => KEY.neighbour + key),
    ...sounds.map((sound) => KEY.sound + sound),
    ...whole,
  ];
  return { in: 'precise', anyOf: [...new Set(keys)] };
}
