import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser, overflow, axeFindings, visit } from '../support/browser';
import { startGateway, type TestGateway } from '../support/gateway';
import { call } from '../support/http';
import { openApi } from '../support/openapi';

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
});

afterAll(() => server.close());

test('the page has a place for every route, by its id in the interface description', async () => {
  const { status, text, headers } = await call(`${server.url}/docs`);
  const ids = Object.values(openApi().paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation['x-routes'].map(({ id }) => id)),
  );

  expect(status).toBe(200);
  expect(headers.get('content-language')).toBe('en');
  for (const id of ids) expect(text).toContain(`id="${id}"`);
  for (const path of Object.keys(openApi().paths)) expect(text).toContain(`<code>${path}</code>`);
  expect(text).not.toContain('<code></code>');
  expect(text).not.toMatch(/<style|style="|<script(?![^>]* src=)| on\w+=/);
});

test('the description itself is served to programs', async () => {
  const { status, body } = await call(`${server.url}/docs/openapi.json`);

  expect(status).toBe(200);
  expect(body).toEqual(openApi());
});

describeInBrowser('the API documentation in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser.close());

  test.each([true, false])('shows B22 with its example; with script: %s', async (javaScriptEnabled) => {
    const { page, problems, close } = await visit(browser, server.url, {
      path: '/docs',
      javaScriptEnabled,
    });

    await page.getByRole('navigation', { name: 'Routes' }).getByRole('link', { name: 'B22' }).click();
    const route = page.locator('#B22');

    expect(new URL(page.url()).hash).toBe('#B22');
    expect(await route.getByLabel('Request of B22').textContent()).toMatch(
      /^GET \/lexicon\/articles\/\w+\?entries/,
    );
    const example = JSON.parse((await route.getByLabel('Example of B22').textContent()) ?? '') as object;
    expect(example).toEqual({
      entries: [
        {
          entry: expect.objectContaining({ headword: expect.any(String) as string }) as object,
          id_article: expect.any(Number) as number,
          id_dico: expect.any(String) as string,
        },
      ],
    });
    expect(await route.textContent()).toContain('206 Article entries not found');
    expect(problems).toEqual([]);
    await close();
  });

  test('has no finding of axe, and fits 320 pixels', async () => {
    const viewport = { width: 320, height: 640 };
    const options = { path: '/docs', colorScheme: 'dark', viewport } as const;
    const { page, close } = await visit(browser, server.url, options);

    // Every other route is made by the same functions.
    const parts = [
      'body > header',
      'body > footer',
      '.contents',
      '#A1',
      '#B1',
      '#B22',
      '#B37',
      '#export-dictionary',
    ];
    expect(await axeFindings(page, parts)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await close();
  });
});
