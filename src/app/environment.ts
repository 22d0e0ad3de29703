import { existsSync } from 'node:fs';
import { type Config, loadConfig } from './config/load-config';

/**
 * The configuration of this process: its environment, and what a file `.env` in the working folder adds to it.
 *
 * @throws ConfigError naming every wrong variable
 */
export function configOfProcess(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return loadConfig(process.env);
}
