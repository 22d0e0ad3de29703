import { PUBLIC_CACHING } from '../../shared/extensions';
import type { Caller } from '../reply/answer';

/** How long the answer to a read may be kept, and by whom. */
export function cachingOf({ headers }: Caller): string {
  const hasToken = headers['x-access-token'] !== undefined || headers.authorization !== undefined;
  return hasToken ? 'private' : PUBLIC_CACHING;
}

/** Whether the client would rather have 200 than 206 (`Prefer: status=200`, the form of RFC 7240). */
export function prefersOk({ headers }: Caller): boolean {
  const preferences = [headers['prefer'] ?? []].flat().join(',').split(/[,;]/);
  return preferences.some((preference) => /^\s*status\s*=\s*"?200"?\s*$/i.test(preference));
}

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function isKnownTo({ headers }: Caller, tag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  return known.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag));
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
