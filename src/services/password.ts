import { hash } from '@node-rs/argon2';
import { nfc } from '../shared/text';

/** Cost of a password hash. Source: OWASP's least recommended argon2id setting; about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The argon2id hash of a password, in PHC form. Equal passwords in other Unicode forms give hashes that verify alike. */
export function hashPassword(password: string): Promise<string> {
  return hash(nfc(password), COST);
}
