/** Keys whose values never reach a log line, however they are spelled: app_token, passwordHash, x-access-token … */
const SECRET_KEY = /pass(word|wd|phrase)|token|secret|authorization|basic-?auth|cookie/i;

/** Deeper values are dropped: a log line has no use for them, and a cycle would have no end. */
const DEEPEST_LEVEL = 8;

/** Stands where a secret was. */
export const HIDDEN = '[hidden]';

/**
 * A copy of what is to be logged, with every secret replaced, at any depth.
 * Errors pass as they are: they are written by their own serialiser.
 */
export function redacted(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactedEntries(fields, 0);
}

function redactedEntries(fields: object, level: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      SECRET_KEY.test(key) ? HIDDEN : redactedValue(value, level + 1),
    ]),
  );
}

function redactedValue(value: unknown, level: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date)
    return value;
  if (level > DEEPEST_LEVEL) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => redactedValue(item, level + 1));
  return redactedEntries(value, level);
}
