import { setTimeout as sleep } from 'node:timers/promises';
import { SEARCH_KEYS_VERSION } from '../../src/domain/search/search-keys';
import { bareLine } from '../support/articles';
import { runCommand, runProgram, startCommand } from '../support/command';
import { runEngine, testDatabase, type TestDatabase } from '../support/database';
import { dictionaryFolder } from '../support/dictionary-files';
import { withModels } from '../support/dumps';
import { startGateway, type TestGateway } from '../support/gateway';
import { call } from '../support/http';

const ARTICLES = 1200;
const DICTIONARIES = ['qaa_fr_1', 'qbb_fr_2'];

let database: TestDatabase;
let server: TestGateway;
let endEngine: () => Promise<void>;

beforeAll(async () => {
  database = testDatabase();
  endEngine = await runEngine(database.env);
  const folders = DICTIONARIES.map((id) =>
    dictionaryFolder(
      id,
      Array.from({ length: ARTICLES / 2 }, (_, i) => bareLine(id, i + 1, `ŋkɔ́${String(i)}`)),
    ),
  );
  expect(await runCommand('import', folders, database.env)).toMatchObject({ code: 0 });
  await spoilKeys();
  server = await startGateway(database.env);
});

beforeEach(() => spoilKeys());

afterAll(async () => {
  await server.close();
  await endEngine();
  await database.drop();
});

/** As if other rules had made all keys. */
const spoilKeys = () =>
  withModels(database.env, async ({ articles, system }) => {
    const none = { precise: [], broad: [], place: '' };
    await articles.updateMany({}, { $set: { keys: none, 'rules.keys': SEARCH_KEYS_VERSION - 1 } });
    await system.updateOne({ _id: 'reindex' }, { $set: { version: SEARCH_KEYS_VERSION - 1 } });
  });

const search = (text: string) => call(`${server.url}/lexicon/articles?search=${encodeURIComponent(text)}`);

/** Runs the command, and kills it when it has remembered where it is; again where it had come to its end before. */
const killedReindex = () =>
  withModels(database.env, async ({ system }) => {
    const isUnderWay = async () => (await system.findOne({ _id: 'reindex' }).lean())?.progress !== undefined;
    for (let wasKilled = false; !wasKilled; wasKilled = await isUnderWay()) {
      await spoilKeys();
      const state = { hasEnded: false };
      const child = startCommand('reindex', [], database.env);
      const ended = new Promise((resolve) => child.once('close', resolve)).then(
        () => (state.hasEnded = true),
      );
      while (!state.hasEnded && !(await isUnderWay())) await sleep(5);
      child.kill('SIGKILL');
      await ended;
      // The lease would run out by itself, which the tests of migrations wait for.
      await system.updateOne({ _id: 'reindex-lock' }, { $set: { until: 0 } });
    }
  });

test('a killed reindex continues where it stopped, while the gateway serves', async () => {
  const old = await search('nko7');
  await killedReindex();
  const between = await search('nko7');
  const again = await runCommand('reindex', [], database.env);
  const after = await search('nko7');
  const third = await runCommand('reindex', [], database.env);

  expect(old.status).toBe(206);
  expect(between.status).toBe(200);
  expect(after.headers.get('x-total-count')).toBe('22');
  const [, looked, before, changed] =
    /^Checked (\d+) articles, (\d+) of them in an interrupted run; rebuilt the keys of (\d+)\.$/m.exec(
      again.stdout,
    ) ?? [];
  expect(Number(looked)).toBe(ARTICLES);
  expect(Number(before)).toBeGreaterThanOrEqual(500);
  expect(Number(changed)).toBeLessThanOrEqual(ARTICLES - Number(before));
  expect(third.stdout).toContain(`Checked ${String(ARTICLES)} articles; rebuilt the keys of 0.`);
});

test('a start on articles with outdated search keys says what to do, and a start on current ones does not', async () => {
  await runCommand('reindex', [], database.env);
  const upToDate = await runProgram('bin/griot', ['migrate'], database.env);
  await spoilKeys();
  const stale = await runProgram('bin/griot', ['migrate'], database.env);

  expect([upToDate.code, stale.code]).toEqual([0, 0]);
  expect(upToDate.stdout + upToDate.stderr).not.toContain('npm run reindex');
  expect(stale.stdout + stale.stderr).toContain('npm run reindex');
});
