import { clientOf } from '../support/accounts';
import type { TestDatabase } from '../support/database';
import { databaseWithSample } from '../support/prepared-database';
import { type ServerProcess, startServer } from '../support/server-process';

const ARTICLES = 250;
const ENV = { RATE_LIMITS: 'off', ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: 'a long password' };

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await databaseWithSample();
  server = await startServer({ ...database.env, ...ENV });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const total = async (path: string) => {
  const { headers } = await clientOf(server.url).rest('GET', `${path}?limit=1`);
  return Number(headers.get('x-total-count') ?? 0);
};

test('a gateway that is killed while it deletes a dictionary leaves all of it or nothing', async () => {
  const others = await total('/lexicon/articles');
  const outcomes = [];
  for (const delay of [10, 80]) {
    const { rest, graphql, logIn } = clientOf(server.url);
    const token = await logIn('keeper', 'a long password');
    await rest('POST', '/lexicon/metadata', { token, body: { metadata: { id_dico: 'kept_or_gone' } } });
    const items = Array.from({ length: ARTICLES }, (_, n) => ({
      publicId: `a${String(n)}`,
      source: { entry: { headword: `w${String(n)}` } },
    }));
    await graphql(
      'mutation ($i: [UpsertArticleInput!]!) { upsertArticles(dictionary: "kept_or_gone", items: $i) { results { index } userErrors { code message } } }',
      { i: items },
      token,
    );

    const deleting = graphql(
      'mutation { deleteDictionary(dictionary: "kept_or_gone", confirm: "kept_or_gone") { dictionary { number } userErrors { code message } } }',
      {},
      token,
    ).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, delay));
    await server.stop('SIGKILL');
    await deleting;
    server = await startServer({ ...database.env, ...ENV });

    const remaining = await total('/lexicon/articles/kept_or_gone');
    expect([0, ARTICLES]).toContain(remaining);
    expect(await total('/lexicon/articles')).toBe(others + remaining);
    outcomes.push(remaining);
  }
  expect(outcomes).toHaveLength(2);
});
