import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_NAME, ADMIN_PASSWORD, clientOf } from '../support/accounts';
import { nounLine } from '../support/articles';
import { type Bot, botOf } from '../support/bot';
import { runCommand } from '../support/command';
import { embeddedDatabase, type TestDatabase } from '../support/database';
import { databaseWithSample } from '../support/prepared-database';
import { dictionaryFolder } from '../support/dictionary-files';
import { startServer, type ServerProcess } from '../support/server-process';
import { DICTIONARY, MixedWriter, Renewer, type Tokens } from './mixed-writers';
import { Talker } from './talkers';

/** Number of kills of each kind. `npm run crash` sets more, which take too long for every test run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1);
const WRITERS = 6;
/** About how long they write before a kill, in milliseconds. */
const WRITING_MS = ROUNDS > 1 ? 1_500 : 500;
const APPLICATION_PASSWORD = 'a password of the application';

let database: TestDatabase;
let server: ServerProcess;
let tokens: Tokens;
let writers: readonly MixedWriter[];
let renewer: Renewer;

const env = (): Record<string, string> => ({
  ...database.env,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
  ADMIN_USERNAME: ADMIN_NAME,
  ADMIN_PASSWORD,
});

/** Only for the embedded database, because its process is killed too. */
beforeAll(async () => {
  database = await databaseWithSample(embeddedDatabase());
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
  renewer = new Renewer(() => server.url, { name: ADMIN_NAME, password: ADMIN_PASSWORD });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await database.drop();
});

test.each([
  ['gateway', restartedGateway],
  ['database', killDatabase],
])(
  'kill -9 of the %s during writes loses no acknowledged write or session, and keeps derived data consistent',
  async (kind, kill) => {
    let longest = 0;
    const before = acknowledged();
    for (let round = 0; round < ROUNDS; round++) {
      let isOver = false;
      const work = [...writers, renewer].map((writer) => writer.write(() => isOver));
      await sleep(WRITING_MS / 2 + randomInt(WRITING_MS));
      const outage = performance.now();
      await kill();
      await continues();
      longest = Math.max(longest, performance.now() - outage);
      isOver = true;
      await Promise.all(work);
      expect(await faults()).toEqual([]);
      await examine();
    }
    const figures = {
      kind,
      kills: ROUNDS,
      acknowledged: acknowledged() - before,
      renewals: renewer.acknowledged,
    };
    process.stdout.write(`${JSON.stringify({ ...figures, longestOutage: Math.round(longest) })}\n`);
    expect(acknowledged() - before).toBeGreaterThan(ROUNDS);
  },
  300_000 + ROUNDS * 60_000,
);

test(
  'kill -9 of one of several processes in the middle of turns loses no acknowledged turn and stores none twice',
  async () => {
    const workers = await startServer({ ...env(), WORKERS: '2', LOG_LEVEL: 'info' });
    let isOver = false;
    try {
      const bots = [await newBot(), await newBot()];
      const talkers = [...bots, ...bots].map(
        (bot) => new Talker(() => [server.url, workers.url], bot, tokens.application),
      );
      const work = talkers.map((talker) => talker.run(() => isOver));
      for (let round = 0; round < ROUNDS; round++) {
        for (const kill of [() => killWorker(workers), restartedGateway] as const) {
          await sleep(WRITING_MS / 2 + randomInt(WRITING_MS));
          await kill();
          const before = talkers.map((talker) => talker.acknowledged);
          while (
            talkers.some(
              (talker, n) => talker.oddities.length === 0 && talker.acknowledged <= (before[n] ?? 0),
            )
          )
            await sleep(50);
        }
      }
      isOver = true;
      await Promise.all(work);
      // After a minute, a gateway takes over the work of a gateway that has ended.
      if (ROUNDS > 1) await Promise.all(talkers.map((talker) => talker.finish()));
      const stored = await textsOf(bots.map(({ conversation }) => conversation));
      const outcomes = talkers.flatMap((talker) => [...talker.outcomes]);
      const figures = { kills: 2 * ROUNDS, turns: stored.length, ...countsOf(outcomes.map(([, is]) => is)) };
      process.stdout.write(`${JSON.stringify(figures)}\n`);

      expect(talkers.flatMap(({ oddities }) => oddities)).toEqual([]);
      const times = countsOf(stored);
      expect(Object.entries(times).filter(([, count]) => count > 1)).toEqual([]);
      expect(outcomes.filter(([text, is]) => is !== 'running' && times[text] === undefined)).toEqual([]);
      await examine();
    } finally {
      isOver = true;
      await workers.stop('SIGKILL');
    }
  },
  300_000 + ROUNDS * 60_000,
);

