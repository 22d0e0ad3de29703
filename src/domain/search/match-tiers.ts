import { mayHaveErrors, neighboursOf } from './edits';
import type { Folding } from './folding';
import { glossTierQueries } from './glosses/tiers';
import { contentTierQueries } from './content/content-tiers';
import { type Lookup, MATCH_TIERS, type MatchTier, type TierQuery } from './tiers';
import { fuzzyNear, markOrder, soundKeys, soundOrder } from './nearness';
import { inflectedTierQueries, partTierQueries } from './parts';
import { KEY, STORED_PREFIX } from './search-keys';
import type { SearchText } from './search-text';

/** Shortest text, in letters, for which words that sound alike are looked for. */
const SHORTEST_NEAR = 3;

/** What a search looks at, best first. */
export function tierQueriesOf(text: SearchText, folding: Folding): readonly TierQuery[] {
  const { exact, light, isQuoted } = text;
  const same = (code: string): Lookup => ({ in: 'precise', anyOf: [code + light] });
  const marked: readonly TierQuery[] = [
    { tier: 'exact', lookups: [same(KEY.light)], headword: exact },
    { tier: 'light', lookups: [same(KEY.light)] },
    { tier: 'variant', lookups: [same(KEY.variant)] },
  ];
  if (isQuoted) return marked;
  return inOrder([
    ...marked,
    ...foldedSteps(text),
    ...inflectedTierQueries(text.inflections, folding),
    ...soundSteps(text),
    ...glossTierQueries(text.gloss),
    ...nearSteps(text),
    ...partTierQueries(text, folding),
    ...contentTierQueries(text.contentWords),
  ]);
}

/** What a search for a translation looks at. */
export function reverseTierQueriesOf(text: SearchText): readonly TierQuery[] {
  return inOrder(glossTierQueries(text.gloss));
}

/** What a search for a whole word in any of its forms looks at. */
export function wordTierQueriesOf(text: SearchText, folding: Folding): readonly TierQuery[] {
  const tiers: readonly MatchTier[] = [
    'exact',
    'light',
    'variant',
    'letters',
    'folded',
    'foldedVariant',
    'radical',
    'inflected',
  ];
  return tierQueriesOf(text, folding).filter(({ tier }) => tiers.includes(tier));
}

/** What a search for words that begin so looks at. */
export function suggestionTierQueriesOf(text: SearchText, folding: Folding): readonly TierQuery[] {
  const tiers: readonly MatchTier[] = ['exact', 'light', 'letters', 'folded', 'prefix'];
  return tierQueriesOf(text, folding).filter(({ tier }) => tiers.includes(tier));
}

/** A step without a lookup would find every article. */
function inOrder(steps: readonly TierQuery[]): readonly TierQuery[] {
  const able = steps.filter(({ lookups }) => lookups.length > 0 && lookups.every(isAble));
  return MATCH_TIERS.flatMap((tier) => able.filter((step) => step.tier === tier));
}

/** A lookup of nothing finds nothing. */
function isAble(lookup: Lookup): boolean {
  return 'startsWith' in lookup || lookup.anyOf.length > 0;
}

function foldedSteps({ asked, letters, light, plain, words }: SearchText): TierQuery[] {
  const [first] = asked;
  if (first === undefined) return [];
  // What was typed without a mark says nothing of marks; an index has those words in order.
  const byMarks = light === plain ? {} : { order: markOrder(light) };
  const all = (code: string): Lookup => ({ in: 'precise', anyOf: asked.map((key) => code + key) });
  const isShort = Array.from(first).length <= STORED_PREFIX;
  const prefix = (short: string, long: string): Lookup =>
    isShort ? { in: 'broad', anyOf: [short + first] } : { in: 'precise', startsWith: long + first };
  return [
    {
      tier: 'letters',
      lookups: [{ in: 'precise', anyOf: [KEY.letters + letters, KEY.light + letters] }],
      ...byMarks,
    },
    { tier: 'folded', lookups: [all(KEY.folded)], ...byMarks },
    { tier: 'foldedVariant', lookups: [all(KEY.foldedVariant)], ...byMarks },
    { tier: 'radical', lookups: [all(KEY.radical)] },
    { tier: 'word', lookups: wordLookups(words, [KEY.headwordWord]) },
    { tier: 'variantWord', lookups: wordLookups(words, [KEY.variantWord]) },
    { tier: 'prefix', lookups: [prefix(KEY.prefix, KEY.folded)] },
    { tier: 'variantPrefix', lookups: [prefix(KEY.variantPrefix, KEY.foldedVariant)] },
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

/** Words that sound alike but are spelled otherwise, by what else differs. */
function soundSteps(text: SearchText): TierQuery[] {
  const { sounds, readSounds, plain, readings, light, markedReadings } = text;
  if (Array.from(plain).length < SHORTEST_NEAR) return [];
  const step = (
    tier: MatchTier,
    heard: readonly string[],
    ...order: Parameters<typeof soundOrder>
  ): TierQuery => ({
    tier,
    lookups: heard.length === 0 ? [] : [{ in: 'precise', anyOf: soundKeys(heard) }],
    order: soundOrder(...order),
  });
  return [step('sound', sounds, [plain], [light]), step('readSound', readSounds, readings, markedReadings)];
}

function nearSteps(text: SearchText): TierQuery[] {
  const { plain, sounds } = text;
  if (!mayHaveErrors(plain)) return [];
  const lookup = (spelled: readonly string[]) => [nearLookup(spelled)];
  return [
    { tier: 'fuzzy', lookups: lookup([plain]), near: fuzzyNear(text, [plain]) },
    {
      tier: 'fuzzySound',
      lookups: lookup(sounds.filter((sound) => sound !== plain)),
      near: fuzzyNear(text, sounds),
    },
  ];
}

/** The keys of words that one edit makes of a spelling, and some others. */
function nearLookup(spelled: readonly string[]): Lookup {
  const errors = spelled.filter(mayHaveErrors).flatMap((spelling) => [spelling, ...neighboursOf(spelling)]);
  const codes = [KEY.neighbour, KEY.folded, KEY.foldedVariant];
  const keys = errors.flatMap((key) => codes.map((code) => code + key));
  return { in: 'precise', anyOf: [...new Set(keys)] };
}
