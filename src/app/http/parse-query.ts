import { parse } from 'node:querystring';

/**
 * Reads a query string into plain texts. A bare key is `''`; of a repeated key the last one counts; brackets
 * have no meaning. The result has no prototype, so that `__proto__` is a key like any other.
 *
 * @param text the part after the question mark; null where there is none
 */
export function parseQuery(text: string | null | undefined): Record<string, string> {
  const query = Object.create(null) as Record<string, string>;
  for (const [key, value] of Object.entries(parse(text ?? ''))) {
    query[key] = (Array.isArray(value) ? value.at(-1) : value) ?? '';
  }
  return query;
}
