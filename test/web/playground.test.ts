import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { ADMIN_NAME, ADMIN_PASSWORD, startWithAccounts, type AccountServer } from '../support/accounts';
import { describeInBrowser, openBrowser, picture, axeFindings, visit, type Visit } from '../support/browser';
import { eventually } from '../support/eventually';
import { startGateway } from '../support/gateway';
import { call } from '../support/http';

const PROJECT = join(__dirname, '..', '..');
const SAMPLE = join(PROJECT, 'samples', 'yor_eng_fra_griot');

let accounts: AccountServer;

beforeAll(async () => {
  accounts = await startWithAccounts();
  await accounts.server.load(SAMPLE);
});

afterAll(() => accounts.server.close());

test('serves neither the page nor a link to it if it is switched off', async () => {
  const server = await startGateway({ PLAYGROUND: 'off', INTROSPECTION: 'off' });

  const page = await call(`${server.url}/playground`);
  const reader = await call(server.url);
  const graph = await call(`${server.url}/graphql`, { headers: { Accept: TYPE_OF_BROWSERS } });
  const schemaFile = await call(`${server.url}/schema.graphql`);
  await server.close();

  expect([page.status, graph.status, schemaFile.status]).toEqual([404, 400, 404]);
  expect(reader.text).not.toContain('href="/playground"');
  expect((await call(accounts.server.url)).text).toContain('href="/playground"');
});

const TYPE_OF_BROWSERS = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('a browser that opens /graphql is led to the playground with its query, and a program is not', async () => {
  const url = `${accounts.server.url}/graphql?query=%7B__typename%7D`;

  const browser = await fetch(url, { headers: { Accept: TYPE_OF_BROWSERS }, redirect: 'manual' });
  const program = await call(url, { headers: { 'Apollo-Require-Preflight': 'true' } });

  expect([browser.status, browser.headers.get('location')]).toEqual([
    302,
    '/playground?query=%7B__typename%7D',
  ]);
  expect(browser.headers.get('vary')).toContain('Accept');
  expect(program.body).toEqual({ data: { __typename: 'Query' } });
});

test('everyone may keep the schema, and ask whether it has changed', async () => {
  const url = `${accounts.server.url}/schema.graphql`;
  const first = await call(url);
  const etag = first.headers.get('etag') ?? '';

  const again = await call(url, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } });

  expect(first.text).toBe(readFileSync(join(PROJECT, 'schema', 'schema.graphql'), 'utf8'));
  expect(first.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(first.headers.get('cache-control')).toContain('public');
  expect([again.status, again.text]).toEqual([304, '']);
});

test('only scripts of this server may run', async () => {
  const { headers } = await call(`${accounts.server.url}/playground`);
  const policy = headers.get('content-security-policy') ?? '';

  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/script-src|unsafe-eval|https?:/);
});

