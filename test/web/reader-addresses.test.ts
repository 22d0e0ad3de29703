import { bareLine } from '../support/articles';
import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { call } from '../support/http';

const SMALL = 'ewe_eng_small';
const LARGE = 'ewe_eng_large';

/** More than numbered pages reach: 250 pages of 40 articles. */
const MANY = 10_001;

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  const stem = { ...bareLine(SMALL, 1, 'atí'), radical: ' \u00A0' };
  await server.load(dictionaryFolder(SMALL, [stem, bareLine(SMALL, 2, 'aƒe')]));
  const words = Array.from({ length: MANY }, (_, i) => `${i % 2 === 0 ? 'a' : 'b'}${String(i)}`);
  await server.load(
    dictionaryFolder(
      LARGE,
      words.map((word, i) => bareLine(LARGE, i + 1, word)),
    ),
  );
});

afterAll(() => server.close());

const get = (path: string) => call(server.url + path);

test.each(['/?q=a', '/?a', '/headwords?word=tree', '/headwords?a'])(
  '%s in a dictionary that does not exist is an unknown page',
  async (path) => {
    const { status, text } = await get(`${path}&dictionary=qaa_absent`);

    expect(status).toBe(404);
    expect(text).toContain('This page does not exist');
  },
);

test('a search in a dictionary that exists shows its name as chosen', async () => {
  const { status, text } = await get(`/?q=ati&dictionary=${SMALL}`);

  expect(status).toBe(200);
  expect(text).toMatch(new RegExp(`<option\\s+value="${SMALL}"[^>]*\\sselected`));
  expect(text).toContain('1 article');
});

test('the last numbered page of a long list names the limit, and a later page also leads to the letters', async () => {
  const hint = 'Numbered pages end at 10,000 articles.';
  const last = await get(`/dictionaries/${LARGE}?page=250`);
  const beyond = await get(`/dictionaries/${LARGE}?page=251`);

  expect([last.status, beyond.status]).toEqual([200, 400]);
  expect(last.text).toContain(hint);
  expect(last.text).not.toMatch(/rel="next"|page=251/);
  expect(beyond.text).toContain(hint);
  expect(beyond.text).toContain(`href="/dictionaries/${LARGE}?letter=b"`);
  expect((await get(`/dictionaries/${LARGE}?page=249`)).text).not.toContain(hint);
});

test('a page number behind the end of a list that numbered pages reach is an unknown page', async () => {
  for (const path of [`${SMALL}?page=251`, `${LARGE}?letter=a&page=251`, 'qaa_absent?page=251'])
    expect([path, (await get(`/dictionaries/${path}`)).status]).toEqual([path, 404]);
});

test('a radical of blanks is not shown', async () => {
  const { status, text } = await get(`/dictionaries/${SMALL}/1`);

  expect(status).toBe(200);
  expect(text).not.toContain('Radical');
});

describe('a browser that asks for an address which cannot be read', () => {
  const asBrowser = (path: string) =>
    call(server.url + path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });

  test.each(['/%', '/?q=caf%E9', '/dictionaries/%E9', '/desk/%C3', '/no/such/%ff'])(
    'gets a page that says so: %s',
    async (path) => {
      const { status, headers, text } = await asBrowser(path);

      expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect(text).toContain('<h1>This address is not valid</h1>');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  test.each(['/lexicon/articles/%', '/chatbot/%', '/import/%', '/export/%', '/graphql?query=%', '/media/%'])(
    'gets JSON from a path for programs: %s',
    async (path) => {
      const { status, headers, text } = await asBrowser(path);

      expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
      expect(text).toContain('The percent-encoding of the URL is malformed');
    },
  );

  test('gets JSON if it asks for it', async () => {
    const { status, text } = await call(`${server.url}/%`, { headers: { accept: 'application/json' } });

    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([400, 'INVALID_INPUT']);
  });
});
