import type { SearchText } from './search-text';

/** How well an article matches, best first, and the level that users see. Ranks within a level are tiers of their own. */
const TIERS = [
  ['exact', 'exact'],
  ['light', 'light'],
  ['variant', 'variant'],
  ['letters', 'letters'],
  ['folded', 'folded'],
  ['foldedVariant', 'foldedVariant'],
  ['soleTranslation', 'translation'],
  ['firstTranslation', 'translation'],
  ['laterTranslation', 'translation'],
  ['qualifiedTranslation', 'translation'],
  ['soleTranslationStem', 'translation'],
  ['firstTranslationStem', 'translation'],
  ['laterTranslationStem', 'translation'],
  ['qualifiedTranslationStem', 'translation'],
  ['word', 'word'],
  ['prefix', 'prefix'],
  ['variantWord', 'variantWord'],
  ['variantPrefix', 'variantPrefix'],
  ['translationHalf', 'translationWord'],
  ['translationPart', 'translationWord'],
  ['translationHalfStem', 'translationWord'],
  ['translationPartStem', 'translationWord'],
  ['translationNote', 'translationWord'],
  ['fuzzy', 'fuzzy'],
] as const;

export type MatchTier = (typeof TIERS)[number][0];

export type MatchLevel = (typeof TIERS)[number][1];

export const MATCH_TIERS: readonly MatchTier[] = TIERS.map(([tier]) => tier);

const LEVELS: ReadonlyMap<MatchTier, MatchLevel> = new Map(TIERS);

export function levelOf(tier: MatchTier): MatchLevel {
  const level = LEVELS.get(tier);
  if (level === undefined) throw new Error(`${tier} has no level`);
  return level;
}

/** Whether a tier looks at translations. */
export function isOfTranslations(tier: MatchTier): boolean {
  return levelOf(tier) === 'translation' || levelOf(tier) === 'translationWord';
}

/** A condition on the keys of an article: it has one of these, or one that begins so. */
export type Lookup =
  | { readonly in: 'precise' | 'broad'; readonly anyOf: readonly string[] }
  | { readonly in: 'precise'; readonly startsWith: string };

/** A text in the ways in which others can be near to it. */
export type NearTerms = Pick<SearchText, 'light' | 'plain' | 'sounds'>;

/** The articles of one level: those that meet every lookup. */
export interface TierQuery {
  readonly level: MatchTier;
  readonly lookups: readonly Lookup[];
  /** The headword that the articles must have besides. */
  readonly headword?: string;
  /** What a spelling of the articles must be near to; lookups find too many. */
  readonly near?: NearTerms;
}
