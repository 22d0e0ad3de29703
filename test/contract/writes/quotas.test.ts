import { startWithAccounts, type AccountServer } from '../../support/accounts';

const DICTIONARY = 'small_en_1';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts({
    DICTIONARY_MAX_ARTICLES: '5',
    DICTIONARY_MAX_MIB: '1',
    USER_MAX_COMMENTS: '2',
  });
});
afterAll(() => server.server.close());

// Each test begins with an empty dictionary.
beforeEach(makeDictionary);
afterEach(deleteDictionary);

async function makeDictionary(): Promise<void> {
  const body = { metadata: { id_dico: DICTIONARY } };
  await server.rest('POST', '/lexicon/metadata', { token: server.admin, body });
}

async function deleteDictionary(): Promise<void> {
  await server.graphql(
    `mutation { deleteDictionary(dictionary: "${DICTIONARY}", confirm: "${DICTIONARY}") { dictionary { publicId } userErrors { code message } } }`,
    {},
    server.admin,
  );
}

const path = (number: unknown = '') =>
  `/lexicon/articles/${DICTIONARY}${number === '' ? '' : `/${String(number)}`}`;
const create = (note = '') =>
  server.rest('POST', path(), {
    token: server.admin,
    body: { article: { entry: { headword: 'word' }, note } },
  });
const numberIn = ({ body }: Awaited<ReturnType<typeof create>>) =>
  (body['article'] as { id_article: number }).id_article;
const remove = (number: number) => server.rest('DELETE', path(number), { token: server.admin });

async function usage() {
  const query = `{ dictionary(dictionary: "${DICTIONARY}") { usage { objects bytes maxObjects maxBytes } } }`;
  const { data } = await server.graphql(query, {}, server.admin);
  return (data['dictionary'] as { usage: { objects: number; bytes: number } }).usage;
}

test('articles and their earlier revisions count until they are deleted', async () => {
  const number = numberIn(await create('x'.repeat(10_000)));
  const first = await usage();
  await server.rest('PUT', path(number), {
    token: server.admin,
    body: { article: { entry: { headword: 'word' }, note: 'x'.repeat(20_000) } },
  });
  const second = await usage();
  await remove(number);

  expect(first).toMatchObject({ objects: 1, maxObjects: 5, maxBytes: 1024 * 1024 });
  expect(first.bytes).toBeGreaterThan(10_000);
  expect(second.objects).toBe(1);
  expect(second.bytes - first.bytes).toBe(first.bytes + 10_000);
  expect(await usage()).toMatchObject({ objects: 0, bytes: 0 });
});

test('an article beyond the quota is refused by every operation', async () => {
  const numbers: number[] = [];
  for (let i = 0; i < 5; i++) numbers.push(numberIn(await create()));
  const items = [{ source: { entry: { headword: 'x' } } }];
  const upsert = `mutation ($items: [UpsertArticleInput!]!) {
    upsertArticles(dictionary: "${DICTIONARY}", items: $items) { results { outcome } userErrors { code message } }
  }`;

  const refused = await create();
  expect(refused.status).toBe(413);
  expect(refused.body).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect(refused.body['message']).toContain('5 of at most 5 articles');
  expect(await server.graphql(upsert, { items }, server.admin)).toMatchObject({
    errors: [{ extensions: { code: 'QUOTA_EXCEEDED' } }],
  });
  const imported = { number: 99, publicId: undefined, radical: undefined, source: {} };
  const rules = { overwrite: false, dryRun: false };
  await expect(
    server.server.gateway.imports.importArticles(DICTIONARY, [imported as never], rules),
  ).rejects.toMatchObject({ reason: 'QUOTA_EXCEEDED' });
  for (const number of numbers) await remove(number);
  expect((await create()).status).toBe(201);
});

test('revisions fill a dictionary as articles do', async () => {
  const number = numberIn(await create());
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) {
    const note = `${i}${'x'.repeat(250_000)}`;
    const body = { article: { entry: { headword: 'word' }, note } };
    statuses.push((await server.rest('PUT', path(number), { token: server.admin, body })).status);
  }

  expect(statuses).toEqual([201, 201, 201, 201, 413, 413].map((status, i) => (i < 4 ? statuses[0] : status)));
  expect(statuses[0]).toBeLessThan(300);
  await remove(number);
});

test('a user has a maximum number of comments in a dictionary, separate from other users', async () => {
  const number = numberIn(await create());
  const comment = (token: string) =>
    server.graphql(
      `mutation { createComment(input: { dictionary: "${DICTIONARY}", number: "${number}", text: "x" }) { comment { publicId } userErrors { code message } } }`,
      {},
      token,
    );
  const first = await comment(server.reader);
  await comment(server.reader);

  const refused = await comment(server.reader);
  expect(refused.errors).toMatchObject([{ extensions: { code: 'QUOTA_EXCEEDED' } }]);
  expect(refused.errors[0]?.message).toContain('2 of at most 2 comments');
  expect((await comment(server.admin)).errors).toEqual([]);
  const { publicId } = first.data['createComment'] as { publicId: string };
  await server.graphql(
    'mutation ($id: ID!) { deleteComment(publicId: $id) { comment { publicId } userErrors { code message } } }',
    { id: publicId },
    server.reader,
  );
  expect((await comment(server.reader)).errors).toEqual([]);

  await remove(number);
  const other = numberIn(await create());
  expect(other).not.toBe(number);
  const mutation = `mutation { createComment(input: { dictionary: "${DICTIONARY}", number: "${other}", text: "x" }) { comment { publicId } userErrors { code message } } }`;
  for (let i = 0; i < 2; i++) expect((await server.graphql(mutation, {}, server.reader)).errors).toEqual([]);
});

test('deleting a dictionary frees its whole quota, also for a new one with its name', async () => {
  await create();
  expect(await usage()).toMatchObject({ objects: 1 });

  await deleteDictionary();
  await makeDictionary();

  expect(await usage()).toMatchObject({ objects: 0, bytes: 0 });
});

test('a caller without write access gets no information about it', async () => {
  const query = `{ dictionary(dictionary: "${DICTIONARY}") { usage { objects } } }`;

  const { errors } = await server.graphql(query, {}, server.reader);

  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
});

const give = (maxObjects: number | null) =>
  server.graphql(
    `mutation ($maxObjects: Int) {
      made: updateDictionaryQuota(dictionary: "${DICTIONARY}", maxObjects: $maxObjects) { dictionary { usage { maxObjects } } userErrors { code message } }
    }`,
    { maxObjects },
    server.admin,
  );

test('one dictionary gets a separate quota', async () => {
  while ((await create()).status === 201);

  expect((await give(6)).data).toEqual({ made: { usage: { maxObjects: 6 } } });
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(413);
  expect(await usage()).toMatchObject({ objects: 6, maxObjects: 6, maxBytes: 1024 * 1024 });
  expect((await give(null)).data).toEqual({ made: { usage: { maxObjects: 5 } } });
});

test('a quota that changes between two writes applies to the second', async () => {
  const responses = [await create(), await create()];
  await give(2);
  responses.push(await create());
  await give(4);
  responses.push(await create(), await create(), await create());

  expect(responses.map(({ status }) => status)).toEqual([201, 201, 413, 201, 201, 413]);
  expect((await usage()).objects).toBe(4);
});
