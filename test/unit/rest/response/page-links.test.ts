import { article } from '../support/dictionary-schema';
import { serve, type Server } from '../support/server';

const many = Array.from({ length: 25 }, (_, index) => article({ number: index + 1 }));

let server: Server;
beforeAll(async () => {
  server = await serve(many);
});
afterAll(() => server.close());

const numbersOf = (body: Record<string, unknown>) =>
  (body['articles'] as { id_article: number }[]).map(({ id_article }) => id_article);

test.each(['', '?limit', '?limit=&page=&sort=', '?page=1&sort=asc'])(
  'the first ten in ascending order are the default (%s)',
  async (query) => {
    const response = await server.get(`/lexicon/articles/wol_fra${query}`);

    expect(numbersOf(response.body)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(response.headers.get('x-total-count')).toBe('25');
    expect(response.headers.get('x-limit-applied')).toBeNull();
  },
);

test.each(['sort=DESC', 'sort=desc', 'sort=Desc', 'sort=%20desc%20'])(
  '?%s turns the order round',
  async (sort) => {
    const response = await server.get(`/lexicon/articles/wol_fra?limit=2&${sort}`);

    expect(numbersOf(response.body)).toEqual([25, 24]);
  },
);

test.each(['page=3', 'page_number=3', 'page=&page_number=3'])('?%s is the third page', async (page) => {
  const response = await server.get(`/lexicon/articles/wol_fra?limit=2&${page}`);

  expect(numbersOf(response.body)).toEqual([5, 6]);
  expect((response.body['articles'] as { article_page: number }[])[0]!.article_page).toBe(3);
});

test.each(['50001', '99999999999999999999'])(
  'limit=%s is reduced to 50,000, and a header reports this',
  async (limit) => {
    const response = await server.get(`/lexicon/articles/wol_fra?limit=${limit}`);

    expect(response.status).toBe(200);
    expect(numbersOf(response.body)).toHaveLength(25);
    expect(response.headers.get('x-limit-applied')).toBe('50000');
  },
);

test.each(['15000', '1001'])('caps limit=%s at the maximum', async (limit) => {
  const response = await server.get(`/lexicon/articles/wol_fra?limit=${limit}`);

  expect(numbersOf(response.body)).toHaveLength(25);
  expect(response.headers.get('x-limit-applied')).toBeNull();
});

test('the limit of a search is reduced to 1000, and a header reports this', async () => {
  const response = await server.get('/lexicon/articles/wol_fra?search=word 1&limit=15000');

  expect(response.headers.get('x-limit-applied')).toBe('1000');
  expect(server.calls.at(-1)).toMatchObject({ first: 1000, page: 1 });
});

test('caps limit=1000 at the maximum', async () => {
  const response = await server.get('/lexicon/articles/wol_fra?limit=1000');

  expect(response.headers.get('x-limit-applied')).toBeNull();
});

test.each(['page=4', 'page=99999999999999999999'])('?%s is past the end: 206', async (page) => {
  const response = await server.get(`/lexicon/articles/wol_fra?${page}`);

  expect(response.status).toBe(206);
  expect(response.body['articles']).toEqual([]);
  expect(response.headers.get('x-total-count')).toBe('25');
});

test.each([
  ['limit=abc', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=0', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=1e3', 'limit'],
  ['limit=0x10', 'limit'],
  ['page=0', 'page'],
  ['page=-2', 'page'],
  ['page=x', 'page'],
  ['page_number=x', 'page'],
  ['sort=sideways', 'sort'],
  ['sort=1', 'sort'],
  ['trads&sort=up', 'sort'],
])('?%s is 400 that names %s, and nothing runs', async (query, name) => {
  const before = server.calls.length;

  for (const path of ['/lexicon/articles', '/lexicon/dictionaries/articles/wol_fra']) {
    const response = await server.get(`${path}?${query}`);

    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      message: expect.stringMatching(new RegExp(`^${name} must be`)) as string,
      status: 400,
      uri: `${path}?${query}`,
      code: 'INVALID_INPUT',
      request_id: 'request-1',
    });
  }
  expect(server.calls).toHaveLength(before);
});

describe('Link', () => {
  const linkOf = async (uri: string) => (await server.get(uri)).headers.get('link');

  test('the first page leads to the first, next and last, by the path and query of the client', async () => {
    expect(await linkOf('/lexicon/dictionaries/articles/wol_fra?limit=10&html&sort=ASC')).toBe(
      [
        '</lexicon/dictionaries/articles/wol_fra?limit=10&html&sort=ASC&page=1>; rel="first"',
        '</lexicon/dictionaries/articles/wol_fra?limit=10&html&sort=ASC&page=2>; rel="next"',
        '</lexicon/dictionaries/articles/wol_fra?limit=10&html&sort=ASC&page=3>; rel="last"',
      ].join(', '),
    );
  });

  test('a page in the middle leads both ways, whichever way its number was spelled', async () => {
    expect(await linkOf('/lexicon/articles?page_number=2')).toBe(
      [
        '</lexicon/articles?page=1>; rel="first"',
        '</lexicon/articles?page=1>; rel="prev"',
        '</lexicon/articles?page=3>; rel="next"',
        '</lexicon/articles?page=3>; rel="last"',
      ].join(', '),
    );
  });

  test('the last page has no next', async () => {
    expect(await linkOf('/lexicon/articles?page=3')).not.toContain('rel="next"');
  });

  test('a last page that is full has no next either', async () => {
    const link = await linkOf('/lexicon/articles?limit=5&page=5');

    expect(link).toContain('page=5>; rel="last"');
    expect(link).not.toContain('rel="next"');
  });

  test('past the end, prev leads back to the last page', async () => {
    expect(await linkOf('/lexicon/articles?page=77')).toContain('</lexicon/articles?page=3>; rel="prev"');
  });

  test('repeats the query of the client, without empty parameters', async () => {
    expect(await linkOf('/lexicon/articles?&x=a?b&&page&page_number=3&y')).toContain(
      '</lexicon/articles?x=a?b&y&page=1>; rel="first"',
    );
  });

  test('gives an empty list one page', async () => {
    expect(await linkOf('/lexicon/articles/none')).toBe(
      '</lexicon/articles/none?page=1>; rel="first", </lexicon/articles/none?page=1>; rel="last"',
    );
  });

  test('returns the whole list over the pages of `next`', async () => {
    const seen: number[] = [];
    let uri: string | undefined = '/lexicon/articles/wol_fra?limit=4';
    while (uri !== undefined) {
      const response = await server.get(uri);
      seen.push(...numbersOf(response.body));
      uri = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }

    expect(seen).toEqual(many.map(({ number }) => number));
  });

  test('a list that was not counted to the end has no total and no last page', async () => {
    const uncounted = await serve(many, { countsAll: false });

    const response = await uncounted.get('/lexicon/articles?page=2');
    const end = await uncounted.get('/lexicon/articles?page=3');
    await uncounted.close();

    expect(response.headers.get('x-total-count')).toBeNull();
    expect(response.headers.get('link')).toBe(
      [
        '</lexicon/articles?page=1>; rel="first"',
        '</lexicon/articles?page=1>; rel="prev"',
        '</lexicon/articles?page=3>; rel="next"',
      ].join(', '),
    );
    expect(end.headers.get('link')).not.toContain('rel="next"');
  });
});

test('a query that is too long for the headers of a response has no links', async () => {
  const response = await server.get(`/lexicon/articles?limit=1&x=${'a'.repeat(1600)}`);

  expect(response.status).toBe(200);
  expect(response.headers.get('link')).toBeNull();
  expect(response.headers.get('x-total-count')).toBe('25');
});
