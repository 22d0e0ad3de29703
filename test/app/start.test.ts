import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nounLine } from '../support/articles';
import { runProgram } from '../support/command';
import { testDatabase, type TestDatabase } from '../support/database';
import { dictionaryFolder } from '../support/dictionary-files';
import { call, graphql } from '../support/http';
import { startServer, type ServerProcess } from '../support/server-process';

let database: TestDatabase;
let running: ServerProcess[];

beforeEach(() => {
  database = testDatabase();
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop('SIGKILL')));
  await database.drop();
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = await startServer({ ...database.env, ...env });
  running.push(server);
  return server;
}

test('a first start loads the sample once and serves it on both faces', async () => {
  const server = await start();

  const rest = await call(`${server.url}/lexicon/articles/yor_eng_fra_griot?entries&limit=3`);
  const { data } = await graphql(
    server.url,
    `
      {
        articles(filter: { dictionaryId: "yor_eng_fra_griot", having: ENTRY }, first: 3) {
          nodes {
            entry: written(part: ENTRY)
            id_article: number
            id_dico: dictionaryId
          }
        }
      }
    `,
  );

  expect(server.output()).toContain('Loaded the sample dictionary yor_eng_fra_griot.');
  expect(server.output()).not.toContain('Metrics');
  expect(rest.status).toBe(200);
  expect(Number(rest.headers.get('x-total-count'))).toBeGreaterThan(50);
  expect(data).toEqual({ articles: { nodes: rest.body['entries'] } });
});

test('credentials are made up for the embedded database only, and said once', async () => {
  const first = await start();
  await first.stop();
  const second = await start();

  const isEmbedded = 'DATA_DIR' in database.env;
  expect(/admin user\s+admin\s+password \S{20,}/.test(first.output())).toBe(isEmbedded);
  expect(/platform application\s+griot\s+password \S{20,}/.test(first.output())).toBe(isEmbedded);
  expect(second.output()).not.toContain('password');
  expect(second.output()).not.toContain('sample');
});

test('accounts of the environment are not made up, and their passwords are never said', async () => {
  const server = await start({
    ...{ ADMIN_USERNAME: 'chief', ADMIN_PASSWORD: 'sesame sesame' },
    ...{ PLATFORM_NAME: 'own', PLATFORM_EMAIL: 'own@example.org', PLATFORM_PASSWORD: 'open open open' },
  });

  expect(server.output()).not.toMatch(/password|sesame|open open/);
});

test('production makes up no accounts and loads no sample', async () => {
  const server = await start({ MODE: 'production', JWT_SECRET: randomBytes(48).toString('base64url') });

  expect(server.output()).not.toMatch(/password|sample/);
  expect((await call(`${server.url}/lexicon/articles`)).status).toBe(206);
});

test.each([
  ['no secret', { JWT_SECRET: '' }],
  ['a short one', { JWT_SECRET: 'k9$Xw2!mQz7' }],
  ['an example of one', { JWT_SECRET: 'change-me-change-me-change-me-change-me' }],
  ['one of a single letter', { JWT_SECRET: 'x'.repeat(64) }],
])('production does not start with %s', async (_, env) => {
  await expect(start({ MODE: 'production', ...env })).rejects.toThrow(/JWT_SECRET must be/);
});

test('production does not start without limits', async () => {
  const secret = randomBytes(48).toString('base64url');

  const starting = start({ MODE: 'production', JWT_SECRET: secret, RATE_LIMITS: 'off' });

  await expect(starting).rejects.toThrow(/RATE_LIMITS can be off in development only/);
});

test('health tells whether the process runs and whether it can serve', async () => {
  const server = await start();

  expect((await call(`${server.url}/health/live`)).status).toBe(200);
  expect((await call(`${server.url}/health/ready`)).status).toBe(200);
});

test('SIGTERM ends it with 0', async () => {
  const server = await start();

  expect(await server.stop('SIGTERM')).toBe(0);
});

test('a server that was killed starts again with its data', async () => {
  const first = await start();
  await first.stop('SIGKILL');

  const second = await start();

  expect((await call(`${second.url}/lexicon/articles/yor_eng_fra_griot`)).status).toBe(200);
});

test('two servers and an import share one database', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  const folder = dictionaryFolder('qaa_fr_1', [nounLine('qaa_fr_1', 1, 'ab')]);

  const { code } = await runProgram('cli/import', [folder], database.env);

  expect(code).toBe(0);
  for (const { url } of [one, two])
    expect((await call(`${url}/lexicon/articles/qaa_fr_1/1?class`)).body).toEqual({ class: '9/10' });
  const outputs = one.output() + two.output();
  expect(outputs.match(/admin user/g)?.length ?? 0).toBe('DATA_DIR' in database.env ? 1 : 0);
});

test.each([
  [{ PORT: 'x' }, 'PORT'],
  [{ MODE: 'test' }, 'MODE'],
  [{ MONGODB_URI: 'http://x' }, 'MONGODB_URI'],
  [{ ADMIN_USERNAME: 'chief' }, 'ADMIN_PASSWORD'],
])('a wrong setting stops the start with a sentence that names it: %j', async (env, name) => {
  const { code, stderr } = await runProgram('main', [], { ...database.env, ...env });

  expect(code).toBe(1);
  expect(stderr).toContain(name);
  expect(stderr).not.toContain('    at ');
});

test('a MongoDB server that is not there is a sentence, not a stack', async () => {
  const { code, stderr } = await runProgram('main', [], {
    MONGODB_URI: 'mongodb://u:hush@127.0.0.1:1/x?replicaSet=r',
  });

  expect(code).toBe(1);
  expect(stderr).toMatch(/database at mongodb:\/\/\*\*\*@127\.0\.0\.1:1\/x.*does not answer/);
  expect(stderr).not.toContain('hush');
  expect(stderr).not.toContain('    at ');
});

test('the migrate command brings the data up to date and says so', async () => {
  const { code, stdout } = await runProgram('cli/migrate', [], database.env);

  expect(code).toBe(0);
  expect(stdout).toContain('Migration 1');
  expect(stdout).toContain('up to date');
});

if ('DATA_DIR' in testDatabase().env)
  test('when its database is killed, the next requests are served again without a restart', async () => {
    const server = await start();
    killDatabaseOf(database.env['DATA_DIR'] ?? '');

    let status = 0;
    for (let attempt = 0; attempt < 50 && status !== 200; attempt++) {
      status = (await call(`${server.url}/lexicon/articles/yor_eng_fra_griot`)).status;
      expect([200, 503]).toContain(status);
      await sleep(100);
    }

    expect(status).toBe(200);
  });

/** Kills the database process of a data folder; it writes its process id into its log. */
function killDatabaseOf(folder: string): void {
  const log = readFileSync(join(folder, 'engine.log'), 'utf8');
  const [, pid] =
    /(\d+) serves/.exec(log.split('\n').findLast((line) => line.includes(' serves ')) ?? '') ?? [];
  process.kill(Number(pid), 'SIGKILL');
}
