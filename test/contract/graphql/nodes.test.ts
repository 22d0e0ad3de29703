import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

const LINES = ['ab', 'bc', 'cd'].map((word, i) => nounLine('ŋaa_fr_1', i + 1, word));

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(dictionaryFolder('ŋaa_fr_1', LINES, { short_name: 'Qaa' }));
});

afterAll(() => server.close());

const FIELDS = `__typename id ... on Article { number headword dictionary { shortName } } ... on Dictionary { shortName }`;

/** An identifier in the form in which this server gives them. */
const idOf = (...names: unknown[]) => Buffer.from(JSON.stringify(names), 'utf8').toString('base64url');

test('every object is read again by its id', async () => {
  const { data } = await graphql(
    server.url,
    `
      {
        article(dictionary: "1", number: "2") {
          id
        }
        dictionary(dictionary: "1") {
          id
        }
      }
    `,
  );
  const ids = Object.values(data as Record<string, { id: string }>).map(({ id }) => id);

  const reread = await graphql(server.url, `query ($ids: [ID!]!) { nodes(ids: $ids) { ${FIELDS} } }`, {
    ids,
  });

  expect(reread.errors).toEqual([]);
  expect(reread.data).toEqual({
    nodes: [
      { __typename: 'Article', id: ids[0], number: 2, headword: 'bc', dictionary: { shortName: 'Qaa' } },
      { __typename: 'Dictionary', id: ids[1], shortName: 'Qaa' },
    ],
  });
});

test.each([
  ['an article', ['Article', 'ŋaa_fr_1', 99]],
  ['the article of a dictionary', ['Article', 'none', 1]],
  ['a dictionary', ['Dictionary', 'none']],
])('%s that does not exist is null', async (_, names) => {
  const { data, errors } = await graphql(
    server.url,
    `
      query ($id: ID!) {
        node(id: $id) {
          id
        }
      }
    `,
    {
      id: idOf(...names),
    },
  );

  expect(data).toEqual({ node: null });
  expect(errors).toEqual([]);
});

test.each([
  ['no base64', '???'],
  ['empty', ''],
  ['no JSON', Buffer.from('[1').toString('base64url')],
  ['of no type', idOf('Fruit', 'ŋaa_fr_1')],
  ['of the wrong names', idOf('Article', 'ŋaa_fr_1', '2')],
  ['of too many names', idOf('Article', 'ŋaa_fr_1', 2, 3)],
  ['of a number below 1', idOf('Article', 'ŋaa_fr_1', 0)],
  ['written in another way', `${idOf('Dictionary', 'ŋaa_fr_1')}=`],
])('an id that is %s is INVALID_INPUT', async (_, id) => {
  const { data, errors } = await graphql(
    server.url,
    `
      query ($id: ID!) {
        node(id: $id) {
          id
        }
      }
    `,
    { id },
  );

  expect(data).toEqual({ node: null });
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['INVALID_INPUT']);
});

test('several ids are resolved independently', async () => {
  const ids = [idOf('Article', 'ŋaa_fr_1', 3), 'malformed', idOf('Article', 'ŋaa_fr_1', 9)];

  const { data, errors } = await graphql(
    server.url,
    `
      query ($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Article {
            number
          }
        }
      }
    `,
    { ids },
  );

  expect(data).toEqual({ nodes: [{ number: 3 }, null, null] });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({ path: ['nodes', 1], extensions: { code: 'INVALID_INPUT' } });
});

test('at most 100 ids are accepted in one request', async () => {
  const ids = Array.from({ length: 101 }, () => idOf('Article', 'ŋaa_fr_1', 3));

  const { data, errors } = await graphql(
    server.url,
    `
      query ($ids: [ID!]!) {
        nodes(ids: $ids) {
          id
        }
      }
    `,
    {
      ids,
    },
  );

  expect(data).toBeNull();
  expect(errors[0]?.extensions.code).toBe('INVALID_INPUT');
});
