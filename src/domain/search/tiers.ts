import type { Folding } from './folding';
import type { Spelling } from './letters';
import type { SearchKeys } from './search-keys';

/**
 * All match tiers, best first: `[tier, name in the API]`. Several tiers may share one name; the API does not show how they rank
 * among each other.
 */
const TIERS = [
  ['exact', 'exact'],
  ['light', 'light'],
  ['variant', 'variant'],
  ['letters', 'letters'],
  ['folded', 'folded'],
  ['foldedVariant', 'foldedVariant'],
  ['radical', 'radical'],
  ['soleTranslation', 'translation'],
  ['firstTranslation', 'translation'],
  ['laterTranslation', 'translation'],
  ['qualifiedTranslation', 'translation'],
  ['soleTranslationStem', 'translation'],
  ['firstTranslationStem', 'translation'],
  ['laterTranslationStem', 'translation'],
  ['qualifiedTranslationStem', 'translation'],
  ['soleTranslationForm', 'translation'],
  ['firstTranslationForm', 'translation'],
  ['laterTranslationForm', 'translation'],
  ['qualifiedTranslationForm', 'translation'],
  ['sound', 'sound'],
  ['readSound', 'sound'],
  ['inflected', 'inflected'],
  ['inflectedSound', 'inflected'],
  ['word', 'word'],
  ['prefix', 'prefix'],
  ['variantWord', 'variantWord'],
  ['variantPrefix', 'variantPrefix'],
  ['translationHalf', 'translationWord'],
  ['translationPart', 'translationWord'],
  ['translationHalfStem', 'translationWord'],
  ['translationPartStem', 'translationWord'],
  ['translationNote', 'translationWord'],
  ['otherScript', 'sound'],
  ['markedSound', 'sound'],
  ['unmarked', 'folded'],
  ['fuzzy', 'fuzzy'],
  ['fuzzyTwice', 'fuzzy'],
  ['sameBeginning', 'part'],
  ['contentPhrase', 'content'],
  ['phrase', 'part'],
  ['part', 'part'],
  ['fuzzySound', 'fuzzy'],
  ['contentPair', 'content'],
  ['translationFuzzy', 'translationFuzzy'],
  ['translationJoined', 'translationFuzzy'],
  ['translationSome', 'translationWord'],
  ['content', 'content'],
] as const;

/** Rank of a match, the internal tier: the position in `MATCH_TIERS` orders hits. */
export type MatchTier = (typeof TIERS)[number][0];

/** Name of a match tier in the API. */
export type TierName = (typeof TIERS)[number][1];

/** The match tiers, best first. */
export const MATCH_TIERS: readonly MatchTier[] = TIERS.map(([tier]) => tier);

const TIER_NAMES: ReadonlyMap<MatchTier, TierName> = new Map(TIERS);

/** The name of a match tier in the API. */
export function tierNameOf(tier: MatchTier): TierName {
  const name = TIER_NAMES.get(tier);
  if (name === undefined) throw new Error(`${tier} has no name`);
  return name;
}

/** The last tier of whole words and prefixes. Later tiers find parts of translations, typing errors and running text. */
const LAST_STRONG: MatchTier = 'variantPrefix';

/** Whether a tier is worse than a prefix match. The search then suggests other words, since the user may have meant one of them. */
export function isWeak(tier: MatchTier): boolean {
  return MATCH_TIERS.indexOf(tier) > MATCH_TIERS.indexOf(LAST_STRONG);
}

/** Whether a tier compares translations. */
export function isOfTranslations(tier: MatchTier): boolean {
  return tierNameOf(tier) === 'translation' || tierNameOf(tier) === 'translationWord';
}

/** Whether a tier compares running text: examples, definitions, notes, usages and etymologies. */
export function isOfContent(tier: MatchTier): boolean {
  return tierNameOf(tier) === 'content';
}

/** A condition on the search keys of an article. `anyOf`: it has one of the keys. `startsWith`: it has a key with the prefix. */
export type Lookup =
  | { readonly in: 'precise' | 'broad' | 'content'; readonly anyOf: readonly string[] }
  | { readonly in: 'precise'; readonly startsWith: string };

/** The distance of a text of an article from the search text. */
export interface TextDistance {
  /** Sort key of the text: the nearest text has the lowest key in code point order. */
  readonly key: string;
  /** How the search text becomes this text, for example `gida-`; absent if the tier explains it. */
  readonly rule?: string;
  /** Whether the text is likely another word, near the search text by chance. Then it is found only if few words are near: see `maxOfUnlikely`. */
  readonly isUnlikely?: boolean;
}

/** Returns a number as part of a sort key. All numbers above 999 are treated as 999. */
export function threeDigits(n: number): string {
  return String(Math.min(999, n)).padStart(3, '0');
}

/** Measures the distance of a text of an article from the search text; `undefined` if the text does not match. */
export type TextComparison = (spelling: Spelling, folding: Folding) => TextDistance | undefined;

/** A piece of a snippet: a matching word, or the text between two of them. */
export interface SnippetPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Makes a snippet of a text: cuts a long one around the first matching word, and marks each matching word. */
export type Marker = (spelling: Spelling, folding: Folding) => readonly SnippetPiece[];

/** The step of a search for one match tier. It selects the articles that meet every lookup and the conditions below. */
export interface SearchStep {
  readonly tier: MatchTier;
  readonly lookups: readonly Lookup[];
  /** The exact headword that the articles must have. */
  readonly headword?: string;
  /**
   * Compares each text of the articles that the lookups find, because the lookups are too broad. Such a tier is read only if no tier
   * better than a prefix match has hits.
   */
  readonly compare?: TextComparison;
  /** Makes the lookups of a step that is read only if no better one has hits. */
  readonly lastLookups?: () => readonly Lookup[];
  /** Maximum number of articles that the lookups find if unlikely hits count (`TextDistance.isUnlikely`); 1 if omitted. */
  readonly maxOfUnlikely?: number;
  /** Words for which spellings with typing errors are searched in the vocabulary of translations. The results become the lookups. */
  readonly typos?: readonly string[];
  /** Makes the snippet of a hit; only for tiers of running text. */
  readonly mark?: Marker;
  /** Sort key of an article in this tier, computed from its search keys; `place` orders articles with equal sort keys. */
  readonly order?: (keys: SearchKeys) => string;
  /** How the search text becomes a matching text, for example `vi- → ki-`; absent if the tier explains it. */
  readonly ruleFor?: (spelling: Spelling, folding: Folding) => string | undefined;
}
