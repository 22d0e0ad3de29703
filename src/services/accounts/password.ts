import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '../../shared/fair-queue';
import { Failure } from '../../shared/failure';
import { nfc } from '../../shared/text';
import { currentWork } from '../../shared/work';

/** A random password of 144 bits, in characters that need no escaping in a shell or URL. */
export function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}

/** Cost of a password hash. Source: OWASP's minimum argon2id setting; about 30 ms of one core. */
const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Number of waiting hashes beyond which the next is refused. Source: interface decisions, section 3. */
const MAX_WAITING_HASHES = 64;

/** Runs one hash at a time, so that the other cores continue with reads. One caller may use a sixth of the queue. */
const queue = new FairQueue({
  max: 1,
  waiting: {
    max: MAX_WAITING_HASHES,
    maxPerCaller: Math.ceil(MAX_WAITING_HASHES / 6),
    refusal: () => new Failure('UNAVAILABLE', 'Too many logins at once; try again soon.', { retryAfter: 2 }),
  },
});

const { memoryCost, timeCost, parallelism } = HASH_COST;

/**
 * A hash that no password has, because its salt and its hash are zeros. Checking it costs as much as checking an
 * account that exists.
 */
const NO_HASH = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * The argon2id hash of a password in PHC form. Equal passwords in other Unicode forms verify against the same hash.
 *
 * @throws Failure UNAVAILABLE when too many wait
 */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(nfc(password), HASH_COST), currentWork());
}

/**
 * Whether a password matches a hash. Takes equally long without a hash.
 *
 * @param passwordHash of the account; `undefined` if there is none
 * @throws Failure UNAVAILABLE when too many wait
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const compared = passwordHash ?? NO_HASH;
  const isSame = await queue.run(() => verify(compared, nfc(password)).catch(() => false), currentWork());
  return isSame && passwordHash !== undefined;
}
