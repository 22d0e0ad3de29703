import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { BROWSER_PATIENCE_MS, describeInBrowser, openBrowser, axeFindings } from '../support/browser';
import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { DICTIONARY, LINES, METADATA } from './reader-dictionary';

const SAMPLE = resolve(__dirname, '../../samples/yor_eng_fra_griot');
const SHARED = resolve(__dirname, '../../../shared');
const DEVELOPMENT = join(SHARED, 'relevance/dev.jsonl');

/** EDITIONS=all compares all of these dictionaries, which takes minutes to import. */
const EVERY = process.env['EDITIONS'] === 'all';
const USUAL = 'sag_eng_weston';

/** Queries of all kinds for the dictionary that comes with the project. */
const QUERIES = [
  ...[
    'ilé',
    'ile',
    'ILE',
    'house',
    'maison',
    'maisons',
    'omo',
    'ọmọ',
    '"ọmọ"',
    'child',
    'childs',
    'owo',
    'ow',
  ],
  ...[
    'a',
    'e',
    'ba',
    'to go',
    'aller',
    'water',
    'wter',
    'omi',
    'omii',
    'iwe',
    'book of',
    'zzzz',
    'eniyan',
    'ẹ',
  ],
];

/** A name that would end the element of the metadata. */
const NAME = '</script><img src=x>';

interface Asked {
  readonly dictionary: string;
  readonly queries: readonly string[];
}

function developmentQueries(): readonly Asked[] {
  if (!existsSync(DEVELOPMENT)) return [];
  const lines = readFileSync(DEVELOPMENT, 'utf8').trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as { id_dico?: string; query: string });
  const ids = [...new Set(rows.flatMap(({ id_dico }) => id_dico ?? []))].filter(
    (id) => existsSync(join(SHARED, 'data', id)) && (EVERY || id === USUAL),
  );
  return ids.map((dictionary) => ({
    dictionary,
    queries: rows.filter(({ id_dico }) => id_dico === dictionary).map(({ query }) => query),
  }));
}

const ASKED: readonly Asked[] = [
  { dictionary: 'yor_eng_fra_griot', queries: QUERIES },
  ...developmentQueries(),
];

describeInBrowser('a dictionary in one file', () => {
  let server: TestGateway;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startGateway(), openBrowser()]);
    await server.load(SAMPLE, ...ASKED.slice(1).map(({ dictionary }) => join(SHARED, 'data', dictionary)));
  });

  afterAll(() => Promise.all([browser.close(), server.close()]));

  test.each(ASKED)(
    'of $dictionary finds the same first 20 as the server, opened as a file without network',
    async ({ dictionary, queries }) => {
      const { page, size, close } = await opened(dictionary);
      const onDevice = await page.evaluate<readonly (readonly [number, string])[][]>(
        `(async () => {
          const all = [];
          for (const query of ${JSON.stringify(queries)}) {
            const { search } = await griot.search(query, 20);
            all.push(search.nodes.map(({ article, match }) => [article.number, match.tier]));
          }
          return all;
        })()`,
      );
      const onServer = await inPieces(queries, (query) => first20(dictionary, query));
      const different = queries.filter((_, i) => JSON.stringify(onDevice[i]) !== JSON.stringify(onServer[i]));
      await close();

      expect(different).toEqual([]);
      expect(Math.max(...onServer.map((hits) => hits.length))).toBeGreaterThan(9);
      expect(size).toBeLessThan(1_000_000);
    },
    240_000,
  );

  test('has pages for articles and letters, and no finding of axe', async () => {
    const { page, problems, close } = await opened('yor_eng_fra_griot');

    await page.getByLabel('Word to look up').fill('ile');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const findings = await axeFindings(page);
    await page.locator('.lines a.headword').first().click();
    await page.getByRole('heading', { level: 1, name: /^[iI]l/ }).waitFor();
    await page.goBack();
    await page.getByRole('status').getByText('article').waitFor();
    await page.getByLabel('Word to look up').fill('50%25 ɛ');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('50%25 ɛ').waitFor();

    expect([findings, problems]).toEqual([[], []]);
    await close();
  });

  test('shows markup of a dictionary as text, in its name and in its articles', async () => {
    await server.load(dictionaryFolder(DICTIONARY, LINES, { ...METADATA, long_name: NAME }));
    const { page, problems, close } = await opened(DICTIONARY);

    await page.goto(`${page.url()}#/dictionaries/${DICTIONARY}/2`);
    await page.getByRole('heading', { level: 1 }).getByText('<script>alert("1")</script>').waitFor();

    expect(await page.locator('.brand').textContent()).toBe(NAME);
    expect([await page.locator('img').count(), problems]).toEqual([0, []]);
    await close();
  });

  /** Saves the export and opens it, with everything refused that is not in it. */
  async function opened(dictionary: string) {
    const response = await fetch(`${server.url}/export/dictionaries/${dictionary}.html`);
    const text = await response.text();
    const file = join(mkdtempSync(join(tmpdir(), 'griot-edition-')), 'dictionary.html');
    writeFileSync(file, text);
    const context = await browser.newContext({ offline: true, locale: 'en-GB' });
    context.setDefaultTimeout(BROWSER_PATIENCE_MS);
    const page: Page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(pathToFileURL(file).href);
    await page.getByLabel('Word to look up').waitFor();
    return { page, problems, size: text.length, close: () => context.close() };
  }

  async function first20(dictionary: string, text: string): Promise<readonly (readonly [number, string])[]> {
    const query = `query ($text: String!, $dictionary: ID) {
      search(text: $text, filter: { dictionary: $dictionary }, first: 20) { nodes { match { tier } article { number } } }
    }`;
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { text, dictionary } }),
    });
    const { data } = (await response.json()) as {
      data: { search: { nodes: readonly { match: { tier: string }; article: { number: number } }[] } };
    };
    return data.search.nodes.map(({ match, article }) => [article.number, match.tier] as const);
  }
});

/** A few at a time, as people ask. */
async function inPieces<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let i = 0; i < items.length; i += 4)
    results.push(...(await Promise.all(items.slice(i, i + 4).map(ask))));
  return results;
}
