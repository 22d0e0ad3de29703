import { randomBytes } from 'node:crypto';

/** 144 random bits, in letters that no shell or URL changes. */
export function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}
