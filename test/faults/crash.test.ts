import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_NAME, ADMIN_PASSWORD, clientOf } from '../support/accounts';
import { nounLine } from '../support/articles';
import { runCommand } from '../support/command';
import { embeddedDatabase, type TestDatabase } from '../support/database';
import { dictionaryFolder } from '../support/dictionary-files';
import { startServer, type ServerProcess } from '../support/server-process';
import { DICTIONARY, MixedWriter, type Tokens } from './mixed-writers';

/** Kills of each kind; `npm run crash` asks for more than every test run can wait for. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1);
const WRITERS = 6;
const WRITING_MS = 1_500;
const APPLICATION_PASSWORD = 'a password of the application';

let database: TestDatabase;
let server: ServerProcess;
let tokens: Tokens;
let writers: readonly MixedWriter[];

const env = (): Record<string, string> => ({
  ...database.env,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
  ADMIN_USERNAME: ADMIN_NAME,
  ADMIN_PASSWORD,
});

/** For the embedded database alone, since its process is killed too. */
beforeAll(async () => {
  database = embeddedDatabase();
  server = await startServer(env());
  await runCommand('import', [dictionaryFolder(DICTIONARY, [nounLine(DICTIONARY, 1, 'ab')])], database.env);
  const client = clientOf(server.url);
  const admin = await client.logIn(ADMIN_NAME, ADMIN_PASSWORD);
  const account = `name: "Bot", password: "${APPLICATION_PASSWORD}"`;
  await client.graphql(
    `mutation { createApplication(input: { ${account}, email: "bot@example.org" }) { application { id } userErrors { code message } } }`,
    {},
    admin,
  );
  const { data } = await client.graphql(
    `mutation { logInApplication(${account}) { login { token } userErrors { code message } } }`,
  );
  const { token: application } = data['logInApplication'] as { readonly token: string };
  tokens = { admin, application };
  writers = Array.from({ length: WRITERS }, () => new MixedWriter(() => server.url, tokens));
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await database.drop();
});

test.each([
  ['gateway', restartedGateway],
  ['database', killDatabase],
])(
  'kill -9 of the %s during writes loses no acknowledged write and keeps derived data consistent',
  async (kind, kill) => {
    let longest = 0;
    const before = acknowledged();
    for (let round = 0; round < ROUNDS; round++) {
      let isOver = false;
      const work = writers.map((writer) => writer.write(() => isOver));
      await sleep(WRITING_MS / 2 + randomInt(WRITING_MS));
      const outage = performance.now();
      await kill();
      await goesOn();
      longest = Math.max(longest, performance.now() - outage);
      isOver = true;
      await Promise.all(work);
      expect(await faults()).toEqual([]);
      await examine();
    }
    const figures = { kind, kills: ROUNDS, acknowledged: acknowledged() - before };
    process.stdout.write(`${JSON.stringify({ ...figures, longestOutage: Math.round(longest) })}\n`);
    expect(acknowledged() - before).toBeGreaterThan(ROUNDS);
  },
  300_000 + ROUNDS * 60_000,
);

async function restartedGateway(): Promise<void> {
  await server.stop('SIGKILL');
  server = await startServer(env());
}

/** The process of the database writes its identifier into its log. */
function killDatabase(): Promise<void> {
  const log = readFileSync(join(String(database.env['DATA_DIR']), 'engine.log'), 'utf8');
  const id = [...log.matchAll(/^\S+ (\d+) serves/gm)].at(-1)?.[1];
  process.kill(Number(id), 'SIGKILL');
  return Promise.resolve();
}

function acknowledged(): number {
  return writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
}

/** Waits until every writer has had a write acknowledged again. */
async function goesOn(): Promise<void> {
  const before = writers.map((writer) => writer.acknowledged);
  while (writers.some((writer, number) => writer.acknowledged <= (before[number] ?? 0))) await sleep(50);
}

/** What was acknowledged and is not so, and answers that were no answers. */
async function faults(): Promise<string[]> {
  const found: string[] = [];
  for (const { present, absent, voted, oddities } of writers) {
    found.push(...oddities);
    const there = await nodesOf([...present, ...absent]);
    found.push(...[...present].filter((id) => !there.has(id)).map((id) => `lost: ${id}`));
    found.push(...[...absent].filter((id) => there.has(id)).map((id) => `back: ${id}`));
    found.push(...[...voted].filter((id) => there.get(id) !== 1).map((id) => `vote lost: ${id}`));
  }
  return found;
}

/** The objects that there are, with the likes of articles. */
async function nodesOf(ids: readonly string[]): Promise<Map<string, number | undefined>> {
  const found = new Map<string, number | undefined>();
  for (let from = 0; from < ids.length; from += 50) {
    const { data } = await clientOf(server.url).graphql(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Article { likeCount } } }',
      { ids: ids.slice(from, from + 50) },
      tokens.admin,
    );
    const nodes = data['nodes'] as readonly ({ readonly id: string; readonly likeCount?: number } | null)[];
    for (const node of nodes) if (node) found.set(node.id, node.likeCount);
  }
  return found;
}

/** Everything that is stored twice is right. */
async function examine(): Promise<void> {
  const { code, stdout } = await runCommand('doctor', [], env());
  expect(stdout.split('\n').filter((line) => line.startsWith('PROBLEM'))).toEqual([]);
  expect(code).toBe(0);
}
