import { createHash } from 'node:crypto';

/** The stored form of a secret that this server made: SHA-256 in base64url. Secrets of 32 random bytes need no slow hash. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
