import { createHash } from 'node:crypto';

/** Returns the first 132 bits of the SHA-256 of a text, as 22 characters of base64url: enough to distinguish any two texts. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
