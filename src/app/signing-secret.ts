import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config/load-config';

const FILE = 'development-secret';

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
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
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
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
