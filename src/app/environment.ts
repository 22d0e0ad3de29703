import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, loadConfig } from './config/load-config';

/**
 * The configuration of this process: its environment, and what a file `.env` in the working folder adds to it.
 *
 * @throws ConfigError naming every wrong variable
 */
export function configOfProcess(): Config {
  return loadConfig({ ...fileVariables(), ...process.env });
}

/** Some editors begin a file with a mark that says it is Unicode. */
function fileVariables(): NodeJS.Dict<string> {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, '')) : {};
}
