import { Failure } from '../../shared/failure';
import { nfc } from '../../shared/text';
import { queryOf, type Query } from '../request/query';

/** Where a request goes. */
export interface Target {
  /** The decoded segments of the path, in NFC; a slash at the end adds none. */
  readonly segments: readonly string[];
  readonly query: Query;
}

/**
 * Takes a request target apart.
 *
 * @throws Failure INVALID_INPUT when the path is not percent-encoded UTF-8
 */
export function targetOf(url: string): Target {
  const start = url.indexOf('?');
  const path = start < 0 ? url : url.slice(0, start);
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  return { segments: parts.map(decoded), query: queryOf(start < 0 ? '' : url.slice(start + 1)) };
}

function decoded(segment: string): string {
  try {
    return nfc(decodeURIComponent(segment));
  } catch (error) {
    if (error instanceof URIError)
      throw new Failure('INVALID_INPUT', 'The path is not percent-encoded UTF-8');
    throw error;
  }
}
