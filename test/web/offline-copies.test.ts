import { generateKeyPairSync } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { type Fetch, refreshedCopy } from '../../src/offline/copy-transfer';
import {
  articleReader,
  type DictionaryCopy,
  eachArticle,
  KeyChangedError,
} from '../../src/offline/dictionary-copy';
import { type AccountServer, startWithAccounts } from '../support/accounts';
import { nounLine } from '../support/articles';
import { describeInBrowser, openBrowser, visit } from '../support/browser';
import { changedServer } from '../support/changed-server';
import { dictionaryFolder } from '../support/dictionary-files';

const ID = 'ewe_fr_copies';
const WORDS = 60;

/** Changes in all, with a sync over broken transfers after every five of them. `COPY_CHANGES=1000` takes some minutes. */
const CHANGES = Number(process.env['COPY_CHANGES'] ?? 60);
const BETWEEN_SYNCS = 5;

let accounts: AccountServer;

beforeAll(async () => {
  accounts = await startWithAccounts();
  const lines = Array.from({ length: WORDS }, (_, i) => nounLine(ID, i + 1, `akɔ${String(i + 1)}`));
  await accounts.server.load(dictionaryFolder(ID, lines));
});

afterAll(() => accounts.server.close());

const ask: Fetch = (path) => fetch(accounts.server.url + path);

async function mutate(mutation: string): Promise<void> {
  const { errors } = await accounts.graphql(`mutation { ${mutation} }`, {}, accounts.admin);
  // What was deleted before cannot be changed again.
  expect(errors.filter(({ extensions }) => extensions['code'] !== 'CONTENT_MISSING')).toEqual([]);
}

/** Cuts what is sent at a random place, or the connection before it. */
function cutting(random: () => number): Fetch {
  return async (path) => {
    if (random() < 0.3) throw new TypeError('fetch failed');
    const response = await ask(path);
    const text = await response.text();
    const end = random() < 0.5 ? Math.floor(random() * text.length) : text.length;
    return { status: response.status, text: () => Promise.resolve(text.slice(0, end)) };
  };
}

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const named = (number: number) => `dictionary: "${ID}", number: "${String(number)}"`;

/** What everyone sees of each article now, by its number. */
async function onServer(): Promise<ReadonlyMap<number, unknown>> {
  const { items } = await accounts.server.gateway.exports.articles(
    { role: 'anonymous' },
    ID,
    { first: 1000 },
    1000,
  );
  return new Map(items.map(({ number, source }) => [number, JSON.parse(source) as unknown]));
}

const inCopy = (copy: DictionaryCopy) =>
  new Map(Array.from(eachArticle(copy), ([number, , , source]) => [number, source]));

/** Numbers that were given to articles; a deleted one is not given again. */
let added = WORDS;

function addArticle(random: () => number): Promise<void> {
  added += 1;
  const content = `{ entry: { headword: "nya${String(random())}" } }`;
  return mutate(
    `createArticle(dictionary: "${ID}", input: { content: ${content} }) { userErrors { message } }`,
  );
}

/** One of the changes that people make, at random. Articles are added as often as deleted, so the dictionary stays as large. */
function change(random: () => number): Promise<void> {
  const kind = random();
  if (kind < 0.1) return addArticle(random);
  const number = 1 + Math.floor(random() * added);
  if (kind < 0.5)
    return mutate(
      `updateArticle(${named(number)}, input: { content: { type: "t${String(random())}" } }) { userErrors { message } }`,
    );
  if (kind < 0.59) return mutate(`deleteArticle(${named(number)}) { userErrors { message } }`);
  const isDisabled = String(kind < 0.8);
  return mutate(`setArticleDisabled(${named(number)}, isDisabled: ${isDisabled}) { userErrors { message } }`);
}

test('each sync ends with the state of the server, after any changes and cut transfers', async () => {
  const random = randomFrom(20_261_123);
  const cut = cutting(random);
  let copy = await refreshedCopy(ID, undefined, ask);
  let broken = 0;
  for (let made = 0; made < CHANGES; made += BETWEEN_SYNCS) {
    for (let i = 0; i < BETWEEN_SYNCS; i++) await change(random);
    const before = copy;
    for (let isDone = false; !isDone;) {
      const found = await refreshedCopy(ID, copy, cut).catch(() => undefined);
      isDone = found !== undefined;
      if (found === undefined) broken += 1;
      copy = found ?? copy;
    }
    expect(copy).not.toBe(before);
    const served = [...(await onServer())].sort(([a], [b]) => a - b);
    expect([...inCopy(copy)].sort(([a], [b]) => a - b)).toEqual(served);
    const article = articleReader(copy);
    expect(served.map(([number]) => [number, article(number)?.[3]])).toEqual(served);
    expect(article(added + 1)).toBeUndefined();
  }
  expect(broken).toBeGreaterThan(0);
  expect((await onServer()).size).toBeGreaterThan(WORDS / 3);
});

/** Changes the manifest on its way. */
const forging =
  (change: (sent: { manifest: { articles: number }; publicKey: string }) => void): Fetch =>
  async (path) => {
    const response = await ask(path);
    if (!path.endsWith('/manifest.json')) return response;
    const sent = JSON.parse(await response.text()) as Parameters<typeof change>[0];
    change(sent);
    return { status: response.status, text: () => Promise.resolve(JSON.stringify(sent)) };
  };

