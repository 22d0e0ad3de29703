import { foldingFor } from '../../../../src/domain/search/folding';
import { stepFor, matchOf, type SearchMatch } from '../../../../src/domain/search/match';
import { profileOf } from '../../../../src/domain/search/profiles';
import { searchKeysOf } from '../../../../src/domain/article/derive-article';
import { searchStepsOf } from '../../../../src/domain/search/match-tiers';
import { searchTextOf } from '../../../../src/domain/search/search-text';
import { readArticle } from '../../../../src/domain/reading/read-article';
import type { Json } from '../../../../src/shared/json';

/** An article to look for: a headword, or its whole content. */
export type Given = string | Json;

/** Why one article is found by what is typed; `undefined` when it is not found. */
export function find(typed: string, given: Given, language: string | null = null): SearchMatch | undefined {
  const content = readArticle(typeof given === 'string' ? { entry: { headword: given } } : given);
  const dictionary = { dictionaryId: 'my_words', language };
  const folding = foldingFor(profileOf(dictionary));
  const keys = searchKeysOf({ dictionary, content, sortKey: '' });
  const text = searchTextOf(typed, { folding, languages: ['en', 'fr'] });
  if (text === undefined) return undefined;
  const steps = searchStepsOf(text, folding);
  const found = stepFor({ keys, headword: content.entry.headword ?? null }, steps, undefined);
  const near = steps.find(
    (one) =>
      one.compare !== undefined &&
      isNear(one.lookups[0], keys.precise) &&
      matchOf(content, { step: one, folding }) !== undefined,
  );
  const step = found ?? near;
  return step && matchOf(content, { step, folding });
}

function isNear(lookup: unknown, keys: readonly string[]): boolean {
  const { anyOf } = lookup as { readonly anyOf: readonly string[] };
  return anyOf.some((key) => keys.includes(key));
}
