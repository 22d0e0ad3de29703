import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { call } from '../../support/http';
import { hide } from '../../support/hide';

/** Articles that are shown; one more is hidden. */
const COUNT = 1203;
const HIDDEN = COUNT + 1;
const DICTIONARY = 'qaa_fr_1';
let server: TestGateway;

beforeAll(async () => {
  server = await startGateway({ RATE_LIMITS: 'off' });
  const lines = Array.from({ length: COUNT + 1 }, (_, at) =>
    bareLine(DICTIONARY, at + 1, `w${String(at % 700)}`),
  );
  await server.load(dictionaryFolder(DICTIONARY, lines));
  await hide(server.gateway, DICTIONARY, [HIDDEN]);
});
afterAll(() => server.close());

const get = (query: string, headers: Record<string, string> = {}) =>
  call(`${server.url}/lexicon/articles${query}`, { headers });

test.each(['gzip', 'br', 'identity'])(
  'a whole dictionary is sent in one response to a client that accepts %s',
  async (accepted) => {
    const { status, headers, body } = await get(`/${DICTIONARY}?entries&limit=15000`, {
      'accept-encoding': accepted,
    });
    const pages = [];
    for (const page of [1, 2])
      pages.push(
        ...((await get(`/${DICTIONARY}?entries&limit=1000&page=${String(page)}`)).body[
          'entries'
        ] as object[]),
      );

    expect(status).toBe(200);
    expect(headers.get('x-total-count')).toBe(String(COUNT));
    expect(headers.get('content-encoding')).toBe(accepted === 'identity' ? null : accepted);
    expect(headers.get('cache-control')).toMatch(/^public/);
    expect(body).toEqual({ entries: pages });
    expect(pages).toHaveLength(COUNT);
  },
);

test('sorted the other way round, of all dictionaries, from the second page on', async () => {
  const { body } = await get('?limit=1100&page=2&sort=desc');
  const { body: allArticles } = await get('?limit=15000&sort=desc');

  const [articles, all] = [body['articles'], allArticles['articles']] as { article_page: number }[][];
  expect(articles).toEqual(all?.slice(1100).map((article) => ({ ...article, article_page: 2 })));
  expect(articles).toHaveLength(COUNT - 1100);
});

test('hidden articles are not included', async () => {
  const { body } = await get(`/${DICTIONARY}?limit=50000`);

  const numbers = (body['articles'] as { id_article: number }[]).map(({ id_article: number }) => number);
  expect(numbers).toHaveLength(COUNT);
  expect(numbers).not.toContain(HIDDEN);
});
