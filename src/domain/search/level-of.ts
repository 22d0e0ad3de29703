import type { KeysOfSpelling, SearchKeys } from './search-keys';
import type { Lookup, SearchStep } from './search-steps';

/** What decides at which level an article is found. */
export interface Findable {
  readonly keys: SearchKeys;
  readonly headword: string | null;
}

/**
 * The first step that finds an article, which is where it stands in the answer; typing errors are not weighed.
 *
 * @param language that a translation must have
 */
export function stepFor(
  article: Findable,
  steps: readonly SearchStep[],
  language: string | undefined,
): SearchStep | undefined {
  return steps.find((step) => {
    if (step.near !== undefined) return false;
    if (step.headword !== undefined && step.headword !== article.headword) return false;
    return step.lookups.every((lookup) => isMet(lookup, keysFor(step, article.keys, language)));
  });
}

/** Whether one of the keys is what a lookup looks for. */
export function isMet(lookup: Lookup, keys: KeysOfSpelling): boolean {
  const own = keys[lookup.in];
  if ('startsWith' in lookup) return own.some((key) => key.startsWith(lookup.startsWith));
  return lookup.anyOf.some((key) => own.includes(key));
}

/** Translations into other languages do not count where one is asked for. */
function keysFor({ level }: SearchStep, keys: SearchKeys, language: string | undefined): KeysOfSpelling {
  const isOfTranslations = level === 'translation' || level === 'translationWord';
  if (language === undefined || keys.byLanguage === undefined || !isOfTranslations) return keys;
  const mark = `${language} `;
  const broad = keys.byLanguage.filter((key) => key.startsWith(mark)).map((key) => key.slice(mark.length));
  return { precise: [], broad };
}
