// Yardsticks whose packages are installed for the run alone: they are compared with, and needed by nothing else.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSIONS = { postgraphile: '4.14.1', 'parse-server': '9.10.0' };

/** Installs each in a folder of its own below another, since they need different versions of the same libraries. */
export function installPackages(work) {
  const folder = join(work, 'packages');
  for (const [name, version] of Object.entries(VERSIONS)) {
    const own = join(folder, name);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'package.json'), '{ "private": true }');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`], {
      cwd: own,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return folder;
}
