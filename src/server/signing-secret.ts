import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/load-config';

const SECRET_FILE = 'development-secret';

/** Minimum length of a secret, in bytes. */
const MIN_SECRET_BYTES = 32;

/**
 * Returns the secret that signs tokens: the configured one or, in development, one in the data folder, so that tokens remain valid after
 * a restart and in every process that uses the folder.
 */
export function signingSecret({ jwtSecret, dataDir }: Pick<Config, 'jwtSecret' | 'dataDir'>): string {
  if (jwtSecret !== undefined) return jwtSecret;
  const file = join(dataDir, SECRET_FILE);
  return readSecret(file) ?? createSecret(file, dataDir);
}

/** Writes a temporary file and links it. Of concurrent first starts one wins, and none reads an incomplete secret. */
function createSecret(file: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

function readSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8');
    if (secret.length >= MIN_SECRET_BYTES) return secret;
    // A crash can leave an empty file, which must not be used to sign tokens.
    rmSync(file);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
