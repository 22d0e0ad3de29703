import { DESK } from '../../shared/http';

/** The addresses of the desk. */
export const COMMENTS = `${DESK}/comments`;
export const PROPOSALS = `${DESK}/proposals`;
export const USERS = `${DESK}/users`;
export const AUDIT = `${DESK}/audit`;
export function deskDictionary(dictionaryId: string, ...rest: readonly (string | number)[]): string {
  return [`${DESK}/dictionaries`, dictionaryId, ...rest]
    .map((step, i) => (i === 0 ? step : encodeURIComponent(step)))
    .join('/');
}

export function deskArticle(
  article: { readonly dictionaryId: string; readonly number: number | string },
  ...rest: readonly (string | number)[]
): string {
  return deskDictionary(article.dictionaryId, 'articles', article.number, ...rest);
}
