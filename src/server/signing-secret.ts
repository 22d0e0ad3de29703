import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/load-config';

const FILE = 'development-secret';

/** Bytes of a secret that is one. */
const SHORTEST = 32;

/**
 * The secret that signs tokens: the configured one or, in development, one of this data folder, so that tokens outlive a
 * restart and hold for every process on the folder.
 */
export function signingSecret({ jwtSecret, dataDir }: Pick<Config, 'jwtSecret' | 'dataDir'>): string {
  if (jwtSecret !== undefined) return jwtSecret;
  const file = join(dataDir, FILE);
  return read(file) ?? made(file, dataDir);
}

/** Written aside and linked into place: of several first starts at once one wins, and none reads half a secret. */
function made(file: string, folder: string): string {
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

function read(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8');
    if (secret.length >= SHORTEST) return secret;
    // A file that a crash has left without its content: nobody may sign with what everybody knows.
    rmSync(file);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
