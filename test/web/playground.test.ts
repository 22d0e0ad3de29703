import { join } from 'node:path';
import { buildSchema, parse, validate, type GraphQLSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_NAME, ADMIN_PASSWORD, startWithAccounts, type AccountServer } from '../support/accounts';
import { describeInBrowser, openBrowser, picture, seriousFindings, visit } from '../support/browser';
import { startGateway } from '../support/gateway';
import { call } from '../support/http';

const PROJECT = join(__dirname, '..', '..');
const SAMPLE = join(PROJECT, 'samples', 'yor_eng_fra_griot');

interface Example {
  readonly kind: string;
  readonly name: string;
  readonly query: string;
  readonly variables: string;
}

let accounts: AccountServer;
let examples: readonly Example[];

beforeAll(async () => {
  accounts = await startWithAccounts();
  await accounts.server.load(SAMPLE);
  const { text } = await call(`${accounts.server.url}/playground/examples.json`);
  examples = JSON.parse(text) as readonly Example[];
});

afterAll(() => accounts.server.close());

function schema(): GraphQLSchema {
  return buildSchema(readFileSync(join(PROJECT, 'schema', 'schema.graphql'), 'utf8'));
}

test('there is a valid example for every field of Query and Mutation', () => {
  const published = schema();
  const roots = [published.getQueryType(), published.getMutationType()];
  const names = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}));

  expect(examples.map(({ name }) => name).sort()).toEqual(names.sort());
  for (const { name, query } of examples)
    expect([name, validate(published, parse(query))]).toEqual([name, []]);
});

/** What a caller who has no application of its own is told, beside the refusal of one who has no token. */
const EXPECTED = ['UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_INPUT', 'NOT_FOUND'];

test('an example that reads runs, or is refused to one who may not read it', async () => {
  const refused: string[] = [];

  for (const { kind, name, query, variables } of examples) {
    if (kind !== 'query') continue;
    const given = (variables === '' ? {} : JSON.parse(variables)) as object;
    const anyone = await accounts.graphql(query, given);
    const admin = await accounts.graphql(query, given, accounts.admin);
    if (anyone.errors.length > 0) refused.push(name);
    const unexpected = [...anyone.errors, ...admin.errors].filter(
      ({ extensions }) => !EXPECTED.includes(String(extensions['code'])),
    );
    expect([name, unexpected]).toEqual([name, []]);
  }

  for (const name of ['article', 'articles', 'search', 'dictionaries', 'suggest', 'node', 'headwordsFor'])
    expect(refused).not.toContain(name);
});

test('where it is switched off there is neither the page nor a way to it', async () => {
  const server = await startGateway({ PLAYGROUND: 'off' });

  const page = await call(`${server.url}/playground`);
  const reader = await call(server.url);
  await server.close();

  expect(page.status).toBe(404);
  expect(reader.text).not.toContain('href="/playground"');
  expect((await call(accounts.server.url)).text).toContain('href="/playground"');
});

test('only scripts of this server may run', async () => {
  const { headers } = await call(`${accounts.server.url}/playground`);
  const policy = headers.get('content-security-policy') ?? '';

  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/script-src|unsafe-eval|https?:/);
});

describeInBrowser('the playground in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
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
  const answer = (page: Page) => page.locator('.graphiql-response');

  async function openExample(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Show Examples' }).click();
    await page.getByRole('region', { name: 'Examples' }).getByRole('button', { name, exact: true }).click();
    await editor(page).getByText(name, { exact: true }).waitFor();
    // The tab takes its name from the operation, which GraphiQL reads some time after the text: before, it would run the last one.
    const operation = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    await page.getByRole('tab', { name: new RegExp(`^${operation}`), selected: true }).waitFor();
  }

  async function run(page: Page): Promise<void> {
    await page.getByRole('button', { name: /execute query/i }).click();
  }

  test('runs a query, logs in as admin, runs a mutation, and asks no other machine', async () => {
    const { page, complaints, close } = await open();

    await run(page);
    await answer(page).getByText('"ilé"').first().waitFor();
    await picture(page, 'playground');

    await page.getByLabel('Name', { exact: true }).fill(ADMIN_NAME);
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText(`Logged in as ${ADMIN_NAME} for 30 minutes`).waitFor();

    await openExample(page, 'createArticle');
    await run(page);
    await answer(page).getByText('"createArticle"').waitFor();

    const made = await accounts.graphql(
      '{ articles(filter: {dictionary: "yor_eng_fra_griot"}) { totalCount } }',
    );
    expect(made.data['articles']).toEqual({ totalCount: 65 });
    expect(complaints).toEqual([]);
    await close();
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

    expect([...wide.complaints, ...dark.complaints]).toEqual([]);
    await Promise.all([wide.close(), dark.close()]);
  });

  test('keeps the tabs, but no token, over a reload', async () => {
    const { page, close } = await open();
    await openExample(page, 'suggest');
    await page.getByLabel('Name', { exact: true }).fill(ADMIN_NAME);
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();

    await page.reload();
    // GraphiQL stores the text and the tabs half a second apart: a reload in between opens the text in one more tab.
    await page
      .getByRole('tab', { name: /^Suggest/ })
      .first()
      .waitFor();

    expect(await page.getByRole('button', { name: 'Log in' }).count()).toBe(1);
    const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(stored).not.toContain('eyJ');
    await close();
  });

  test('says why a login was refused, and explains the schema', async () => {
    const { page, close } = await open();
    await page.getByLabel('Name', { exact: true }).fill(ADMIN_NAME);
    await page.getByLabel('Password').fill('a wrong password');
    await page.getByRole('button', { name: 'Log in' }).click();

    await page.getByRole('alert').getByText('Forbidden').waitFor();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await page.getByRole('link', { name: 'headwordsFor', exact: true }).waitFor();
    await close();
  });

  // Tabs that hold a button to close them are GraphiQL's own, and the one finding left.
  test('has no serious finding of axe but one of GraphiQL', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: 'Show Examples' }).click();
    await page.getByRole('region', { name: 'Examples' }).waitFor();

    const findings = await seriousFindings(page);
    expect(findings.filter((finding) => !finding.startsWith('nested-interactive: <li'))).toEqual([]);
    await close();
  });
});
