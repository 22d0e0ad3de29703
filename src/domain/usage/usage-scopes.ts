/** What is counted under one name: an application with all that it owns. */
export const applicationUsage = (publicId: string): string => `application:${publicId}`;

/** The articles of a dictionary; their earlier revisions count in bytes alone. */
export const dictionaryUsage = (dictionaryId: string): string => `dictionary:${dictionaryId}`;

/** The comments of a user in a dictionary, in numbers alone. A dictionary’s identifier has no slash. */
export const commentUsage = (dictionaryId: string, userNumber: number): string =>
  `${COMMENTS}${dictionaryId}/${userNumber}`;

const COMMENTS = 'comments:';

/** The bounds between which all names stand of comments in a dictionary. */
export function commentUsagesIn(dictionaryId: string): { readonly from: string; readonly to: string } {
  // "0" follows "/" in every order by code point.
  return { from: `${COMMENTS}${dictionaryId}/`, to: `${COMMENTS}${dictionaryId}0` };
}

/** What kind of thing a name counts. */
export function kindOfUsage(scope: string): 'application' | 'dictionary' | 'comments' {
  if (scope.startsWith(COMMENTS)) return 'comments';
  return scope.startsWith('dictionary:') ? 'dictionary' : 'application';
}
