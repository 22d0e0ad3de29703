// Servers to compare with whose packages are installed only for the run, because nothing else needs them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Directus 11.4 and later need Node 22, as does PostGraphile 5. */
const PACKAGES = {
  postgraphile: ['postgraphile@4.14.1'],
  parse: ['parse-server@9.10.0'],
  directus: ['directus@11.3.5'],
  payload: [
    ...['payload', '@payloadcms/db-mongodb', '@payloadcms/graphql'].map((name) => `${name}@3.90.2`),
    ...['graphql@16.11.0', 'graphql-http@1.22.4', '@hono/node-server@1.19.11'],
  ],
  strapi: [
    ...['strapi', 'plugin-graphql', 'plugin-users-permissions'].map((name) => `@strapi/${name}@5.54.0`),
    'pg@8.16.3',
  ],
};

/** Installs the packages of each server in a separate folder, because they need different versions of the same libraries. */
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
