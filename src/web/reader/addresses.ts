/** URL paths of the pages. */
export const HOME = '/';
export const HEADWORDS = '/headwords';
export const DICTIONARIES = '/dictionaries';
export const RANDOM = '/random';
export const WORD = '/word';
export const OPEN_SEARCH = '/opensearch.xml';
export const SHELL = '/shell';
export const MANIFEST = '/manifest.webmanifest';
export const SITEMAPS = '/sitemaps';
export const CARDS = '/cards';
/** A path of the desk, so that signed-in users send suggestions with their account. */
export const SUGGESTIONS = '/desk/suggest';

export interface ArticleName {
  readonly dictionaryId: string;
  readonly number: number;
}

export function articleAddress({ dictionaryId, number }: ArticleName): string {
  return `${dictionaryAddress(dictionaryId)}/${number}`;
}

/** Returns the URL of the form for suggesting a change of an article, or a new article. */
export function suggestionAddress(dictionaryId: string, number?: number): string {
  const path = `${SUGGESTIONS}/${encodeURIComponent(dictionaryId)}`;
  return number === undefined ? path : `${path}/${String(number)}`;
}

export function dictionaryAddress(dictionaryId: string): string {
  return `${DICTIONARIES}/${encodeURIComponent(dictionaryId)}`;
}

/** Returns a path with the query parameters that have a value. Page 1 is left out. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const isUsual = value === undefined || value === '' || (name === 'page' && value === 1);
    if (!isUsual) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