/** The primary starts another worker, after a longer time at each kill. */
async function killWorker({ output }: ServerProcess): Promise<void> {
  for (;;) {
    const ready = [...output().matchAll(/"pid":(\d+),"msg":"A worker is ready"/g)].map(([, pid]) =>
      Number(pid),
    );
    for (const pid of ready.slice(-2))
      try {
        process.kill(pid, 'SIGKILL');
        return;
      } catch {
        // It was killed before.
      }
    await sleep(50);
  }
}

function newBot(): Promise<Bot> {
  const { graphql } = clientOf(server.url);
  const execute = async (...args: Parameters<typeof graphql>) =>
    (await graphql(...args)).data as Readonly<Record<string, never>>;
  return botOf({ execute }, tokens.application);
}

/** The messages of people in conversations, from the first to the last. */
async function textsOf(conversations: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const id of conversations)
    for (let after: string | null = null, hasMore = true; hasMore;) {
      const { data } = await clientOf(server.url).graphql(
        'query ($id: ID!, $after: String) { conversation(id: $id) { requests(first: 100, after: $after) { nodes { userRequest } pageInfo { hasNextPage endCursor } } } }',
        { id, after },
        tokens.application,
      );
      const { requests } = data['conversation'] as {
        requests: {
          nodes: { userRequest: string }[];
          pageInfo: { hasNextPage: boolean; endCursor: string };
        };
      };
      found.push(...requests.nodes.map(({ userRequest }) => userRequest));
      ({ hasNextPage: hasMore, endCursor: after } = requests.pageInfo);
    }
  return found;
}

function countsOf(items: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
}

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
async function continues(): Promise<void> {
  const all = [...writers, renewer];
  const before = all.map((writer) => writer.acknowledged);
  while (all.some((writer, number) => writer.acknowledged <= (before[number] ?? 0))) await sleep(50);
}

/** Differences of the stored data from the acknowledged writes, and invalid responses. */
async function faults(): Promise<string[]> {
  const found: string[] = [...renewer.oddities, ...(await renewer.faults())];
  for (const { present, absent, voted, oddities } of writers) {
    found.push(...oddities);
    const there = await nodesOf([...present, ...absent]);
    found.push(...[...present].filter((id) => !there.has(id)).map((id) => `lost: ${id}`));
    found.push(...[...absent].filter((id) => there.has(id)).map((id) => `back: ${id}`));
    found.push(...[...voted].filter((id) => there.get(id) !== 1).map((id) => `vote lost: ${id}`));
  }
  return found;
}

/** The stored objects, with the likes of articles. */
async function nodesOf(ids: readonly string[]): Promise<Map<string, number | undefined>> {
  const found = new Map<string, number | undefined>();
  for (let from = 0; from < ids.length; from += 50) {
    const { data, errors } = await clientOf(server.url).graphql(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Article { likeCount } } }',
      { ids: ids.slice(from, from + 50) },
      tokens.admin,
    );
    // An object that could not be read is null too, and is not lost.
    expect(errors).toEqual([]);
    const nodes = data['nodes'] as readonly ({ readonly id: string; readonly likeCount?: number } | null)[];
    for (const node of nodes) if (node) found.set(node.id, node.likeCount);
  }
  return found;
}

/** Checks that all data that are stored twice agree. */
async function examine(): Promise<void> {
  const { code, stdout } = await runCommand('doctor', [], env());
  expect(stdout.split('\n').filter((line) => line.startsWith('PROBLEM'))).toEqual([]);
  expect(code).toBe(0);
}
