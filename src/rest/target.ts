import { Failure } from '../shared/failure';
import { queryOf, type Query } from './query';

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
  const text = legible(url);
  const start = text.indexOf('?');
  const path = start < 0 ? text : text.slice(0, start);
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  return { segments: parts.map(decoded), query: queryOf(start < 0 ? '' : text.slice(start + 1)) };
}

/**
 * The target as the client wrote it. Some clients send UTF-8 without percent-encoding, which Node hands on as one
 * character per byte.
 */
export function legible(url: string): string {
  return /[\x80-\xff]/.test(url) ? Buffer.from(url, 'latin1').toString('utf8') : url;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC');
  } catch (error) {
    if (error instanceof URIError)
      throw new Failure('INVALID_INPUT', 'The path is not percent-encoded UTF-8');
    throw error;
  }
}
