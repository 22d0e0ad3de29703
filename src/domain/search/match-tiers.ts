import { editsBetween, hasTwoErrors, mayHaveErrors, neighboursOf } from './edits';
import type { Folding } from './folding';
import { glossSteps } from './glosses/tiers';
import { TABLES } from './tables/tables';
import { tableOf } from './tables/with-tables';
import { contentSteps } from './content/content-tiers';
import { type Lookup, MATCH_TIERS, type MatchTier, type SearchStep } from './tiers';
import { fuzzyComparison, markOrder, oneErrorComparison, soundKeys, soundOrder } from './nearness';
import { inflectedSteps, partSteps } from './parts';
import { KEY, keysOfSpelling, STORED_PREFIX } from './search-keys';
import type { SearchText } from './search-text';

/** Shortest search text, in letters, for which words that sound alike are looked up. */
const MIN_SOUND_ALIKE_LENGTH = 3;

/** Returns the steps of a search, one or more for each match tier, best first. */
export function searchStepsOf(text: SearchText, folding: Folding): readonly SearchStep[] {
  const { exact, light, isQuoted } = text;
  const same = (code: string): Lookup => ({ in: 'precise', anyOf: [code + light] });
  const marked: readonly SearchStep[] = [
    { tier: 'exact', lookups: [same(KEY.light)], headword: exact },
    { tier: 'light', lookups: [same(KEY.light)] },
    { tier: 'variant', lookups: [same(KEY.variant)] },
  ];
  const glosses = glossSteps(text.gloss);
  if (isQuoted)
    return inOrder([...marked, ...tableOf('suggestions').quotedSteps(text, foldedSteps(text), glosses)]);
  const steps: readonly SearchStep[] = [
    ...marked,
    ...foldedSteps(text),
    ...inflectedSteps(text.inflections, folding),
    ...soundSteps(text),
    ...(TABLES.arabicTiers?.(text, folding, KEY) ?? []),
    ...glosses,
    ...nearSteps(text),
    ...twoErrorSteps(text),
    ...otherEndingSteps(text, folding),
    ...phraseSteps(text, folding),
    ...partSteps(text, folding),
    ...contentSteps(text.contentWords),
  ];
  return inOrder(
    UNMARKED.test(light)
      ? steps
      : tableOf('suggestions').withTypedMarks(steps, text, { codes: KEY, keysOfSpelling }),
  );
}

/** Returns the steps of a search by translation, best first. */
export function reverseStepsOf(text: SearchText): readonly SearchStep[] {
  return inOrder(glossSteps(text.gloss));
}

/** Returns the steps of a search for a whole word or one of its inflected forms, best first. */
export function wordStepsOf(text: SearchText, folding: Folding): readonly SearchStep[] {
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
  return searchStepsOf(text, folding).filter(({ tier }) => tiers.includes(tier));
}

/** Returns the steps of a search for headwords with a prefix, best first. */
export function suggestionStepsOf(text: SearchText, folding: Folding): readonly SearchStep[] {
  const tiers: readonly MatchTier[] = ['exact', 'light', 'letters', 'folded', 'prefix'];
  return searchStepsOf(text, folding).filter(({ tier }) => tiers.includes(tier));
}

/** Orders steps by tier. Omits those without a lookup, which would find every article, and those with an empty one, which find none. */
function inOrder(steps: readonly SearchStep[]): readonly SearchStep[] {
  const useful = steps.filter(({ lookups }) => lookups.length > 0 && lookups.every(hasKeys));
  return MATCH_TIERS.flatMap((tier) => useful.filter((step) => step.tier === tier));
}

function hasKeys(lookup: Lookup): boolean {
  return 'startsWith' in lookup || lookup.anyOf.length > 0;
}

