import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../src/config/load-config';
import { createLogger } from '../../src/observability/logger';
import { openDatabase } from '../../src/server/database';
import { runAlone } from '../../src/server/run-server';
import { messageOf } from '../../src/shared/failure';
import { nounLine } from '../support/articles';
import { runCommand, runProgram } from '../support/command';
import { testDatabase, type TestDatabase } from '../support/database';
import { databaseWithSample } from '../support/prepared-database';
import { eventually } from '../support/eventually';
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

/** For tests that are not of the sample of a first start; the accounts are still to be made. */
async function useSample(): Promise<void> {
  await database.drop();
  database = await databaseWithSample();
}

async function start(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = await startServer({ ...database.env, ...env });
  running.push(server);
  return server;
}

test('a first start loads the sample and makes accounts, once; SIGTERM ends it with 0, and a kill loses nothing', async () => {
  const isEmbedded = 'DATA_DIR' in database.env;
  const first = await start();

  for (const path of ['/health/live', '/health/ready'])
    expect((await call(`${first.url}${path}`)).status).toBe(200);
  expect(first.output()).toContain('Loaded the sample dictionary yor_eng_fra_griot.');
  expect(/admin user\s+admin\s+password \S{20,}/.test(first.output())).toBe(isEmbedded);
  expect(/platform application\s+griot\s+password \S{20,}/.test(first.output())).toBe(isEmbedded);
  await expectSampleOn(first);
  expect(await first.stop('SIGTERM')).toBe(0);

  const second = await start();
  await second.stop('SIGKILL');
  const third = await start();

  for (const server of [second, third]) expect(server.output()).not.toMatch(/password|sample/);
  await expectSampleOn(third);
});

/** REST and GraphQL say the same of the sample. */
async function expectSampleOn({ url }: ServerProcess): Promise<void> {
  const rest = await call(`${url}/lexicon/articles/yor_eng_fra_griot?entries&limit=3`);
  const { data } = await graphql(
    url,
    `
      {
        articles(filter: { dictionary: "yor_eng_fra_griot", having: ENTRY }, first: 3) {
          nodes {
            entry: written(part: ENTRY)
            id_article: number
            id_dico: dictionaryPublicId
          }
        }
      }
    `,
  );
  expect(rest.status).toBe(200);
  expect(Number(rest.headers.get('x-total-count'))).toBeGreaterThan(50);
  expect(data).toEqual({ articles: { nodes: rest.body['entries'] } });
}

test('accounts from the environment get no random passwords, their passwords are never printed, and an empty development secret is replaced', async () => {
  await useSample();
  const { DATA_DIR: folder } = database.env;
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'development-secret'), '');
  }
  const server = await start({
    ADMIN_USERNAME: 'chief',
    ADMIN_PASSWORD: 'sesame sesame',
    PLATFORM_NAME: 'own',
    PLATFORM_EMAIL: 'own@example.org',
    PLATFORM_PASSWORD: 'open open open',
    JWT_SECRET: '',
  });
  await fetch(`${server.url}/lexicon/metadata`, { headers: { 'x-access-token': 'a.b.c' } });

  expect(server.output()).not.toMatch(/sesame|open open|chief|own@/);
  if (folder !== undefined)
    expect(readFileSync(join(folder, 'development-secret'), 'utf8').length).toBeGreaterThan(40);
});

test('production creates no accounts and loads no sample, and warns of a former name of a variable', async () => {
  const server = await start({
    MODE: 'production',
    JWT_SECRET: randomBytes(48).toString('base64url'),
    ANSWER_LIMIT_MS: '5000',
  });

  expect(server.output()).not.toMatch(/password|sample/);
  expect(server.output()).toMatch(/"warn".*ANSWER_LIMIT_MS .* Did you mean RESPONSE_TIMEOUT_MS\?/);
  expect((await call(`${server.url}/lexicon/articles`)).status).toBe(206);
});

test('production does not start without a secret', async () => {
  const { code, stderr } = await runProgram('main', [], {
    ...database.env,
    MODE: 'production',
    JWT_SECRET: '',
  });

  expect(code).toBe(1);
  expect(stderr).toContain('JWT_SECRET must be set in production.');
  expect(stderr).not.toContain('    at ');
});

test('two servers and an import share one database; when its process is killed, the next requests are served without a restart', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  const folder = dictionaryFolder('qaa_fr_1', [nounLine('qaa_fr_1', 1, 'ab')]);

  const { code } = await runCommand('import', [folder], database.env);

  expect(code).toBe(0);
  for (const { url } of [one, two])
    expect((await call(`${url}/lexicon/articles/qaa_fr_1/1?class`)).body).toEqual({ class: '9/10' });
  const outputs = one.output() + two.output();
  expect(outputs.match(/admin user/g)?.length ?? 0).toBe('DATA_DIR' in database.env ? 1 : 0);

  if (!('DATA_DIR' in database.env)) return;
  killDatabaseOf(database.env['DATA_DIR'] ?? '');
  for (const { url } of [one, two]) {
    const statuses = new Set<number>();
    await eventually(async () => {
      const { status } = await call(`${url}/lexicon/articles/yor_eng_fra_griot`);
      statuses.add(status);
      return status === 200;
    });
    expect([[200], [503, 200]]).toContainEqual([...statuses]);
  }
});