describeInBrowser('the playground in a browser', () => {
  let browser: Browser;
  /** A page that tests share which leave it as usable as they found it: its editor takes a browser seconds to load. */
  let shared: Visit;

  beforeAll(async () => {
    browser = await openBrowser();
    shared = await open();
  });

  afterAll(() => browser.close());

  /** Opens the playground, and waits until its editor has something to run. */
  async function open() {
    const opened = await visit(browser, accounts.server.url, {
      path: '/playground',
      viewport: { width: 1200, height: 760 },
    });
    await editor(opened.page).getByText('totalCount').waitFor();
    return opened;
  }

  const editor = (page: Page) => page.locator('.graphiql-query-editor .view-line');
  const response = (page: Page) => page.locator('.graphiql-response');

  async function showExamples(page: Page): Promise<Locator> {
    const list = page.getByRole('region', { name: 'Examples' });
    if (!(await list.isVisible())) await page.getByRole('button', { name: 'Show Examples' }).click();
    return list;
  }

  async function openExample(page: Page, name: string): Promise<void> {
    const list = await showExamples(page);
    await list.getByRole('button', { name, exact: true }).click();
    await editor(page).getByText(name, { exact: true }).waitFor();
    // The tab takes its name from the operation, which GraphiQL reads some time after the text: before, it would run the last one.
    const operation = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    await page.getByRole('tab', { name: new RegExp(`^${operation}`), selected: true }).waitFor();
  }

  async function run(page: Page): Promise<void> {
    await page.getByRole('button', { name: /execute query/i }).click();
  }

  test('runs a query, logs in as admin, runs a mutation, and asks no other machine', async () => {
    const { page, problems } = shared;
    const before = problems.length;
    await page.getByRole('tab').first().click();
    await editor(page).getByText('totalCount').waitFor();

    await run(page);
    await response(page).getByText('"ilé"').first().waitFor();
    await picture(page, 'playground');

    await logIn(page);
    await page.getByText(`Logged in as ${ADMIN_NAME} for`).waitFor();

    await openExample(page, 'createArticle');
    await run(page);
    await response(page).getByText('"article"').first().waitFor();

    const made = await accounts.graphql(
      '{ articles(filter: {dictionary: "yor_eng_fra_griot"}) { totalCount } }',
    );
    expect(made.data['articles']).toEqual({ totalCount: 65 });
    expect(problems.slice(before)).toEqual([]);
    await page.getByRole('button', { name: 'Log out' }).click();
  });

  test('the reader shows the sample dictionary, on a wide screen and on a telephone in the dark', async () => {
    const { url } = accounts.server;
    const wide = await visit(browser, url, { path: '/?q=ile', viewport: { width: 1000, height: 640 } });
    await wide.page.getByRole('link', { name: 'ilé' }).waitFor();
    await picture(wide.page, 'reader-search');
    const telephone = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
    const dark = await visit(browser, url, { path: '/dictionaries/yor_eng_fra_griot/1', ...telephone });
    await dark.page.getByRole('heading', { name: 'ilé', level: 1 }).waitFor();
    await picture(dark.page, 'reader-article');

    expect([...wide.problems, ...dark.problems]).toEqual([]);
    await Promise.all([wide.close(), dark.close()]);
  });

  const storedIn = (page: Page, storage: 'localStorage' | 'sessionStorage') =>
    page.evaluate<string>(`JSON.stringify({ ...${storage} })`);

  async function logIn(page: Page, password = ADMIN_PASSWORD): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill(ADMIN_NAME);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  test('keeps tabs, session and headers over a reload in the same browser tab', async () => {
    const { page, close } = await open();
    await openExample(page, 'suggest');
    await logIn(page);
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.graphiql-editor-tool:visible .monaco-editor').last().click();
    await page.keyboard.insertText('{"X-Request-Id": "kept-secret"}');
    await eventually(async () => (await storedIn(page, 'sessionStorage')).includes('kept-secret'));

    await page.reload();
    // GraphiQL stores the text and the tabs half a second apart: a reload in between opens the text in one more tab.
    await page
      .getByRole('tab', { name: /^Suggest/ })
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Log out' }).waitFor();
    expect(await page.getByRole('timer').textContent()).toMatch(/^(30:00|29:\d\d)$/);
    const stored = await storedIn(page, 'localStorage');
    expect(stored).toContain('Suggest');
    expect(stored).not.toMatch(/eyJ|kept-secret/);
    await close();
  });

  test('ends an expired session, and reports it', async () => {
    const { page } = shared;
    await logIn(page);
    const timer = page.getByRole('timer');
    await timer.waitFor();

    await page.evaluate(`(() => {
      const session = JSON.parse(sessionStorage.getItem('griot:session'));
      sessionStorage.setItem('griot:session', JSON.stringify({ ...session, expiresAt: Date.now() + 5000 }));
    })()`);
    await page.reload();

    await page.getByRole('alert').getByText('The session has expired').waitFor();
    expect(await storedIn(page, 'sessionStorage')).not.toContain('eyJ');
    await page.getByRole('tab').first().waitFor();
  });

  test('says that a password was wrong, and explains the schema', async () => {
    const { page } = shared;
    await logIn(page, 'a wrong password');

    await page.getByRole('alert').getByText('The name or the password is wrong').waitFor();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await page.getByRole('link', { name: 'headwordsFor', exact: true }).waitFor();
  });

  test('finds examples by text and role, and fills their variables from the server', async () => {
    const { page } = shared;
    const list = await showExamples(page);
    await page.getByLabel('Who may run it').selectOption('anonymous');
    await page.getByLabel('Find an example').fill('article');

    await list.getByRole('button', { name: 'article', exact: true }).waitFor();
    expect(await list.getByRole('button', { name: 'createArticle' }).count()).toBe(0);
    await list.getByRole('button', { name: 'article', exact: true }).click();
    await page.getByRole('tab', { name: /^Article/, selected: true }).waitFor();
    await page.locator('.graphiql-editor-tool .view-line').getByText('"id"').first().waitFor();
    await run(page);
    await response(page).getByText('"headword"').first().waitFor();
    await page.getByLabel('Who may run it').selectOption('');
    await page.getByLabel('Find an example').fill('');
  });

  test('finds no fault in the variables of an example with free JSON', async () => {
    const { page } = shared;
    await openExample(page, 'createArticle');
    const variables = page.locator('.graphiql-editor-tool:visible .monaco-editor').first();
    await variables.locator('.view-line').getByText('"headword"').first().waitFor();
    // A comma too many is a fault, which shows when the editor has looked at all of the text.
    await variables.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(',');
    await variables.locator('.squiggly-error').first().waitFor();
    // The editor draws it anew while it still looks.
    await eventually(async () => (await variables.locator('.squiggly-error').count()) === 1);

    await page.keyboard.press('Backspace');
    await variables.locator('.squiggly-error').first().waitFor({ state: 'detached' });
  });

  test('opens the query of an address, sets marks on and under letters where they belong, and axe finds nothing of ours', async () => {
    const text = '{ search(text: "ilẹ̀") { totalCount } }';
    const opened = await visit(browser, accounts.server.url, {
      path: `/playground?query=${encodeURIComponent(text)}`,
      viewport: { width: 1200, height: 760 },
    });

    await editor(opened.page).getByText('search').waitFor();

    await picture(opened.page, 'playground-marks');
    const widths = await opened.page.evaluate<number[]>(`(() => {
      const context = document.createElement('canvas').getContext('2d');
      context.font = '32px "Fira Code"';
      return ['e', 'ẹ̀', 'ɛ̀', 'ọ́'].map((text) => Math.round(context.measureText(text.normalize('NFC')).width));
    })()`);
    expect(new Set(widths).size).toBe(1);

    await showExamples(opened.page);
    const findings = await axeFindings(opened.page);
    // Tabs that hold a button to close them are GraphiQL's own, and the one finding left.
    expect(findings.filter((finding) => !finding.startsWith('nested-interactive (serious): <li'))).toEqual(
      [],
    );
    await opened.close();
  });
});
