import { objectIn, startWithAccounts, type AccountServer } from '../../support/accounts';

const DICTIONARY = 'ewe_fr_2021';
const WRITERS = 8;

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
  const body = { metadata: { id_dico: DICTIONARY } };
  await server.rest('POST', '/lexicon/metadata', { token: server.admin, body });
});
afterAll(() => server.server.close());

const create = () =>
  server.rest('POST', `/lexicon/articles/${DICTIONARY}`, {
    token: server.admin,
    body: { article: { entry: { headword: 'xɔ' } } },
  });

test('concurrent writes without a revision all succeed', async () => {
  const path = `/lexicon/articles/${DICTIONARY}/${String(objectIn(await create(), 'article')['id_article'])}`;

  const answers = await Promise.all(
    Array.from({ length: WRITERS }, (_, n) =>
      server.rest('PUT', path, { token: server.admin, body: { article: { entry: { headword: `x${n}` } } } }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect((await server.rest('GET', path)).headers.get('etag')).toMatch(new RegExp(`^"${1 + WRITERS}\\.`));
});

test('a new article whose number another has by now gets the next one', async () => {
  const { storage } = server.server.gateway;
  const number = Number(objectIn(await create(), 'article')['id_article']);
  const [before] = await storage.articles.findMany(DICTIONARY, { numbers: [number] });
  await storage.articles.store(DICTIONARY, [
    { after: { ...before!, number: number + 1, publicId: 'imported', revision: 1 } },
  ]);

  const made = objectIn(await create(), 'article');

  expect(made['id_article']).toBe(number + 2);
  const read = await server.rest('GET', `/lexicon/articles/${DICTIONARY}/${String(made['public_id'])}`);
  expect(read.status).toBe(200);
});

test('each mutation of a request returns the state after it', async () => {
  const named = 'dictionary { longName statistics { articles } }';
  const add = `createArticle(dictionary: "qaa_fresh", input: { source: { entry: { headword: "a" } } }) { article { ${named} } userErrors { code message } }`;
  const body = { metadata: { id_dico: 'qaa_fresh', long_name: 'one' } };
  await server.rest('POST', '/lexicon/metadata', { token: server.admin, body });

  const { data, errors } = await server.graphql(
    `mutation {
      first: ${add}
      named: updateDictionary(dictionary: "qaa_fresh", input: { longName: "two" }) { dictionary { longName statistics { articles } } userErrors { code message } }
      second: ${add}
    }`,
    {},
    server.admin,
  );

  expect(errors).toEqual([]);
  expect(data).toEqual({
    first: { dictionary: { longName: 'one', statistics: { articles: 1 } } },
    named: { longName: 'two', statistics: { articles: 1 } },
    second: { dictionary: { longName: 'two', statistics: { articles: 2 } } },
  });
});

test('an article is not stored with search keys of a profile that has changed meanwhile', async () => {
  const { storage } = server.server.gateway;
  const number = Number(objectIn(await create(), 'article')['id_article']);
  const [before] = await storage.articles.findMany(DICTIONARY, { numbers: [number] });
  const change = `mutation { updateDictionary(dictionary: "${DICTIONARY}", input: { searchProfile: { distinct: "ɖ" } }) { dictionary { revision } userErrors { code message } } }`;
  expect((await server.graphql(change, {}, server.admin)).errors).toEqual([]);

  const after = { ...before!, text: 'by the old profile', revision: before!.revision + 1 };

  expect(await storage.articles.store(DICTIONARY, [{ before, after }])).toEqual([]);
});
