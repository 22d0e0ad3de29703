import { neighboursOf, SHORTEST_WITH_ERRORS } from './edits';
import { COMMON_FOLDING } from './folding';
import { KEY, STORED_PREFIX } from './search-keys';
import type { SearchText } from './search-text';

/** How well an article matches, best first. */
export const SEARCH_LEVELS = [
  'exact',
  'light',
  'variant',
  'folded',
  'foldedVariant',
  'translation',
  'word',
  'prefix',
  'variantWord',
  'variantPrefix',
  'translationWord',
  'fuzzy',
] as const;

export type SearchLevel = (typeof SEARCH_LEVELS)[number];

/** A condition on the keys of an article: it has one of these, or one that begins so. */
export type Lookup =
  | { readonly in: 'precise' | 'broad'; readonly anyOf: readonly string[] }
  | { readonly in: 'precise'; readonly startsWith: string };

/** The articles of one level: those that meet every lookup. */
export interface SearchStep {
  readonly level: SearchLevel;
  readonly lookups: readonly Lookup[];
  /** The headword that the articles must have besides. */
  readonly headword?: string;
  /** The plain spelling to which a spelling of the articles must be near; lookups find too many. */
  readonly near?: string;
}

/** What a search looks at, best first. */
export function stepsOf(text: SearchText): readonly SearchStep[] {
  const { exact, light, isQuoted } = text;
  const same = (code: string): Lookup => ({ in: 'precise', anyOf: [code + light] });
  const marked: readonly SearchStep[] = [
    { level: 'exact', lookups: [same(KEY.light)], headword: exact },
    { level: 'light', lookups: [same(KEY.light)] },
    { level: 'variant', lookups: [same(KEY.variant)] },
  ];
  if (isQuoted) return marked;
  return inOrder([...marked, ...foldedSteps(text), ...translationSteps(text), ...nearSteps(text)]);
}

/** What a search for a translation looks at. */
export function reverseStepsOf(text: SearchText): readonly SearchStep[] {
  return inOrder(translationSteps(text));
}

/** What a search for words that begin so looks at. */
export function suggestionStepsOf(text: SearchText): readonly SearchStep[] {
  const levels: readonly SearchLevel[] = ['exact', 'light', 'folded', 'prefix'];
  return stepsOf(text).filter(({ level }) => levels.includes(level));
}

/** A step without a lookup would find every article. */
function inOrder(steps: readonly SearchStep[]): readonly SearchStep[] {
  const able = steps.filter(({ lookups }) => lookups.length > 0);
  return SEARCH_LEVELS.flatMap((level) => able.filter((step) => step.level === level));
}

function foldedSteps({ asked, words }: SearchText): SearchStep[] {
  const [first] = asked;
  if (first === undefined) return [];
  const all = (code: string): Lookup => ({ in: 'precise', anyOf: asked.map((key) => code + key) });
  const isShort = Array.from(first).length <= STORED_PREFIX;
  const prefix = (short: string, long: string): Lookup =>
    isShort ? { in: 'broad', anyOf: [short + first] } : { in: 'precise', startsWith: long + first };
  return [
    { level: 'folded', lookups: [all(KEY.folded)] },
    { level: 'foldedVariant', lookups: [all(KEY.foldedVariant)] },
    { level: 'word', lookups: wordLookups(words, [KEY.word]) },
    { level: 'variantWord', lookups: wordLookups(words, [KEY.variantWord]) },
    { level: 'prefix', lookups: [prefix(KEY.prefix, KEY.folded)] },
    { level: 'variantPrefix', lookups: [prefix(KEY.variantPrefix, KEY.foldedVariant)] },
  ];
}

function translationSteps({ exact }: SearchText): SearchStep[] {
  const whole = COMMON_FOLDING.plain(exact);
  if (whole === '') return [];
  const words = COMMON_FOLDING.words(exact);
  // Several words may stand in several equivalents, some of which are one word.
  const codes = words.length > 1 ? [KEY.segmentWord, KEY.segment] : [KEY.segmentWord];
  return [
    { level: 'translation', lookups: [{ in: 'broad', anyOf: [KEY.segment + whole] }] },
    { level: 'translationWord', lookups: wordLookups(words, codes) },
  ];
}

/** Every word must be there. The longest goes first, since the fewest articles have it. */
function wordLookups(words: readonly string[], codes: readonly string[]): Lookup[] {
  return words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => ({ in: 'broad', anyOf: codes.map((code) => code + word) }));
}

function nearSteps({ plain }: SearchText): SearchStep[] {
  const shorter = neighboursOf(plain);
  if (shorter.length < 1 || Array.from(plain).length < SHORTEST_WITH_ERRORS) return [];
  return [{ level: 'fuzzy', lookups: [nearLookup(plain, shorter)], near: plain }];
}

/** The keys of words that one edit makes of a word, and some others. */
function nearLookup(plain: string, shorter: readonly string[]): Lookup {
  return {
    in: 'precise',
    anyOf: [
      ...[plain, ...shorter].map((key) => KEY.neighbour + key),
      ...[plain, ...shorter].flatMap((key) => [KEY.folded + key, KEY.foldedVariant + key]),
    ],
  };
}
