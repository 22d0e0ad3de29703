// Yardsticks whose packages are installed for the run alone: they are compared with, and needed by nothing else.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** PostGraphile 5 needs Node 22. */
const PACKAGES = {
  postgraphile: ['postgraphile@4.14.1'],
  parse: ['parse-server@9.10.0'],
};

/** Installs those of each yardstick in a folder of its own, since they need different versions of the same libraries. */
export function installPackages(folder, names) {
  for (const name of names) {
    const own = join(folder, name);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'package.json'), '{ "private": true }');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    execFileSync('npm', ['install', ...options, ...PACKAGES[name]], {
      cwd: own,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}
