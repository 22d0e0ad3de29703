import { type AccountServer, clientOf, startWithAccounts } from '../../support/accounts';
import { startGateway, type TestGateway } from '../../support/gateway';

const PASSWORD = 'a password of the intruder';
const DICTIONARY = 'qaa_fr_1';
const DISABLE =
  'mutation ($id: ID!) { updateUser(user: $id, input: { isDisabled: true }) { user { isDisabled } userErrors { code message } } }';

let server: AccountServer;
/** Another process on the same database, as far as transactions are concerned. */
let other: TestGateway;

beforeAll(async () => {
  server = await startWithAccounts();
  other = await startGateway({ RATE_LIMITS: 'off', ...server.server.env });
  const body = { metadata: { id_dico: DICTIONARY } };
  await server.rest('POST', '/lexicon/metadata', { token: server.admin, body });
});
afterAll(async () => {
  await other.close();
  await server.server.close();
});

/** An admin of this name, logged in. */
async function intruder(username: string): Promise<string> {
  const user = { username, password: PASSWORD, role: 'admin' };
  await server.rest('POST', '/lexicon/users', { token: server.admin, body: { user } });
  return server.logIn(username, PASSWORD);
}

async function count(query: string, list: string): Promise<number> {
  const { data } = await server.graphql(query, {}, server.admin);
  return (data[list] as { readonly totalCount: number }).totalCount;
}

const usersNow = () => count('{ users(first: 1) { totalCount } }', 'users');
const articlesNow = () =>
  count(`{ articles(filter: { dictionary: "${DICTIONARY}" }, first: 1) { totalCount } }`, 'articles');

const codesOf = ({ errors }: { errors: readonly { extensions: Readonly<Record<string, unknown>> }[] }) =>
  errors.map(({ extensions }) => extensions['code']);

/** So often an admin is disabled, where what it had asked for was done by then. */
const ATTEMPTS = 5;

/** Resolves once there is more of something than before. */
async function untilMoreThan(before: number, now: () => Promise<number>): Promise<void> {
  while ((await now()) <= before) await new Promise((resolve) => setImmediate(resolve));
}

describe.each([
  ['the same process', () => server],
  ['another process', () => clientOf(other.url)],
])('an admin whom %s disables', (where, disabler) => {
  const name = where.replaceAll(' ', '-');

  test('creates no user after that, however many the operation contains', async () => {
    let [made, codes] = [25, [] as unknown[]];
    for (let attempt = 1; made === 25 && attempt <= ATTEMPTS; attempt++) {
      const username = `maker-${name}-${String(attempt)}`;
      const token = await intruder(username);
      const fields = Array.from(
        { length: 25 },
        (_, n) =>
          `u${String(n)}: createUser(input: { username: "of-${username}-${String(n)}", password: "${PASSWORD}", role: ADMIN }) { user { number } userErrors { code message } }`,
      );
      const before = await usersNow();
      const running = server.graphql(`mutation { ${fields.join(' ')} }`, {}, token);
      await untilMoreThan(before, usersNow);

      const { data } = await disabler().graphql(DISABLE, { id: username }, server.admin);
      const acknowledged = await usersNow();
      codes = codesOf(await running);

      expect(data['updateUser']).toEqual({ isDisabled: true });
      expect(await usersNow()).toBe(acknowledged);
      made = acknowledged - before;
    }
    expect(made).toBeLessThan(25);
    expect(['UNAUTHENTICATED', 'FORBIDDEN']).toContain(codes[0]);
  });

  test('stores no article after that, neither sequentially nor concurrently', async () => {
    let [stored, codes] = [500, [] as unknown[]];
    const items = Array.from({ length: 20 }, (_, n) => ({
      source: `{"entry": {"headword": "${String(n)}"}}`,
    }));
    const fields = Array.from(
      { length: 25 },
      (_, n) =>
        `b${String(n)}: upsertArticles(dictionary: "${DICTIONARY}", items: $items) { results { outcome } userErrors { code message } }`,
    );
    for (let attempt = 1; stored === 500 && attempt <= ATTEMPTS; attempt++) {
      const username = `writer-${name}-${String(attempt)}`;
      const token = await intruder(username);
      const before = await articlesNow();
      const running = server.graphql(
        `mutation ($items: [UpsertArticleInput!]!) { ${fields.join(' ')} }`,
        { items },
        token,
      );
      await untilMoreThan(before, articlesNow);

      await disabler().graphql(DISABLE, { id: username }, server.admin);
      const acknowledged = await articlesNow();
      codes = codesOf(await running);

      expect(await articlesNow()).toBe(acknowledged);
      stored = acknowledged - before;
    }
    expect(stored).toBeLessThan(500);
    expect(codes[0]).toBe('UNAUTHENTICATED');
  });
});

test('an operation that logs out writes nothing afterwards', async () => {
  const token = await intruder('leaver');
  const before = await articlesNow();

  const reply = await server.graphql(
    `mutation { logOut { endedSessions userErrors { code message } } createArticle(dictionary: "${DICTIONARY}", input: { source: "{}" }) { article { number } userErrors { code message } } }`,
    {},
    token,
  );

  expect(codesOf(reply)).toEqual(['UNAUTHENTICATED']);
  expect(await articlesNow()).toBe(before);
});
