// Yardsticks whose packages are installed for the run alone: they are compared with, and needed by nothing else.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = ['postgraphile@4.14.1', 'parse-server@9.10.0'];

/** Installs them below a folder. Returns the file from which they are found. */
export function installPackages(work) {
  const folder = join(work, 'packages');
  mkdirSync(folder);
  const file = join(folder, 'package.json');
  writeFileSync(file, '{ "private": true }');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
}
