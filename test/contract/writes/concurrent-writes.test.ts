import { objectIn, startWithAccounts, type AccountServer, type GraphQLReply } from '../../support/accounts';
import { recordCommands } from '../../support/recorded-commands';

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

  const responses = await Promise.all(
    Array.from({ length: WRITERS }, (_, n) =>
      server.rest('PUT', path, { token: server.admin, body: { article: { entry: { headword: `x${n}` } } } }),
    ),
  );

  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
  expect((await server.rest('GET', path)).headers.get('etag')).toMatch(new RegExp(`^"${1 + WRITERS}\\.`));
});

test('a new article gets the next number if another article has taken its number in the meantime', async () => {
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

const CREATE = `mutation ($id: ID, $source: JSON!) {
  createArticle(dictionary: "${DICTIONARY}", publicId: $id, input: { source: $source }) {
    article { number }
    userErrors { code message }
  }
}`;

test('only the article with a taken identifier is refused among simultaneous new ones, and each leaves an audit entry', async () => {
  const named = (id: string | undefined) =>
    server.graphql(CREATE, { id, source: { entry: { headword: 'ati' } } }, server.admin);
  await named('taken');
  const entries = async () => {
    const query = `{ auditLog(filter: { action: CREATE_ARTICLE }, first: 100) { nodes { outcome } } }`;
    const { data } = await server.graphql(query, {}, server.admin);
    return (data as { auditLog: { nodes: { outcome: string }[] } }).auditLog.nodes;
  };
  const before = (await entries()).length;
  const recorded = recordCommands();

  const responses = await Promise.all(
    Array.from({ length: 16 }, (_, n) => named(n === 5 ? 'taken' : undefined)),
  );
  recorded.stop();

  expect(responses.map(codeOf).filter((code) => code !== undefined)).toEqual(['CONFLICT']);
  const created = responses.map(({ data }) => data['createArticle'] as { number: number } | null);
  const numbers = created.flatMap((article) => article?.number ?? []).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 15 }, (_, n) => numbers[0]! + n));
  const added = (await entries()).slice(before);
  expect(added.map(({ outcome }) => outcome).sort()).toEqual(['CONFLICT', ...Array<string>(15).fill('DONE')]);
  const commits = recorded.commands.filter(({ name }) => name === 'commitTransaction');
  expect(commits.length).toBeLessThan(8);
});

const codeOf = ({ errors: [error] }: GraphQLReply) => error?.extensions['code'];

test('articles created simultaneously in several dictionaries are stored by as few commands as articles of one dictionary', async () => {
  const ids = ['ewe_fr_a', 'ewe_fr_b', 'ewe_fr_c', 'ewe_fr_d'];
  for (const id_dico of ids)
    await server.rest('POST', '/lexicon/metadata', { token: server.admin, body: { metadata: { id_dico } } });
  const createIn = (id: string) =>
    server.rest('POST', `/lexicon/articles/${id}`, {
      token: server.admin,
      body: { article: { entry: { headword: 'xɔ' } } },
    });
  // What is read once of each dictionary.
  await Promise.all(ids.map(createIn));
  const recorded = recordCommands();

  await Promise.all(ids.flatMap((id) => [id, id]).map(createIn));
  recorded.stop();

  const amounts = new Map<string, number>();
  for (const { name, collection } of recorded.commands) {
    const key = `${name} ${String(collection)}`;
    amounts.set(key, (amounts.get(key) ?? 0) + 1);
  }
  const groups = amounts.get('insert articles') ?? 0;
  expect(groups).toBeLessThanOrEqual(3);
  for (const key of ['update usages', 'update counters', 'update listSegments'])
    expect([key, amounts.get(key)]).toEqual([key, groups]);
});

test('one of several simultaneous changes of one revision is stored', async () => {
  const path = `/lexicon/articles/${DICTIONARY}/${String(objectIn(await create(), 'article')['id_article'])}`;
  const etag = (await server.rest('GET', path)).headers.get('etag') ?? '';

  const responses = await Promise.all(
    Array.from({ length: WRITERS }, (_, n) =>
      server.rest('PUT', path, {
        token: server.admin,
        headers: { 'if-match': etag },
        body: { article: { entry: { headword: `y${n}` } } },
      }),
    ),
  );

  expect(responses.map(({ status }) => status).sort()).toEqual([
    201,
    ...Array<number>(WRITERS - 1).fill(412),
  ]);
});

test('requests with different keys that are stored together are each stored once', async () => {
  const made = (key: number) =>
    server.rest('POST', `/lexicon/articles/${DICTIONARY}`, {
      token: server.admin,
      headers: { 'idempotency-key': `group-${key}` },
      body: { article: { entry: { headword: `key ${key}` } } },
    });
  const keys = [1, 2, 3, 4, 5];

  const first = await Promise.all(keys.map(made));
  const repeated = await Promise.all(keys.map(made));

  const numbers = first.map((response) => objectIn(response, 'article')['id_article']);
  expect(new Set(numbers).size).toBe(keys.length);
  expect(repeated.map((response) => objectIn(response, 'article')['id_article'])).toEqual(numbers);
});

test('simultaneous votes and comments are all counted if their objects exist', async () => {
  const number = String(objectIn(await create(), 'article')['id_article']);
  const vote = (id: string, value: string, token: string) =>
    server.graphql(
      `mutation { voteOnArticle(dictionary: "${DICTIONARY}", number: "${id}", vote: ${value}) { article { number } userErrors { code message } } }`,
      {},
      token,
    );
  const comment = (id: string) =>
    server.graphql(
      `mutation { createComment(input: { dictionary: "${DICTIONARY}", number: "${id}", text: "good" }) { comment { text } userErrors { code message } } }`,
      {},
      server.reader,
    );

  const responses = await Promise.all([
    vote(number, 'LIKE', server.admin),
    vote(number, 'LIKE', server.reader),
    vote('999999', 'LIKE', server.reader),
    vote(number, 'LIKE', server.reader),
    comment(number),
    comment('999999'),
    comment(number),
  ]);

  const [missed, done] = ['NOT_FOUND', undefined];
  expect(responses.map(codeOf)).toEqual([done, done, missed, done, done, missed, done]);
  const counts = `{ article(dictionary: "${DICTIONARY}", number: "${number}") { likeCount unlikeCount }
    comments(filter: { dictionary: "${DICTIONARY}", number: "${number}" }, first: 9) { nodes { text } } }`;
  const { data } = await server.graphql(counts, {}, server.admin);
  expect(data).toEqual({
    article: { likeCount: 2, unlikeCount: 0 },
    comments: { nodes: [{ text: 'good' }, { text: 'good' }] },
  });
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

test('an article is not stored with search keys of a profile that has changed in the meantime', async () => {
  const { storage } = server.server.gateway;
  const number = Number(objectIn(await create(), 'article')['id_article']);
  const [before] = await storage.articles.findMany(DICTIONARY, { numbers: [number] });
  const change = `mutation { updateDictionary(dictionary: "${DICTIONARY}", input: { searchProfile: { distinct: "ɖ" } }) { dictionary { revision } userErrors { code message } } }`;
  expect((await server.graphql(change, {}, server.admin)).errors).toEqual([]);

  const after = { ...before!, text: 'by the old profile', revision: before!.revision + 1 };

  expect(await storage.articles.store(DICTIONARY, [{ before, after }])).toEqual([]);
});
