import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { messageOf } from '../shared/failure';
import { type Config, loadConfig, ConfigError } from '../config/load-config';

/**
 * The configuration of this process: its environment, and what a file `.env` in the working folder adds to it. An empty variable
 * counts as unset.
 *
 * @throws ConfigError naming every wrong variable
 */
export function configOfProcess(): Config {
  const given = Object.entries(process.env).filter(([, value]) => value !== '');
  return loadConfig({ ...fileVariables(), ...Object.fromEntries(given) });
}

function fileVariables(): NodeJS.Dict<string> {
  if (!existsSync('.env')) return {};
  try {
    // Some editors begin a file with a mark that says it is Unicode.
    return parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = messageOf(error);
    throw new ConfigError([`${resolve('.env')} cannot be read: ${reason}`]);
  }
}