function foldedSteps({ querySpellings, letters, light, plain, words }: SearchText): SearchStep[] {
  const [first] = querySpellings;
  if (first === undefined) return [];
  // Without marks in the search text there is nothing to compare, and an index returns the hits in order.
  const byMarks = light === plain ? {} : { order: markOrder(light) };
  const all = (code: string): Lookup => ({ in: 'precise', anyOf: querySpellings.map((key) => code + key) });
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

/** Matches a light form without marks and special letters. */
const UNMARKED = /^[a-z0-9 '-]*$/;

/** Lookups of all words of a text, the longest word first, since the fewest articles have it. */
function wordLookups(words: readonly (readonly string[])[], codes: readonly string[]): Lookup[] {
  return words
    .toSorted(([a = ''], [b = '']) => b.length - a.length)
    .map((spellings) => ({
      in: 'broad',
      anyOf: codes.flatMap((code) => spellings.map((spelling) => code + spelling)),
    }));
}

/** Steps for words that sound like the search text but are spelled differently. */
function soundSteps(text: SearchText): SearchStep[] {
  const { sounds, readSounds, plain, readings, light, markedReadings } = text;
  // Besides a short word, which has better tiers, its Latin spelling and its readings are other words.
  const isShort = [plain, ...sounds].every((spelled) => Array.from(spelled).length < MIN_SOUND_ALIKE_LENGTH);
  if (isShort && sounds.length < 2 && readSounds.length === 0) return [];
  const step = (
    tier: MatchTier,
    heard: readonly string[],
    ...order: Parameters<typeof soundOrder>
  ): SearchStep => ({
    tier,
    lookups: heard.length === 0 ? [] : [{ in: 'precise', anyOf: soundKeys(heard) }],
    order: soundOrder(...order),
  });
  return [step('sound', sounds, [plain], [light]), step('readSound', readSounds, readings, markedReadings)];
}

function nearSteps(text: SearchText): SearchStep[] {
  const { plain, sounds } = text;
  if (!mayHaveErrors(plain)) return [];
  const lookup = (spelled: readonly string[]) => [nearLookup(spelled)];
  return [
    { tier: 'fuzzy', lookups: lookup([plain]), compare: oneErrorComparison(text, [plain]) },
    {
      tier: 'fuzzySound',
      lookups: lookup(sounds.filter((sound) => sound !== plain)),
      compare: oneErrorComparison(text, sounds),
    },
  ];
}

/** Length of the shortest word in which two letters may differ, in letters. The table has no keys for the longest ones. */
const SHORTEST_WITH_TWO_ERRORS = 6;

/** The step for words in which two letters differ, with the lookups of suggested words. */
function twoErrorSteps(text: SearchText): SearchStep[] {
  const { plain, words } = text;
  if (words.length > 1 || Array.from(plain).length < SHORTEST_WITH_TWO_ERRORS) return [];
  const spelling = { codes: KEY, soundKeys, neighboursOf };
  return [
    {
      tier: 'fuzzyTwice',
      lookups: [{ in: 'precise', anyOf: [KEY.folded + plain] }],
      lastLookups: () => [{ in: 'precise', anyOf: tableOf('suggestions').keysOfTwoErrors(text, spelling) }],
      compare: fuzzyComparison(
        text,
        [plain],
        (word, spelled) => hasTwoErrors(word, spelled) || tableOf('suggestions').areAlike(word, spelled),
      ),
    },
  ];
}

/** Maximum number of words with the same beginning among which one that shares only its first letters is likely a form of the same word. */
const MAX_WITH_SAME_BEGINNING = 5;

/** The step for words that begin like the search text and have different endings. */
function otherEndingSteps({ plain, words }: SearchText, folding: Folding): SearchStep[] {
  if (words.length > 1 || !mayHaveErrors(plain)) return [];
  return [
    {
      tier: 'sameBeginning',
      lookups: [{ in: 'precise', anyOf: [KEY.folded + plain] }],
      lastLookups: () => tableOf('suggestions').otherEndingLookups(plain, folding, STORED_PREFIX, KEY),
      compare: (spelling, own) => tableOf('suggestions').otherEndingDistance(plain, folding)(spelling, own),
      maxOfUnlikely: MAX_WITH_SAME_BEGINNING,
    },
  ];
}

function phraseSteps({ exact, words }: SearchText, folding: Folding): SearchStep[] {
  return words.length < 2
    ? []
    : [tableOf('phrases').phraseTier(exact, folding, { codes: KEY, editsBetween })];
}

/** The keys of all words one edit away from the spellings; some words with two edits share them and are filtered by `compare`. */
function nearLookup(spelled: readonly string[]): Lookup {
  const errors = spelled.filter(mayHaveErrors).flatMap((spelling) => [spelling, ...neighboursOf(spelling)]);
  const codes = [KEY.neighbour, KEY.folded, KEY.foldedVariant];
  const keys = errors.flatMap((key) => codes.map((code) => code + key));
  return { in: 'precise', anyOf: [...new Set(keys)] };
}
