import { type KeysOfSpelling, type SearchKeys, keysOfSpelling } from './search-keys';
import {
  isOfTranslations,
  levelOf,
  type Lookup,
  type MatchLevel,
  type NearTerms,
  type TierQuery,
} from './match-levels';
import { byCodePoint } from '../../shared/text';
import type { Folding } from './folding';
import { farnessKey, farnessOf } from './nearness';
import { type MatchField, type Spelling, spellingsOf } from './letters';

/** The data that determine the level of an article. */
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
  const own = keys[lookup.in];
  if ('startsWith' in lookup) return own.some((key) => key.startsWith(lookup.startsWith));
  return lookup.anyOf.some((key) => own.includes(key));
}

/** Translations into other languages do not count if a language is given. */
function keysFor({ level }: TierQuery, keys: SearchKeys, language: string | undefined): KeysOfSpelling {
  if (language === undefined || keys.byLanguage === undefined || !isOfTranslations(level)) return keys;
  const mark = `${language} `;
  const broad = keys.byLanguage.filter((key) => key.startsWith(mark)).map((key) => key.slice(mark.length));
  return { precise: [], broad };
}

/** Why an article was found. */
export interface SearchMatch {
  readonly field: MatchField;
  readonly level: MatchLevel;
  /** The text that matched, as it is written in the article. */
  readonly text: string;
  /** Language of a translation. */
  readonly lang: string | null;
  /** Number of a translation among those of the article. */
  readonly number: number | null;
}

/** The search for which a match is determined. */
export interface MatchTerms {
  readonly step: TierQuery;
  readonly folding: Folding;
  /** Required language of a translation. */
  readonly language?: string | undefined;
}

/** The first text of an article that a step matches; `undefined` if there is none. */
export function matchOf(
  content: Parameters<typeof spellingsOf>[0],
  { step, folding, language }: MatchTerms,
): SearchMatch | undefined {
  const spellings = spellingsOf(content).filter(
    ({ field, lang }) => field !== 'translation' || language === undefined || lang === language,
  );
  const found =
    step.near === undefined ? firstWith(spellings, step, folding) : nearest(spellings, step.near, folding);
  if (found === undefined) return undefined;
  const { field, text, lang = null, number = null } = found;
  return { field, level: levelOf(step.level), text, lang, number };
}

/** Several words may occur in several texts; then the first text with one of them is shown. */
function firstWith(
  spellings: readonly Spelling[],
  { lookups, headword }: TierQuery,
  folding: Folding,
): Spelling | undefined {
  const withKeys = spellings.map((spelling) => ({ spelling, keys: keysOfSpelling(spelling, folding) }));
  const suits = ({ field, text }: Spelling) =>
    headword === undefined || (field === 'headword' && text === headword);
  const all = withKeys.find(
    ({ spelling, keys }) => suits(spelling) && lookups.every((lookup) => isMet(lookup, keys)),
  );
  const some = all ?? withKeys.find(({ keys }) => lookups.some((lookup) => isMet(lookup, keys)));
  return some?.spelling;
}

/** Only words of the dictionary's language: a typing error in a translation would match too much. */
function nearest(spellings: readonly Spelling[], near: NearTerms, folding: Folding): Spelling | undefined {
  const [first] = spellings
    .filter(({ field }) => field !== 'translation')
    .flatMap((spelling) => {
      const farness = farnessOf(spelling.text, near, folding);
      return farness === undefined ? [] : [{ spelling, key: farnessKey(farness) }];
    })
    .sort((a, b) => byCodePoint(a.key, b.key));
  return first?.spelling;
}
