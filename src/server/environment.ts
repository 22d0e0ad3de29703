import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { messageOf } from '../shared/failure';
import { type Config, loadConfig, ConfigError } from '../config/load-config';

/**
 * Reads the configuration of this process from its environment and the file `.env` in the working folder. The environment takes
 * precedence. An empty variable counts as unset.
 *
 * @throws ConfigError that names every invalid variable
 */
export function configOfProcess(): Config {
  const nonEmpty = Object.entries(process.env).filter(([, value]) => value !== '');
  return loadConfig({ ...fileVariables(), ...Object.fromEntries(nonEmpty) });
}

function fileVariables(): NodeJS.Dict<string> {
  if (!existsSync('.env')) return {};
  try {
    // Some editors write a byte order mark.
    return parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = messageOf(error);
    throw new ConfigError([`${resolve('.env')} cannot be read: ${reason}`]);
  }
}
