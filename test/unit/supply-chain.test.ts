import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..');

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  /** A package of this repository, which is a link to its folder. */
  readonly link?: boolean;
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(PROJECT, name), 'utf8'));
const manifests = ['package.json', 'packages/embedded-database/package.json'].map(
  (name) => read(name) as Manifest,
);
const lock = read('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> };
const locked = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

test('every dependency is named with its exact version, and the packages of this repository name the same ones', () => {
  const versions = new Map<string, string>();
  for (const { dependencies, devDependencies, overrides } of manifests)
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...overrides })) {
      expect(`${name} ${version}`).toMatch(/ \d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(`${name} ${versions.get(name) ?? version}`).toBe(`${name} ${version}`);
      versions.set(name, version);
    }
});

test('every package that is installed is locked by the hash of its content, and comes from the registry', () => {
  expect(locked.length).toBeGreaterThan(500);
  const unsafe = locked.filter(
    ([, { integrity = '', resolved }]) =>
      !integrity.startsWith('sha512-') ||
      (resolved !== undefined && !resolved.startsWith('https://registry.')),
  );

  expect(unsafe.map(([path]) => path)).toEqual([]);
});

test('the packages with an install script are those that are known to work without it', () => {
  const page = readFileSync(join(PROJECT, 'docs', 'dependencies.md'), 'utf8');
  const [, section = ''] = page.split('## Install scripts');

  for (const [path, { hasInstallScript }] of locked)
    if (hasInstallScript) expect(section).toContain(`\`${path.replace(/^.*node_modules\//, '')}\``);
});

test('all licences are allowed', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(PROJECT, 'scripts', 'check-licences.mjs')], {
    encoding: 'utf8',
  });

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('the image is a production server by itself, on a Node.js that is kept up', () => {
  const dockerfile = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8');
  const [image = ''] = dockerfile.split(/^FROM /m).slice(-1);

  expect(image).toMatch(/^ENV (?:.* )?MODE=production /m);
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name)).toEqual(
    Array(2).fill('node:24-bookworm-slim'),
  );
});

test('the image is built without install scripts and runs as an unprivileged user', () => {
  const dockerfile = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8');
  const installs = dockerfile.match(/npm (?:ci|install|prune)[^&\n]*/g) ?? [];

  expect(installs.length).toBeGreaterThan(0);
  for (const install of installs) expect(install).toContain('--ignore-scripts');
  expect(dockerfile).toMatch(/^USER node$/m);
});