/** What an operator is told of a start that fails; where a process of its own is not what is tested, this one starts. */
async function failureOf(env: Readonly<Record<string, string>>): Promise<string> {
  const secret = randomBytes(48).toString('base64url');
  const config = loadConfig({ LOG_LEVEL: 'silent', JWT_SECRET: secret, ...env });
  const logger = createLogger(config);
  return runAlone({ config, logger, database: openDatabase(config, logger) }).then(
    () => 'started',
    messageOf,
  );
}

test.each([
  [
    'a server that is not there',
    'mongodb://u:hush@127.0.0.1:1/x?replicaSet=r',
    /database at mongodb:\/\/\*\*\*@127\.0\.0\.1:1\/x.*does not answer/,
  ],
  [
    'an option that there is not',
    'mongodb://127.0.0.1:1/x?foo=hush',
    /^MONGODB_URI: option foo is not supported/,
  ],
  ['a port that there cannot be', 'mongodb://h:99999/x', /^MONGODB_URI: /],
  [
    'a secret among the options',
    'mongodb://127.0.0.1:1/x?tls=true&tlsCertificateKeyFilePassword=hush',
    /127\.0\.0\.1:1\/x /,
  ],
])(
  'an address of MongoDB with %s is refused with a reason that does not reveal its secrets',
  async (_, uri, expected) => {
    const message = await failureOf({ MONGODB_URI: uri });

    expect(message).toMatch(expected);
    expect(message).not.toMatch(/hush| {4}at /);
  },
);

test('a data folder that cannot be used is named with its variable', async () => {
  expect(await failureOf({ DATA_DIR: '/sys/griot' })).toMatch(
    /^DATA_DIR: The data folder \/sys\/griot cannot be used: /,
  );
});

test('a first start that cannot listen prints the created passwords, and the next start prints none', async () => {
  await useSample();
  const otherServer = createServer().listen(0, '127.0.0.1');
  await once(otherServer, 'listening');
  const { port } = otherServer.address() as AddressInfo;

  const failed = await start({ PORT: String(port) }).then(String, String);
  otherServer.close();
  const server = await start();

  expect(failed).toMatch(/^Error: ended with 1: [^]*already listens there/);
  expect(failed).not.toContain('    at ');
  expect(/admin user .* password \S{20,}/.test(failed)).toBe('DATA_DIR' in database.env);
  expect(server.output()).not.toContain('password');
});

test('a signal to npm start ends its server', async () => {
  await useSample();
  const npm = spawn('npm', ['start'], {
    env: {
      ...process.env,
      JWT_SECRET: randomBytes(48).toString('base64url'),
      LOG_LEVEL: 'warn',
      PORT: '0',
      ...database.env,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (npm.exitCode === null && !/GraphQL\s+\S+\/graphql[\s\S]*\n/.test(output)) await sleep(50);
  const url = /GraphQL\s+(\S+)\/graphql/.exec(output)?.[1] ?? '';
  expect((await fetch(`${url}/health/live`)).status).toBe(200);

  npm.kill('SIGTERM');
  await once(npm, 'close');

  await expect(fetch(`${url}/health/live`)).rejects.toThrow();
});

test('the migrate command migrates the data and reports it', async () => {
  const { code, stdout } = await runProgram('bin/griot', ['migrate'], database.env);

  expect(code).toBe(0);
  expect(stdout).toContain('Migration 1');
  expect(stdout).toContain('up to date');
});

/** Kills the database process of a data folder; it writes its process id into its log. */
function killDatabaseOf(folder: string): void {
  const log = readFileSync(join(folder, 'engine.log'), 'utf8');
  const [, pid] =
    /(\d+) serves/.exec(log.split('\n').findLast((line) => line.includes(' serves ')) ?? '') ?? [];
  process.kill(Number(pid), 'SIGKILL');
}

/** A port that nobody listens on: a program that cannot tell which port it has is given one. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

test('a log that cannot be written does not stop or delay the server', async () => {
  await useSample();
  const full = openSync('/dev/full', 'w');
  const begin = async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [join(__dirname, '..', '..', 'dist', 'main.js')], {
      env: { ...process.env, ...database.env, PORT: port, JWT_SECRET: randomBytes(48).toString('base64url') },
      stdio: ['ignore', full, 'ignore'],
    });
    const live = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(20_000) })
        .then(({ status }) => status)
        .catch(() => 0);
    while (child.exitCode === null && (await live()) !== 200) await sleep(50);
    return { port, child };
  };
  let { port, child } = await begin();
  // Another program may have taken the port in between.
  for (let attempt = 1; child.exitCode !== null && attempt < 5; attempt++) ({ port, child } = await begin());

  for (let n = 0; n < 20; n++)
    expect((await fetch(`http://127.0.0.1:${port}/lexicon/articles`)).ok).toBe(true);
  child.kill('SIGTERM');

  expect(await once(child, 'exit')).toEqual([0, null]);
  closeSync(full);
});
