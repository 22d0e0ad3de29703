import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { call } from '../support/http';

const PROJECT = join(__dirname, '..', '..');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'griot-package-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** In place of an installation from a registry: what is installed with the package, and nothing that develops it. */
function linkDependencies(modules: string): void {
  const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
  };
  for (const [path, { dev, link }] of Object.entries(packages)) {
    const [, name = ''] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === '' || dev || link || !existsSync(join(PROJECT, path))) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    cpSync(join(PROJECT, path), join(modules, name), { recursive: true });
  }
}

/** A program that mounts the package in an application of Express, on the data of the server, and prints the status of a reply. */
const MOUNTS = `
const { griot } = require('griot-gateway');
griot({ LOG_LEVEL: 'error' }).then(async (gateway) => {
  const server = require('node:http').createServer((request, response) => gateway(request, response, () => response.end('next')));
  await new Promise((resolve) => server.listen(0, resolve));
  const url = 'http://127.0.0.1:' + server.address().port;
  const reply = await fetch(url + '/lexicon/articles/yor_eng_fra_griot?limit=1');
  console.log('answers', reply.status, await (await fetch(url + '/other')).text());
  server.closeAllConnections();
  server.close();
  await gateway.close();
});`;

test('the packed package needs nothing but its dependencies, and starts with the sample', async () => {
  const installed = join(folder, 'app', 'node_modules', 'griot-gateway');
  mkdirSync(installed, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  execFileSync('tar', ['-xzf', join(folder, packed.trim()), '-C', installed, '--strip-components=1']);
  linkDependencies(join(folder, 'app', 'node_modules'));
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };

  const child = spawn(process.execPath, [join(installed, bin['griot-gateway'] ?? '')], {
    cwd: join(folder, 'app'),
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = '';
      const addOutput = (chunk: Buffer): void => {
        output += chunk.toString();
        const found = /GraphQL\s+(\S+)\/graphql/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', addOutput);
      child.stderr.on('data', addOutput);
      void ended.then(() => {
        reject(new Error(output));
      });
    });

    const { status, body } = await call(`${url}/lexicon/articles/yor_eng_fra_griot?limit=3`);
    expect(status).toBe(200);
    expect(body['articles']).toHaveLength(3);
    for (const path of ['/', '/docs', '/playground']) expect((await fetch(url + path)).status).toBe(200);
    expect(await (await fetch(`${url}/playground`)).text()).toContain(
      '<title>GraphQL playground · Griot</title>',
    );
    // Letters of regular expressions and templates are as they were written: "ẹ" is found without its dot and tone.
    const found = await call(`${url}/lexicon/articles/yor_eng_fra_griot?search=adie&limit=1`);
    expect(JSON.stringify(found.body)).toContain('adìẹ');
    // Drawn by a library that the file of all programs does not hold.
    const [card = ''] =
      /\/cards\/[^"&]+/.exec(await (await fetch(`${url}/dictionaries/yor_eng_fra_griot/1`)).text()) ?? [];
    expect((await fetch(url + card)).headers.get('content-type')).toBe('image/png');
    expect(existsSync(join(folder, 'app', 'data'))).toBe(true);
    const options = { cwd: join(folder, 'app'), encoding: 'utf8' } as const;
    expect(spawnSync(process.execPath, ['-e', MOUNTS], options).stdout).toContain('answers 200 next');
    const griot = join(installed, bin['griot'] ?? '');
    expect(spawnSync(process.execPath, [griot, 'check'], options)).toMatchObject({ status: 0 });
  } finally {
    child.kill();
    await ended;
  }
});

test('without the build tools, an existing build is used, and a missing one is reported', () => {
  cpSync(join(PROJECT, 'scripts', 'build-if-stale.mjs'), join(folder, 'scripts', 'build-if-stale.mjs'));
  cpSync(join(PROJECT, 'scripts', 'build'), join(folder, 'scripts', 'build'), { recursive: true });
  mkdirSync(join(folder, 'src'));
  const build = () =>
    spawnSync(process.execPath, [join(folder, 'scripts', 'build-if-stale.mjs')], { encoding: 'utf8' });

  const missing = build();
  const [, named = ''] = /^Not built: (.*?)\. The/m.exec(missing.stderr) ?? [];
  for (const built of named.split(', '))
    cpSync(join(PROJECT, built, '.built'), join(folder, built, '.built'));
  const older = build();

  expect(missing.status).toBe(1);
  expect(missing.stderr).toMatch(
    /^Not built: .*dist.*The packages that build are not installed: run "npm ci"/m,
  );
  expect(missing.stderr).not.toContain('    at ');
  expect(older).toMatchObject({ status: 0, stderr: expect.stringContaining('used as it is') as string });
});
