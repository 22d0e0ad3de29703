import type { Folding } from './folding';
import type { Spelling } from './letters';
import type { SearchKeys } from './search-keys';

/** How well an article matches, best first, and the name that users see. Ranks within a name are tiers of their own. */
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
  ['fuzzy', 'fuzzy'],
  ['contentPhrase', 'content'],
  ['part', 'part'],
  ['fuzzySound', 'fuzzy'],
  ['translationFuzzy', 'translationFuzzy'],
  ['translationSome', 'translationWord'],
  ['content', 'content'],
] as const;

export type MatchTier = (typeof TIERS)[number][0];

export type TierName = (typeof TIERS)[number][1];

export const MATCH_TIERS: readonly MatchTier[] = TIERS.map(([tier]) => tier);

const TIER_NAMES: ReadonlyMap<MatchTier, TierName> = new Map(TIERS);

export function tierNameOf(tier: MatchTier): TierName {
  const name = TIER_NAMES.get(tier);
  if (name === undefined) throw new Error(`${tier} has no name`);
  return name;
}

/** The last tier that is the word that was typed or begins with it. */
const LAST_STRONG: MatchTier = 'variantPrefix';

/** Whether a hit is so far from what was typed that another word may be meant. */
export function isWeak(tier: MatchTier): boolean {
  return MATCH_TIERS.indexOf(tier) > MATCH_TIERS.indexOf(LAST_STRONG);
}

/** Whether a tier looks at translations. */
export function isOfTranslations(tier: MatchTier): boolean {
  return tierNameOf(tier) === 'translation' || tierNameOf(tier) === 'translationWord';
}

/** Whether a tier looks at the texts of examples, definitions, notes and the like. */
export function isOfContent(tier: MatchTier): boolean {
  return tierNameOf(tier) === 'content';
}

/** A condition on the keys of an article: it has one of these, or one that begins so. */
export type Lookup =
  | { readonly in: 'precise' | 'broad' | 'content'; readonly anyOf: readonly string[] }
  | { readonly in: 'precise'; readonly startsWith: string };

/** How near a text of an article is to what was typed. */
export interface NearText {
  /** Orders texts: the nearest has the least. */
  readonly key: string;
  /** How what was typed becomes the text, if the tier does not say it. */
  readonly rule?: string;
}

/** Tells how near a text of an article is; `undefined` for one that is not. */
export type Near = (spelling: Spelling, folding: Folding) => NearText | undefined;

/** A piece of a text of which some words match. */
export interface SnippetPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Cuts a long text around the words that match, and marks them. */
export type Marker = (spelling: Spelling, folding: Folding) => readonly SnippetPiece[];

/** The articles of one tier: those that meet every lookup. */
export interface TierQuery {
  readonly tier: MatchTier;
  readonly lookups: readonly Lookup[];
  /** The headword that the articles must have besides. */
  readonly headword?: string;
  /** What a text of the articles must be; lookups find too many. Such tiers are searched if nothing good is found. */
  readonly near?: Near;
  /** Words in which typing errors are looked up in the vocabulary of translations; that gives the lookups. */
  readonly typos?: readonly string[];
  /** How to mark the words that match; only of content. */
  readonly mark?: Marker;
  /** What orders the articles of this tier before their places, by their keys; the least is first. */
  readonly order?: (keys: SearchKeys) => string;
  /** How what was typed becomes a text that matches, where the tier alone does not say it. */
  readonly ruleFor?: (spelling: Spelling, folding: Folding) => string | undefined;
}
