import { isOriginal, ORIGINAL } from '../../domain/article/original';
import type { Json } from '../../shared/json';

const NAME = `"${ORIGINAL}":`;

/** How the member begins in the JSON text of a record. */
const BEGINNING = `${NAME}{"format":`;

export interface SplitSource {
  readonly source: string;
  readonly original?: string;
}

/** The JSON text of an article without its imported entry, if that is its last member, and the entry. */
export function splitSource(source: string): SplitSource {
  const at = source.lastIndexOf(BEGINNING);
  if (at === -1) return { source };
  const before = source.slice(0, at);
  const rest = `${before.endsWith(',') ? before.slice(0, -1) : before}}`;
  const original = source.slice(at + NAME.length, -1);
  // Only at the end of the outermost object are both parts JSON.
  return isOriginal(parsed(original)) && parsed(rest) !== undefined ? { source: rest, original } : { source };
}

export function joinedSource(source: string, original: string): string {
  return `${source.slice(0, -1)}${source === '{}' ? '' : ','}${NAME}${original}}`;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
