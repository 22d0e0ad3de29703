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
  type Near,
  type NearText,
  type SnippetPiece,
  type TierQuery,
} from './tiers';
import { byCodePoint } from '../../shared/text';
import type { Folding } from './folding';
import { type MatchField, type SearchableContent, type Spelling, spellingsIn } from './letters';

/** The data that determine the tier of an article. */
export interface Findable {
  readonly keys: SearchKeys;
  readonly headword: string | null;
}

/**
 * The first step that finds an article, which determines its position in the result; typing errors are not
 * considered.
 *
 * @param language required language of a translation
 */
export function stepFor(
  article: Findable,
  steps: readonly TierQuery[],
  language: string | undefined,
): TierQuery | undefined {
  return steps.find((step) => {
    if (step.near !== undefined) return false;
    if (step.headword !== undefined && step.headword !== article.headword) return false;
    return step.lookups.every((lookup) => isMet(lookup, keysFor(step, article.keys, language)));
  });
}

/** Whether one of the keys matches a lookup. */
function isMet(lookup: Lookup, keys: KeysOfSpelling): boolean {
  // Of content, the words are compared with its texts.
  if (lookup.in === 'content') return false;
  const own = keys[lookup.in];
  if ('startsWith' in lookup) return own.some((key) => key.startsWith(lookup.startsWith));
  return lookup.anyOf.some((key) => own.includes(key));
}

/** Translations into other languages do not count if a language is given. */
function keysFor({ tier }: TierQuery, keys: SearchKeys, language: string | undefined): KeysOfSpelling {
  if (language === undefined || keys.byLanguage === undefined || !isOfTranslations(tier)) return keys;
  const mark = `${language} `;
  const broad = keys.byLanguage.filter((key) => key.startsWith(mark)).map((key) => key.slice(mark.length));
  return { precise: [], broad };
}

/** Why an article was found. */
export interface SearchMatch {
  readonly field: MatchField;
  readonly level: TierName;
  /** The text that matched, as it is written in the article. */
  readonly text: string;
  /** Language of a translation. */
  readonly lang: string | null;
  /** Number of a translation among those of the article. */
  readonly number: number | null;
  /** How the search text becomes the matching text, such as `gida-` for its beginning; only of some tiers. */
  readonly rule: string | null;
  /** The text, cut around the words that match, which are marked; only of content. */
  readonly snippet: readonly SnippetPiece[] | null;
}

/** The search for which a match is determined. */
export interface MatchTerms {
  readonly step: TierQuery;
  readonly folding: Folding;
  /** Required language of a translation. */
  readonly language?: string | undefined;
}

/** The texts of an article that a tier looks at. */
export function textsFor(
  { tier }: TierQuery,
  content: SearchableContent & SearchableTexts,
  language: string | undefined,
): readonly Spelling[] {
  return isOfContent(tier) ? contentTextsOf(content, language) : spellingsIn(content, language);
}

/** The first text of an article that a step matches; `undefined` if there is none. */
export function matchOf(
  content: SearchableContent & SearchableTexts,
  { step, folding, language }: MatchTerms,
): SearchMatch | undefined {
  const spellings = textsFor(step, content, language);
  if (step.near !== undefined) {
    const nearest = nearestOf(spellings, step.near, folding);
    if (nearest === undefined) return undefined;
    const { spelling, near } = nearest;
    const snippet = step.mark?.(spelling, folding) ?? null;
    return { ...matchWith(spelling, step), rule: near.rule ?? null, snippet };
  }
  const found = firstWith(spellings, step, folding);
  return found && { ...matchWith(found, step), rule: step.ruleFor?.(found, folding) ?? null };
}

function matchWith({ field, text, lang, number }: Spelling, { tier }: TierQuery): SearchMatch {
  const level = tierNameOf(tier);
  return { field, level, text, lang: lang ?? null, number: number ?? null, rule: null, snippet: null };
}

/** The first of equal translations is shown, even if another one ranks the article higher. */
function ofAnyRank(lookup: Lookup, tier: MatchTier): Lookup {
  if (tierNameOf(tier) !== 'translation' || 'startsWith' in lookup) return lookup;
  const anyOf = lookup.anyOf.flatMap((key) =>
    GLOSS_CLASSES.map((glossClass) => key.slice(0, 1) + glossClass + key.slice(2)),
  );
  return { ...lookup, anyOf };
}

/** Several words may occur in several texts; then the first text with one of them is shown. */
function firstWith(
  spellings: readonly Spelling[],
  { tier, lookups, headword }: TierQuery,
  folding: Folding,
): Spelling | undefined {
  const known = new Map<Spelling, KeysOfSpelling>();
  const keysOf = (spelling: Spelling) => {
    const keys = known.get(spelling) ?? keysOfSpelling(spelling, folding);
    known.set(spelling, keys);
    return keys;
  };
  const suits = ({ field, text }: Spelling) =>
    headword === undefined || (field === 'headword' && text === headword);
  const ofAnyRanks = lookups.map((lookup) => ofAnyRank(lookup, tier));
  const all = spellings.find(
    (spelling) => suits(spelling) && ofAnyRanks.every((lookup) => isMet(lookup, keysOf(spelling))),
  );
  return all ?? spellings.find((spelling) => lookups.some((lookup) => isMet(lookup, keysOf(spelling))));
}

interface Nearest {
  readonly spelling: Spelling;
  readonly near: NearText;
}

/** The text of an article that is nearest to what was typed. */
export function nearestOf(spellings: readonly Spelling[], near: Near, folding: Folding): Nearest | undefined {
  const [first] = spellings
    .flatMap((spelling) => {
      const found = near(spelling, folding);
      return found === undefined ? [] : [{ spelling, near: found }];
    })
    .sort((a, b) => byCodePoint(a.near.key, b.near.key));
  return first;
}
