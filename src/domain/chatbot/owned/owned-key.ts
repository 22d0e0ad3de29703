import { MAX_NUMBER } from '../../values/whole-numbers';

/**
 * What names an owned object in the whole database: the public identifier of its application, and behind slashes what
 * names it there, and before that its conversation. An application's key is its public identifier alone.
 */
export type OwnedKey = string;

/** Objects of one list whose numbers differ by less are found by one entry of an index. */
export const BLOCK_SIZE = 100;

export function applicationOf(key: OwnedKey): string {
  const slash = key.indexOf('/');
  return slash < 0 ? key : key.slice(0, slash);
}

/** The key of a conversation or a field of an application. */
export function numberedKey(applicationId: string, number: number): OwnedKey {
  return `${applicationId}/${number}`;
}

/** Whether an object can have this number in its list. */
export function isOwnedNumber(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= MAX_NUMBER;
}

/** The bounds between which all keys stand that begin with this application. */
export function keysWithin(applicationId: string): { readonly from: string; readonly to: string } {
  // "0" follows "/" in every order by code point.
  return { from: `${applicationId}/`, to: `${applicationId}0` };
}

/** Names a stretch of one list, so that the newest objects of many lists can be read at once. */
export function blockOf(owner: OwnedKey, block: number): string {
  return `${owner}#${block}`;
}

export function blockNumberOf(number: number): number {
  return Math.floor(number / BLOCK_SIZE);
}
