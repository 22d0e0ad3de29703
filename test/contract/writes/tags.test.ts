import { objectIn, startWithAccounts, type AccountServer } from '../../support/accounts';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
});
afterAll(() => server.server.close());

test('the tag of a deleted object is not reused by its successor', async () => {
  const recreate = async (content: string) => {
    await server.rest('POST', '/lexicon/metadata', {
      token: server.admin,
      body: { metadata: { id_dico: 'again_1' } },
    });
    const article = objectIn(
      await server.rest('POST', '/lexicon/articles/again_1', {
        token: server.admin,
        body: { article: content, radical: content },
      }),
      'article',
    );
    const tagOf = async (path: string) =>
      (await server.rest('GET', path, { token: server.admin })).headers.get('etag');
    return {
      article,
      tags: [
        await tagOf(`/lexicon/articles/again_1/${String(article['id_article'])}`),
        await tagOf('/lexicon/metadata/again_1'),
      ],
    };
  };

  const before = await recreate('first');
  await server.graphql(
    'mutation { deleteDictionary(dictionary: "again_1", confirm: "again_1") { dictionary { id } userErrors { code message } } }',
    {},
    server.admin,
  );
  const after = await recreate('second');

  expect(after.article['radical']).toBe('second');
  expect(after.article['id_article']).not.toBe(before.article['id_article']);
  for (const [at, tag] of before.tags.entries()) {
    expect(tag).toMatch(/^"/);
    expect(after.tags[at]).not.toBe(tag);
  }
});