test('nothing is taken over from a manifest that its key has not signed, or another key than before', async () => {
  const copy = await refreshedCopy(ID, undefined, ask);
  const begin = (known: DictionaryCopy | undefined, asked: Fetch) => refreshedCopy(ID, known, asked);
  await expect(
    begin(
      undefined,
      forging(({ manifest }) => (manifest.articles += 1)),
    ),
  ).rejects.toThrow('signature');
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
  const stolen = forging((sent) => (sent.publicKey = other.toString('base64')));
  await expect(begin(undefined, stolen)).rejects.toThrow('signature');
  // A copy of another generation begins anew, with the key that it knows.
  await expect(begin({ ...copy, generation: 'past' }, stolen)).rejects.toThrow(KeyChangedError);
  expect((await begin({ ...copy, generation: 'past' }, ask)).publicKey).toBe(copy.publicKey);
});

describeInBrowser('a dictionary on a phone', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test('is kept, opened from a cold start without network, searched, and brought up to date afterwards', async () => {
    const id = 'ewe_fr_phone';
    const lines = Array.from({ length: 30 }, (_, i) => nounLine(id, i + 1, `ɖɔŋ${String(i + 1)}`));
    await accounts.server.load(dictionaryFolder(id, lines));
    const { url } = accounts.server;
    const { page, close } = await visit(browser, url, { path: `/dictionaries/${id}` });
    const context = page.context();

    await comeToOffer(page);
    await page.getByRole('button', { name: /^Keep on this phone \(\d+ KB\)$/ }).click();
    await page.getByText('Kept on this device.').waitFor();
    await page.evaluate('navigator.serviceWorker.ready');
    await page.close();
    await context.setOffline(true);
    const cold = await context.newPage();
    await cold.goto(`${url}/`);
    await cold.getByText('You are offline.').waitFor();
    await cold.getByLabel('Word to look up').pressSequentially('dong7');
    const link = cold.getByRole('link', { name: 'ɖɔŋ7', exact: true });
    await link.click();
    await cold.getByRole('heading', { name: 'ɖɔŋ7', level: 1 }).waitFor();
    await cold.goto(`${url}/?q=dxonx7`);
    await cold.getByText('Did you mean').waitFor();
    await cold.goto(`${url}/dictionaries/none`);
    await cold.getByText('This page is not on this device').waitFor();
    await expect(cold.goto(`${url}/desk`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');

    const dictionary = `dictionary: "${id}", number: "7"`;
    await mutate(`deleteArticle(${dictionary}) { userErrors { message } }`);
    await context.setOffline(false);
    const synced = cold.waitForResponse((response) => response.url().includes(`/offline/${id}/change-lines`));
    await cold.goto(`${url}/dictionaries/${id}`);
    await synced;
    await cold.waitForLoadState('networkidle');
    await context.setOffline(true);
    await cold.goto(`${url}/?q=dong7&dictionary=${id}`);
    await cold.getByRole('status').nth(1).getByText('article').waitFor();

    expect(await link.count()).toBe(0);
    await close();
  });

  test('is kept by a browser that takes its time to store the index', async () => {
    const { url, close: end } = await throughSlowDatabases(accounts.server.url);
    const { page, close } = await visit(browser, url, { path: `/dictionaries/${ID}` });

    await comeToOffer(page);
    await page.getByRole('button', { name: /^Keep on this phone/ }).click();
    await page.locator('#keep').getByText('Preparing').waitFor({ state: 'detached' });

    expect(await page.locator('#keep').textContent()).toContain('Kept on this device.');
    await close();
    await end();
  });

  test('is offered as soon as its files are ready, and loads nothing before', async () => {
    const { url } = accounts.server;
    const { page, close } = await visit(browser, url, { path: '/' });
    const later = { status: 503, headers: { 'Retry-After': '0' } };
    await page.route('**/manifest.json', (route) => route.fulfill(later), { times: 1 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setViewportSize({ width: 360, height: 400 });
    await page.goto(`${url}/dictionaries/${ID}`);
    await page.waitForLoadState('networkidle');
    const before = [...asked];
    await comeToOffer(page);

    await page.getByRole('button', { name: /^Keep on this phone/ }).waitFor();

    expect(before.filter((address) => address.endsWith('/manifest.json'))).toEqual([]);
    await close();
  });
});

/** A copy is offered to who comes to what the page says of the dictionary. */
async function comeToOffer(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'About this dictionary' }).scrollIntoViewIfNeeded();
}

/** In workers, transactions end a second after their writes have succeeded, as they do where much is written. */
const SLOW_DATABASE = `if (typeof document === 'undefined' && 'IDBObjectStore' in globalThis) {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const written = put.apply(this, given);
    const until = Date.now() + 1000;
    const hold = () => (this.get(['none']).onsuccess = () => Date.now() < until && hold());
    hold();
    return written;
  };
}
`;

/** The same server, with scripts for which the database of the browser is slow. */
const throughSlowDatabases = (server: string) =>
  changedServer(server, (path, text) => (/^\/assets\/.*\.js$/.test(path) ? SLOW_DATABASE + text : undefined));
