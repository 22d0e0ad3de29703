import { type KeysOfSpelling, type SearchKeys, keysOfSpelling } from './search-keys';
import { contentTextsOf, type SearchableTexts } from './content/content-texts';
import { GLOSS_CLASSES } from './glosses/glosses';
import {
  isOfContent,
  isOfTranslations,
  tierNameOf,
  type Lookup,
  type TierName,
  type MatchTier,
  type TextComparison,
  type TextDistance,
  type SnippetPiece,
  type SearchStep,
} from './tiers';
import { byCodePoint } from '../../shared/text';
import type { Folding } from './folding';
import { type MatchField, type SearchableContent, type Spelling, spellingsIn } from './letters';

/** The data of an article that determine its match tier. */
export interface Findable {
  readonly keys: SearchKeys;
  readonly headword: string | null;
}

/**
 * Returns the first step that finds an article, by its keys alone; it determines the rank of the article. Steps with `compare` (typing
 * errors, running text) are skipped.
 *
 * @param language if given, only translations into this language match
 */
export function stepFor(
  article: Findable,
  steps: readonly SearchStep[],
  language: string | undefined,
): SearchStep | undefined {
  return steps.find((step) => {
    if (step.compare !== undefined) return false;
    if (step.headword !== undefined && step.headword !== article.headword) return false;
    return step.lookups.every((lookup) => isMet(lookup, keysFor(step, article.keys, language)));
  });
}

/** Whether one of the keys meets a lookup. */
function isMet(lookup: Lookup, keys: KeysOfSpelling): boolean {
  // Content lookups belong to tiers that compare the texts themselves.
  if (lookup.in === 'content') return false;
  const candidates = keys[lookup.in];
  if ('startsWith' in lookup) return candidates.some((key) => key.startsWith(lookup.startsWith));
  return lookup.anyOf.some((key) => candidates.includes(key));
}

/** Returns the keys that a step compares. If a language is given, only translations into it have keys. */
function keysFor({ tier }: SearchStep, keys: SearchKeys, language: string | undefined): KeysOfSpelling {
  if (language === undefined || keys.byLanguage === undefined || !isOfTranslations(tier)) return keys;
  const prefix = `${language} `;
  const broad = keys.byLanguage
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
  return { precise: [], broad };
}

/** The explanation of a hit: the text that matched and how. */
export interface SearchMatch {
  readonly field: MatchField;
  readonly tier: TierName;
  /** The matching text as it is written in the article. */
  readonly text: string;
  /** BCP 47 tag of the language of a translation; null for other fields. */
  readonly lang: string | null;
  /** Number of a translation in the article; null for other fields. */
  readonly number: number | null;
  /** How the search text becomes the matching text, for example `gida-` for its beginning; null if the tier explains it. */
  readonly rule: string | null;
  /** The text cut around its matching words, with these marked; null except for running text. */
  readonly snippet: readonly SnippetPiece[] | null;
}

/** The search to which a hit belongs. */
export interface MatchTerms {
  readonly step: SearchStep;
  readonly folding: Folding;
  /** If given, only translations into this language match. */
  readonly language?: string | undefined;
}

/** Returns the texts of an article that a tier compares. */
export function textsFor(
  { tier }: SearchStep,
  content: SearchableContent & SearchableTexts,
  language: string | undefined,
): readonly Spelling[] {
  return isOfContent(tier) ? contentTextsOf(content, language) : spellingsIn(content, language);
}

/** Explains why a step finds an article, by its first or nearest matching text; `undefined` if no text matches. */
export function matchOf(
  content: SearchableContent & SearchableTexts,
  { step, folding, language }: MatchTerms,
): SearchMatch | undefined {
  const spellings = textsFor(step, content, language);
  if (step.compare !== undefined) {
    const nearest = nearestOf(spellings, step.compare, folding);
    if (nearest === undefined) return undefined;
    const { spelling, distance } = nearest;
    const snippet = step.mark?.(spelling, folding) ?? null;
    return { ...matchWith(spelling, step), rule: distance.rule ?? null, snippet };
  }
  const firstMatching = firstWith(spellings, step, folding);
  return (
    firstMatching && {
      ...matchWith(firstMatching, step),
      rule: step.ruleFor?.(firstMatching, folding) ?? null,
    }
  );
}

function matchWith({ field, text, lang, number }: Spelling, { tier }: SearchStep): SearchMatch {
  return {
    field,
    tier: tierNameOf(tier),
    text,
    lang: lang ?? null,
    number: number ?? null,
    rule: null,
    snippet: null,
  };
}

/**
 * Extends a lookup of translations to all classes of equivalents: the hit shows its first matching translation, even if a later one ranks
 * higher.
 */
function ofAnyRank(lookup: Lookup, tier: MatchTier): Lookup {
  if (tierNameOf(tier) !== 'translation' || 'startsWith' in lookup) return lookup;
  const anyOf = lookup.anyOf.flatMap((key) =>
    GLOSS_CLASSES.map((glossClass) => key.slice(0, 1) + glossClass + key.slice(2)),
  );
  return { ...lookup, anyOf };
}

/**
 * Returns the first text that meets all lookups, otherwise the first that meets one: the words of a search text may be in different
 * texts.
 */
function firstWith(
  spellings: readonly Spelling[],
  { tier, lookups, headword }: SearchStep,
  folding: Folding,
): Spelling | undefined {
  const cache = new Map<Spelling, KeysOfSpelling>();
  const keysOf = (spelling: Spelling) => {
    const keys = cache.get(spelling) ?? keysOfSpelling(spelling, folding);
    cache.set(spelling, keys);
    return keys;
  };
  // Translations have other kinds of keys than headwords and forms, and making all keys of an article takes long. The first text that
  // equals the headword is the headword.
  const suits = ({ field, text }: Spelling) =>
    (headword ?? text) === text && isOfTranslations(tier) === (field === 'translation');
  const ofAnyRanks = lookups.map((lookup) => ofAnyRank(lookup, tier));
  const all = spellings.find(
    (spelling) => suits(spelling) && ofAnyRanks.every((lookup) => isMet(lookup, keysOf(spelling))),
  );
  return all ?? spellings.find((spelling) => lookups.some((lookup) => isMet(lookup, keysOf(spelling))));
}

interface Nearest {
  readonly spelling: Spelling;
  readonly distance: TextDistance;
}

/** Returns the text that is nearest to the search text, with its distance; `undefined` if none is near. */
export function nearestOf(
  spellings: readonly Spelling[],
  compare: TextComparison,
  folding: Folding,
): Nearest | undefined {
  const [first] = spellings
    .flatMap((spelling) => {
      const distance = compare(spelling, folding);
      return distance === undefined ? [] : [{ spelling, distance }];
    })
    .sort((a, b) => byCodePoint(a.distance.key, b.distance.key));
  return first;
}
