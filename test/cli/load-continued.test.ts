import { setTimeout as sleep } from 'node:timers/promises';
import { bareLine } from '../support/articles';
import { runCommand, startCommand } from '../support/command';
import { runEngine, testDatabase, type TestDatabase } from '../support/database';
import { dictionaryFolder } from '../support/dictionary-files';
import { documentsIn, newPath, withModels } from '../support/dumps';
import { startGateway } from '../support/gateway';
import { call } from '../support/http';
import { startServer } from '../support/server-process';

const ARTICLES = 1000;

let source: TestDatabase;
let target: TestDatabase;
let file: string;
let endSource: () => Promise<void>;
let endTarget: () => Promise<void>;

beforeAll(async () => {
  source = testDatabase();
  endSource = await runEngine(source.env);
  const lines = Array.from({ length: ARTICLES }, (_, i) => bareLine('qaa_fr_1', i + 1, `w${String(i)}`));
  await runCommand('import', [dictionaryFolder('qaa_fr_1', lines)], source.env);
  file = newPath();
  await runCommand('dump', [file], source.env);
});

afterAll(async () => {
  await endSource();
  await source.drop();
});

beforeEach(async () => {
  target = testDatabase();
  endTarget = await runEngine(target.env);
});

afterEach(async () => {
  await endTarget();
  await target.drop();
});

const storedArticles = (): Promise<number> =>
  withModels(target.env, ({ articles }) => articles.countDocuments({}));

/** Runs a load, and kills it when so many articles are there. */
async function killedLoad(atLeast: number, ...args: string[]): Promise<number> {
  const child = startCommand('load', [...args, file], target.env);
  const ended = new Promise((resolve) => child.once('close', resolve));
  await withModels(target.env, async ({ articles }) => {
    while ((await articles.countDocuments({})) < atLeast) await sleep(10);
  });
  child.kill('SIGKILL');
  await ended;
  // The lease would run out by itself, which the tests of migrations wait for.
  await withModels(target.env, ({ system }) =>
    system.updateOne({ _id: 'migration-lock' }, { $set: { until: 0 } }),
  );
  return storedArticles();
}

test('a load that is killed twice and continued results in the same database, which is unusable until then', async () => {
  const running = await startGateway(target.env);
  const readiness = async () => (await call(`${running.url}/health/ready`)).status;
  const before = await readiness();
  const first = await killedLoad(1);
  const meanwhile = await readiness();
  const [gateway, migration, dump, again, other] = [
    await startServer(target.env).then(
      async (server) => `serves, and ended with ${String(await server.stop())}`,
      (error: unknown) => String(error),
    ),
    await runCommand('migrate', [], target.env),
    await runCommand('dump', [newPath()], target.env),
    await runCommand('load', [file], target.env),
    await otherLoad(),
  ];
  const second = await killedLoad(first + 1, '--continue');

  const finished = await runCommand('load', ['--continue', file], target.env);

  expect(first).toBeLessThan(second);
  expect(second).toBeLessThan(ARTICLES);
  for (const refusal of [gateway, migration.stderr, dump.stderr])
    expect(refusal).toContain('The database is only partly loaded: a load is running or was interrupted.');
  expect([migration.code, dump.code, again.code, other.code]).toEqual([1, 1, 1, 1]);
  expect(again.stderr).toContain('A load of this database was interrupted. Continue it with --continue.');
  expect(other.stderr).toContain('used another dump');
  expect(finished).toMatchObject({ code: 0 });
  expect(await documentsIn(await dumpOfTarget())).toEqual(await documentsIn(file));
  const after = await readiness();
  const { headers } = await call(`${running.url}/lexicon/articles/qaa_fr_1`);
  await running.close();
  expect([before, meanwhile, after]).toEqual([200, 503, 200]);
  expect(headers.get('x-total-count')).toBe(String(ARTICLES));
});

async function otherLoad() {
  const other = newPath();
  await runCommand('dump', [other], source.env);
  return runCommand('load', ['--continue', other], target.env);
}

async function dumpOfTarget(): Promise<string> {
  const path = newPath();
  await runCommand('dump', [path], target.env);
  return path;
}

test('an interrupted load ends cleanly, reports how to continue, and releases the lock immediately', async () => {
  const child = startCommand('load', [file], target.env);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  await withModels(target.env, async ({ articles }) => {
    while ((await articles.countDocuments({})) === 0) await sleep(10);
  });
  child.kill('SIGTERM');
  const code = await ended;

  const finished = await runCommand('load', ['--continue', file], target.env);

  expect(code).toBe(1);
  expect(stderr).toContain('Interrupted by SIGTERM. Run it again with --continue to continue.');
  expect([finished.code, finished.stderr]).toEqual([0, expect.not.stringContaining('Waiting')]);
  expect(await storedArticles()).toBe(ARTICLES);
});
