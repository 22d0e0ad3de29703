import { DESK } from '../../shared/http';

/** URL paths of the desk. */
export const COMMENTS = `${DESK}/comments`;
export const PROPOSALS = `${DESK}/proposals`;
export const APPLICATIONS = `${DESK}/applications`;
export const USERS = `${DESK}/users`;
export const ACCOUNT = `${DESK}/account`;
export const AUDIT = `${DESK}/audit`;

/**
 * Header of forms that a script sends. A redirect is answered with 204 and the same `Location`, as a script cannot read the address of a
 * redirect with its fragment.
 */
export const SENT_BY_SCRIPT = 'Griot-Sent-By-Script';

type Step = string | number;

function below(root: string, steps: readonly Step[]): string {
  return [root, ...steps.map(encodeURIComponent)].join('/');
}

export function deskUser(user: Step, ...rest: readonly Step[]): string {
  return below(USERS, [user, ...rest]);
}

export function deskDictionary(dictionaryId: string, ...rest: readonly Step[]): string {
  return below(`${DESK}/dictionaries`, [dictionaryId, ...rest]);
}

export function deskApplication(publicId: string, ...rest: readonly Step[]): string {
  return below(APPLICATIONS, [publicId, ...rest]);
}

export function deskArticle(
  article: { readonly dictionaryId: string; readonly number: number | string },
  ...rest: readonly Step[]
): string {
  return deskDictionary(article.dictionaryId, 'articles', article.number, ...rest);
}
