import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/server/database';
import { startWithAccounts, type AccountServer } from '../support/accounts';
import { nounLine } from '../support/articles';
import {
  type DatabaseProxy,
  proxyBefore,
  type ProxyMode,
} from '../../packages/embedded-database/test/support/database-proxy';
import { dictionaryFolder } from '../support/dictionary-files';
import { runningTime } from '../support/running-time';
import { startGateway } from '../support/gateway';
import { sendAll, DICTIONARY, faultsIn, type Reply } from './requests';

/** Duration of each disturbance. `npm run fault` sets one minute. */
const SECONDS = Number(process.env['FAULT_SECONDS'] ?? 1);
/** Duration for which connections break. */
const BREAKING_SECONDS = Math.max(1.5, SECONDS / 2);
const DUE_MS = 3_000;
const RECOVERY_MS = 5_000;

let proxy: DatabaseProxy;
let server: AccountServer;
const acknowledged = new Set<string>();

beforeAll(async () => {
  server = await startWithAccounts({ RESPONSE_TIMEOUT_MS: '2500' }, async (config, logger) => {
    const { address, close } = await openDatabase(config, logger);
    proxy = await proxyBefore(withUsualTimes(address.uri));
    return {
      address: { ...address, uri: proxy.uri },
      close: async () => {
        await proxy.close();
        await close();
      },
    };
  });
  await server.server.load(dictionaryFolder(DICTIONARY, [nounLine(DICTIONARY, 1, 'ab')]));
});
afterAll(async () => {
  await server.server.close();
});

/** The time limits of a remote server, also for the embedded database. */
function withUsualTimes(uri: string): string {
  return `${uri}${uri.includes('?') ? '&' : '/?'}connectTimeoutMS=2000`;
}

const DISTURBANCES: readonly (readonly [string, ProxyMode])[] = [
  ['is not there', { kind: 'refusing' }],
  ['accepts and says nothing', { kind: 'silent' }],
  ['takes two seconds for every response', { kind: 'slow', ms: 2_000 }],
];

test.each(DISTURBANCES)(
  'while the database %s, every response arrives within 3 s, correct or 503 with Retry-After; 5 s later everything works, and acknowledged data is stored',
  async (name, mode) => {
    const usual = await usualTime();

    proxy.set(mode);
    const replies: Reply[] = [];
    const ends = performance.now() + SECONDS * 1_000;
    while (performance.now() < ends) replies.push(...(await sendAndRecord()));
    proxy.set({ kind: 'fair' });
    const recovery = await recovered();

    const longest = Math.max(...replies.map(({ ms }) => ms));
    const refused = replies.filter(({ status }) => status === 503).length;
    const figures = { name, replies: replies.length, refused, longest, recovery: Math.round(recovery) };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    expect(faultsIn(replies, DUE_MS)).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(recovery).toBeLessThan(RECOVERY_MS + usual);
    await expectAllStored();
  },
  300_000 + SECONDS * 2_000,
);

test(
  'when connections break repeatedly, every response is correct or 503 with Retry-After, and acknowledged data is stored',
  async () => {
    const usual = await usualTime();
    const breaking = setInterval(() => {
      proxy.cut();
    }, 70);
    const replies: Reply[] = [];
    const ends = performance.now() + BREAKING_SECONDS * 1_000;
    while (performance.now() < ends) replies.push(...(await sendAndRecord()));
    clearInterval(breaking);

    expect(faultsIn(replies, DUE_MS)).toEqual([]);
    expect(await recovered()).toBeLessThan(RECOVERY_MS + usual);
    await expectAllStored();
  },
  300_000 + SECONDS * 2_000,
);

/** Checks that all acknowledged writes are stored. */
async function expectAllStored(): Promise<void> {
  const stored = new Set<string>();
  for (let page = 1, isLast = false; !isLast; page++) {
    const { body } = await server.rest(
      'GET',
      `/lexicon/articles/${DICTIONARY}?limit=1000&page=${String(page)}&entries`,
    );
    const entries = body['entries'] as readonly { readonly entry?: { readonly headword?: string } }[];
    for (const { entry } of entries) if (entry?.headword !== undefined) stored.add(entry.headword);
    isLast = entries.length < 1_000;
  }
  for (const text of await commentTexts()) stored.add(text);

  expect(acknowledged.size).toBeGreaterThan(0);
  expect([...acknowledged].filter((text) => !stored.has(text))).toEqual([]);
}

test('a gateway whose database does not answer at the start reports it and ends', async () => {
  proxy.set({ kind: 'silent' });
  const opening = startGateway({}, () =>
    Promise.resolve({
      address: { uri: proxy.uri, isEmbedded: true },
      close: () => Promise.resolve(),
    }),
  );

  await expect(opening).rejects.toThrow(/The database at mongodb:.* does not answer/);
  proxy.set({ kind: 'fair' });
});

async function sendAndRecord(): Promise<Reply[]> {
  const replies = await sendAll(server);
  for (const { status, text } of replies) if (status < 300 && text !== undefined) acknowledged.add(text);
  return replies;
}

/** Time that all requests take without a disturbance on this machine now, in milliseconds. */
async function usualTime(): Promise<number> {
  const since = runningTime();
  expect(faultsIn(await sendAndRecord(), Infinity)).toEqual([]);
  return runningTime() - since;
}

/** Milliseconds until every request is served again. */
async function recovered(): Promise<number> {
  const since = runningTime();
  for (;;) {
    const replies = await sendAndRecord();
    if (replies.every(({ status }) => status < 300)) return runningTime() - since;
    if (runningTime() - since > 4 * RECOVERY_MS) throw new Error(JSON.stringify(replies));
    await sleep(100);
  }
}

async function commentTexts(): Promise<string[]> {
  const texts: string[] = [];
  let after: string | null = null;
  do {
    const { data } = await server.graphql(
      `query ($after: String) { comments(first: 100, after: $after) {
         nodes { text } pageInfo { endCursor hasNextPage } } }`,
      { after },
      server.admin,
    );
    const { nodes, pageInfo } = data['comments'] as {
      readonly nodes: readonly { readonly text: string }[];
      readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
    };
    texts.push(...nodes.map(({ text }) => text));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return texts;
}
