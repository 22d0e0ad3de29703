import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

const LINES = ['ab', 'bc', 'cd', 'de', 'ef'].map((word, i) => nounLine('qaa_fr_1', i + 1, word));

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder('qaa_fr_1', LINES, { short_name: 'Qaa', review_year: '2020' }),
    dictionaryFolder('qbb_fr_2', []),
  );
});

afterAll(() => server.close());

interface Connection {
  readonly nodes: readonly { readonly number: number }[];
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string;
    readonly endCursor: string;
  };
  readonly totalCount: number;
}

async function articles(args: string): Promise<Connection> {
  const { data, errors } = await graphql(
    server.url,
    `{ articles(filter: {dictionary: "qaa_fr_1"}, ${args}) {
       nodes { number } edges { cursor } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
  );
  expect(errors).toEqual([]);
  return (data as { articles: Connection }).articles;
}

const numbers = ({ nodes }: Connection) => nodes.map(({ number }) => number);

test('cursors walk the list forwards', async () => {
  const first = await articles('first: 2');
  const second = await articles(`first: 2, after: "${first.pageInfo.endCursor}"`);
  const third = await articles(`first: 2, after: "${second.pageInfo.endCursor}"`);

  expect([first, second, third].map(numbers)).toEqual([[1, 2], [3, 4], [5]]);
  expect([first, second, third].map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, true, false]);
  expect([first, second, third].map(({ pageInfo }) => pageInfo.hasPreviousPage)).toEqual([false, true, true]);
  expect(first.totalCount).toBe(5);
});

test('cursors walk the list backwards, items in the order of the list', async () => {
  const last = await articles('last: 2');
  const before = await articles(`last: 2, before: "${last.pageInfo.startCursor}"`);

  expect([last, before].map(numbers)).toEqual([
    [4, 5],
    [2, 3],
  ]);
  expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
});

test('a descending list is walked from its end', async () => {
  const first = await articles('first: 2, sort: DESC');
  const second = await articles(`first: 2, sort: DESC, after: "${first.pageInfo.endCursor}"`);

  expect([first, second].map(numbers)).toEqual([
    [5, 4],
    [3, 2],
  ]);
});

test.each([
  ['first: 101', 'first'],
  ['first: 0', 'first'],
  ['last: -1', 'last'],
  ['first: 1, last: 1', 'cannot be combined'],
  ['page: 0', 'page'],
  ['page: 2, after: "x"', 'page'],
  ['first: 1, after: "nonsense"', 'cursor'],
])('arguments that make no sense are named: %s', async (args, named) => {
  const { data, errors } = await graphql(server.url, `{ articles(${args}) { totalCount } }`);

  expect(data).toBeNull();
  expect(errors[0]?.extensions.code).toBe('INVALID_INPUT');
  expect(errors[0]?.message).toContain(named);
});

test('an article has its free JSON, its typed content and its dictionary', async () => {
  const { data } = await graphql(
    server.url,
    `
      query ($id: ID!) {
        article(dictionary: "qaa_fr_1", number: $id) {
          source
          written(part: CLASS)
          headword
          etag
          dictionary {
            shortName
            number
          }
          content {
            type
            entry {
              headword
              variants {
                radical
              }
            }
            categories {
              number
              content
            }
            translations {
              lang
              number
              content
            }
            warnings
          }
          translations(language: "fr") {
            content
          }
          inAll: translations {
            content
          }
          inNone: translations(language: "no tag of a language") {
            content
          }
          translation(language: "en")
        }
      }
    `,
    { id: '2' },
  );

  const [, line] = LINES;
  expect(data).toEqual({
    article: {
      source: line!.article,
      written: '9/10',
      headword: 'bc',
      etag: expect.any(String) as string,
      dictionary: { shortName: 'Qaa', number: 1 },
      content: {
        type: 'noun',
        entry: { headword: 'bc', variants: [{ radical: 'bco' }] },
        categories: [{ number: 1, content: 'n' }],
        translations: [
          { lang: 'en', number: 1, content: 'thing 2' },
          { lang: 'fr', number: 1, content: 'chose 2' },
        ],
        warnings: [],
      },
      translations: [{ content: 'chose 2' }],
      inAll: [{ content: 'thing 2' }, { content: 'chose 2' }],
      inNone: [],
      translation: 'thing 2',
    },
  });
});

test('dictionaries are listed by identifier and read by identifier or number', async () => {
  const { data } = await graphql(
    server.url,
    `
      {
        dictionaries(first: 1) {
          totalCount
          nodes {
            publicId
            longName
          }
          pageInfo {
            hasNextPage
          }
        }
        byId: dictionary(dictionary: "qbb_fr_2") {
          number
          longName
        }
        byNumber: dictionary(dictionary: "1") {
          publicId
        }
        none: dictionary(dictionary: "none") {
          number
        }
      }
    `,
  );

  expect(data).toEqual({
    dictionaries: {
      totalCount: 2,
      nodes: [{ publicId: 'qaa_fr_1', longName: 'Dictionary qaa_fr_1' }],
      pageInfo: { hasNextPage: true },
    },
    byId: { number: 2, longName: 'Dictionary qbb_fr_2' },
    byNumber: { publicId: 'qaa_fr_1' },
    none: null,
  });
});

test('what does not exist is null, and no error', async () => {
  const { data, errors } = await graphql(
    server.url,
    '{ a: article(dictionary: "qaa_fr_1", number: "99") { number } b: article(dictionary: "none", number: "1") { number } }',
  );

  expect(data).toEqual({ a: null, b: null });
  expect(errors).toEqual([]);
});
