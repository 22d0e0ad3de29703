import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import {
  ADMIN_NAME,
  ADMIN_PASSWORD,
  READER_PASSWORD,
  startWithAccounts,
  type AccountServer,
} from '../support/accounts';
import { describeInBrowser, openBrowser } from '../support/browser';

const PROJECT = join(__dirname, '..', '..');

let accounts: AccountServer;

beforeAll(async () => {
  accounts = await startWithAccounts();
  await accounts.server.load(join(PROJECT, 'samples', 'yor_eng_fra_griot'));
});

afterAll(() => accounts.server.close());

function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(command, args, {
    cwd: PROJECT,
    env: { ...process.env, GRIOT_URL: accounts.server.url, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function outputOf(...given: Parameters<typeof start>): Promise<string> {
  const child = start(...given);
  const [output, problems, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number]>,
  ]);
  expect([code, problems]).toEqual([0, '']);
  return output;
}

test('the script writes every translated word of a dictionary, once', async () => {
  const lines = (await outputOf('node', ['examples/word-list.mjs', 'yor_eng_fra_griot', 'fr']))
    .trimEnd()
    .split('\n');

  expect(lines[0]).toBe('"number","headword","fr"');
  expect(lines).toContain('"30","adìẹ","poulet"'.normalize('NFC'));
  expect(new Set(lines).size).toBe(65);
});

test('the curl commands read, log in, write and delete again', async () => {
  const output = await outputOf('sh', ['examples/rest.sh'], { ADMIN: `${ADMIN_NAME}:${ADMIN_PASSWORD}` });

  for (const said of ['"headword":"adìẹ"', '"trad_fr":"venir"', '"search":[', '\n206\n200\n', 'created 65'])
    expect(output).toContain(said.normalize('NFC'));
  expect(output).toMatch(/changed: 201\ndeleted: 200\n$/);
});

/** A program that uses the compiled package as an application does. */
const REST_PROGRAM = `import { griotClient, getMetadata, listArticleEntriesInDictionary, logInWithBody, search } from './index.js';
const baseUrl = process.env.GRIOT_URL;
const anyone = griotClient({ baseUrl });
const path = { dictionary_id: 'yor_eng_fra_griot' };
const page = await listArticleEntriesInDictionary({ client: anyone, path, query: { limit: 2, page: 2 } });
const hits = await search({ client: anyone, path: { search: 'ẹxyzzy & more?' } });
const refused = await getMetadata({ client: anyone, path });
const [username, password] = process.env.ADMIN.split(':');
const login = await logInWithBody({ client: anyone, body: { 'Basic-Auth': { username, password } } });
const admin = griotClient({ baseUrl, token: login.data.token });
const metadata = await getMetadata({ client: admin, path });
console.log(JSON.stringify({
  entries: page.data.entries.length,
  total: page.response.headers.get('X-Total-Count'),
  sought: [hits.response.status, new URL(hits.request.url).search],
  refused: refused.error.code,
  dictionary: metadata.data.metadata.id_dico,
}));
`;

test('the npm package of the REST routes reads, searches, logs in, and has the codes of errors', async () => {
  const folder = mkdtempSync(join(PROJECT, '.dist-rest-'));
  try {
    const compiler = join(PROJECT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, '-p', 'clients/rest', '--outDir', folder], {
      cwd: PROJECT,
      stdio: 'pipe',
    });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'use.js'), REST_PROGRAM);
    const output = await outputOf('node', [join(folder, 'use.js')], {
      ADMIN: `${ADMIN_NAME}:${ADMIN_PASSWORD}`,
    });

    expect(JSON.parse(output)).toEqual({
      entries: 2,
      total: '64',
      sought: [206, `?search=${encodeURIComponent('ẹxyzzy & more?')}`],
      refused: 'UNAUTHENTICATED',
      dictionary: 'yor_eng_fra_griot',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

interface ExamplePage {
  readonly page: Page;
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

describeInBrowser('the examples in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser.close());

  async function open(name: string): Promise<ExamplePage> {
    const serving = start('node', ['scripts/example.mjs', name, '0']);
    const url = await addressOf(serving);
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`${url}?server=${accounts.server.url}`);
    const close = async (): Promise<void> => {
      await page.close();
      serving.stdin?.end();
      await once(serving, 'close');
    };
    return { page, errors, close };
  }

  test('the search with Apollo Client searches as one types, and reads on', async () => {
    const { page, errors, close } = await open('browser');

    await page.getByLabel('Word').fill('ile');
    await page.getByText('house', { exact: false }).first().waitFor();
    await page.getByLabel('Translation').selectOption('fr');
    await page.getByText('maison').first().waitFor();
    await page.getByLabel('Word').fill('o');
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('li').nth(10).waitFor();

    expect(errors).toEqual([]);
    await close();
  });

  test.each(['apollo', 'urql', 'relay'])('%s lists, reads on, logs in, and votes at once', async (name) => {
    const { page, errors, close } = await open(name);
    const items = page.getByRole('listitem');
    const like = items.first().getByRole('button');

    await items.nth(9).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await items.nth(19).waitFor();
    expect(await items.count()).toBe(20);

    await page.getByLabel('Name').fill('reader');
    await page.getByLabel('Password').fill('a wrong password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill(READER_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Logged in as reader').waitFor();

    // The response to the vote is delayed: until it arrives, the page shows what the example expects.
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('voteOnArticle') === true) await held;
      await route.continue();
    });
    await page.locator('li button:enabled').first().waitFor();
    await like.click();
    await page.locator('li:first-of-type button[aria-pressed="true"]').first().waitFor();
    const likeText = await like.textContent();
    const vote = () =>
      page.waitForResponse((response) => (response.request().postData() ?? '').includes('voteOnArticle'));
    const voted = vote();
    release?.();
    const { data } = (await (await voted).json()) as VoteBody;

    expect(likeText).toBe(`${String(data.voteOnArticle.article.likeCount)} likes`);
    // The next example finds the article without a vote, so this one must have arrived.
    const takenBack = vote();
    await like.click();
    await page.locator('li:first-of-type button[aria-pressed="false"]').first().waitFor();
    await takenBack;
    expect(errors).toEqual([]);
    await close();
  });
});

interface VoteBody {
  readonly data: { readonly voteOnArticle: { readonly article: { readonly likeCount: number } } };
}

function addressOf(serving: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    serving.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /http:\/\/\S+/.exec(said)?.[0];
      if (address !== undefined) resolve(address);
    });
    serving.once('close', () => {
      reject(new Error(said));
    });
  });
}
