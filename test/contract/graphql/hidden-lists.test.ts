import { objectIn, startWithAccounts, type AccountServer } from '../../support/accounts';

const DICTIONARY = 'qaa_fr_hid';
const OTHER = 'qaa_fr_oth';

let server: AccountServer;
let readerNumber: string;

beforeAll(async () => {
  server = await startWithAccounts();
  const { admin, reader } = server;
  const asAdmin = (mutations: string) => server.graphql(`mutation { ${mutations} }`, {}, admin);
  for (const id of [DICTIONARY, OTHER])
    await asAdmin(
      `createDictionary(input: { publicId: "${id}" }) { dictionary { id } userErrors { code message } }`,
    );
  for (const n of [1, 2, 3, 4, 5])
    await asAdmin(
      `createArticle(dictionary: "${DICTIONARY}", input: { source: { entry: { headword: "mot ${n}" } } }) { article { id } userErrors { code message } }`,
    );
  await asAdmin(
    `createArticle(dictionary: "${OTHER}", input: { source: { entry: { headword: "mot" } } }) { article { id } userErrors { code message } }`,
  );

  // Comments 1 to 6: of the reader on article 1, of the admin on article 2, of the reader in the other dictionary, and again.
  const ids: string[] = [];
  for (const n of [1, 4]) {
    ids.push(await comment(reader, DICTIONARY, `1`, `comment ${n}`));
    ids.push(await comment(admin, DICTIONARY, `2`, `comment ${n + 1}`));
    ids.push(await comment(reader, OTHER, `1`, `comment ${n + 2}`));
  }
  await asAdmin(
    `setCommentDisabled(publicId: "${ids[3]!}", isDisabled: true) { comment { id } userErrors { code message } }`,
  );
  for (const n of [2, 4])
    await asAdmin(
      `setArticleDisabled(dictionary: "${DICTIONARY}", number: "${n}", isDisabled: true) { article { number } userErrors { code message } }`,
    );
  readerNumber = String(
    objectIn(await server.rest('GET', '/lexicon/users/reader', { token: reader }), 'User')['public_id'],
  );
});
afterAll(() => server.server.close());

async function comment(token: string, dictionary: string, number: string, text: string): Promise<string> {
  const input = { dictionary, number, text };
  const mutation =
    'mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { publicId } userErrors { code message } } }';
  const { data } = await server.graphql(mutation, { input }, token);
  return (data['createComment'] as { publicId: string }).publicId;
}

interface List {
  readonly totalCount: number | null;
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly pageInfo: Readonly<Record<string, unknown>>;
}

interface ListRequest {
  readonly list: string;
  readonly filter: string;
  readonly shows: string;
  readonly args?: string;
  readonly token?: string | undefined;
}

async function readPage(
  { list, filter, shows, args = '', token = server.admin }: ListRequest,
  paging = 'first: 100',
): Promise<List> {
  const query = `{ list: ${list}(filter: ${filter}, ${args} ${paging}) {
    totalCount nodes { ${shows} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
  const { data, errors } = await server.graphql(query, {}, token);
  if ((errors as unknown) !== undefined && errors.length > 0) throw new Error(JSON.stringify(errors));
  return data['list'] as List;
}

const valuesOf = (list: List, shows: string) => list.nodes.map((node) => node[shows]);

/** All values of a list, one by one, from its beginning or from its end. */
async function walk(
  request: ListRequest,
  { isBackwards }: { readonly isBackwards: boolean },
): Promise<unknown[]> {
  const values: unknown[] = [];
  const [count, cursor] = isBackwards ? ['last', 'before'] : ['first', 'after'];
  let paging = `${count}: 1`;
  for (;;) {
    const page = await readPage(request, paging);
    values.push(...valuesOf(page, request.shows));
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    if (!(isBackwards ? hasPreviousPage : hasNextPage)) return isBackwards ? values.toReversed() : values;
    paging = `${count}: 1, ${cursor}: "${String(isBackwards ? startCursor : endCursor)}"`;
  }
}

const articles = { list: 'articles', shows: 'number' } as const;
const comments = { list: 'comments', shows: 'text' } as const;
const users = { list: 'users', shows: 'username' } as const;
const log = { list: 'auditLog', shows: 'actionName' } as const;

const text = (...numbers: number[]) => numbers.map((n) => `comment ${n}`);

test.each([
  ['disabled articles', { ...articles, filter: '{ isDisabled: true }' }, [2, 4]],
  ['others', { ...articles, filter: `{ isDisabled: false, dictionary: "${DICTIONARY}" }` }, [1, 3, 5]],
  ['with a part', { ...articles, filter: `{ isDisabled: true, having: ENTRY, dictionary: "${OTHER}" }` }, []],
  ['hidden comments', { ...comments, filter: '{ isShown: false }' }, text(2, 4, 5)],
  ['shown comments', { ...comments, filter: '{ isShown: true }' }, text(1, 3, 6)],
  [
    'of a dictionary',
    { ...comments, filter: `{ isShown: false, dictionary: "${DICTIONARY}" }` },
    text(2, 4, 5),
  ],
  [
    'of an article',
    { ...comments, filter: `{ isShown: false, dictionary: "${DICTIONARY}", number: "1" }` },
    text(4),
  ],
  ['an admin', { ...users, filter: '{ role: ADMIN }' }, ['Root']],
  ['by name', { ...users, filter: '{ usernamePrefix: "RE" }' }, ['reader']],
  ['a text in the name', { ...users, filter: '{ text: "EAD" }' }, ['reader']],
  ['a text with signs of patterns', { ...users, filter: '{ text: "." }' }, []],
  ['a text that no name can have', { ...users, filter: String.raw`{ text: "\u0000" }` }, []],
  [
    'a text of enabled ones',
    { ...users, filter: '{ text: "R", isDisabled: false, role: USER }' },
    ['reader'],
  ],
  ['by no name', { ...users, filter: '{ usernamePrefix: "x", isDisabled: false }' }, []],
  ['all that are enabled', { ...users, filter: '{ isDisabled: false }' }, ['reader', 'Root']],
  ['none that is disabled', { ...users, filter: '{ isDisabled: true, role: USER }' }, []],
  ['an action', { ...log, filter: '{ action: SET_COMMENT_DISABLED }' }, ['setCommentDisabled']],
  [
    'an action by its name',
    { ...log, shows: 'action', filter: '{ actionName: "setCommentDisabled" }' },
    ['SET_COMMENT_DISABLED'],
  ],
  [
    'a target',
    { ...log, filter: `{ target: "dictionary=${OTHER} number=1" }` },
    ['createComment', 'createComment'],
  ],
  ['a text in the action', { ...log, filter: '{ text: "COMMENTDIS" }' }, ['setCommentDisabled']],
  [
    'a text in the target, of an action',
    { ...log, filter: `{ text: "${OTHER}", action: CREATE_COMMENT }` },
    ['createComment', 'createComment'],
  ],
  ['no such account', { ...log, filter: '{ account: "99", action: CREATE_COMMENT }' }, []],
] as const)('admins find %s, forwards, backwards and counted', async (_, request, expected) => {
  const page = await readPage(request);

  expect(valuesOf(page, request.shows)).toEqual(expected);
  expect(page.totalCount).toBe(expected.length);
  expect(await walk(request, { isBackwards: false })).toEqual(expected);
  expect(await walk(request, { isBackwards: true })).toEqual(expected);
});

test('comments of a user, of all dictionaries, of one, of an article, hidden and shown', async () => {
  const of = async (more: string, token?: string) => {
    const request = { ...comments, filter: `{ userNumber: "${readerNumber}" ${more} }`, token };
    const page = await readPage(request);
    expect(page.totalCount).toBe(page.nodes.length);
    expect(await walk(request, { isBackwards: false })).toEqual(valuesOf(page, 'text'));
    expect(await walk(request, { isBackwards: true })).toEqual(valuesOf(page, 'text'));
    return valuesOf(page, 'text');
  };

  expect(await of('')).toEqual(text(1, 3, 4, 6));
  expect(await of('isShown: false')).toEqual(text(4));
  expect(await of(`dictionary: "${DICTIONARY}"`)).toEqual(text(1, 4));
  expect(await of(`dictionary: "${DICTIONARY}", number: "1", isShown: true`)).toEqual(text(1));
  expect(await of('', server.reader)).toEqual(text(1, 3, 6));
});

test.each(['HEADWORD', 'ALPHABET'])(
  'articles are filtered by the time of their last change, by %s',
  async (order) => {
    const lists = `dictionary: "${DICTIONARY}"`;
    const all = await readPage({
      ...articles,
      filter: `{ ${lists} }`,
      shows: 'number updatedAt',
      args: `orderBy: ${order}`,
    });
    const times = all.nodes.map(({ updatedAt }) => String(updatedAt)).toSorted();
    const [first = '', second = '', , , last = ''] = times;
    const within = (low: string, high: string) =>
      all.nodes
        .filter(({ updatedAt }) => String(updatedAt) > low && String(updatedAt) < high)
        .map(({ number }) => number);
    const found = async (filter: string, expected: unknown) => {
      const request = { ...articles, filter: `{ ${lists}, ${filter} }`, args: `orderBy: ${order}` };
      const page = await readPage(request);
      expect([valuesOf(page, 'number'), page.totalCount]).toEqual([expected, (expected as unknown[]).length]);
      expect(await walk(request, { isBackwards: false })).toEqual(expected);
      expect(await walk(request, { isBackwards: true })).toEqual(expected);
    };

    // What was disabled changed after what was not.
    expect(within(second, '9')).toEqual(expect.arrayContaining([2, 4]));
    await found(`updatedAfter: "${first}"`, within(first, '9'));
    await found(`updatedAfter: "${first}", updatedBefore: "${last}"`, within(first, last));
    await found(`updatedAfter: "${second}", isDisabled: true, having: ENTRY`, [2, 4]);
    await found(`updatedAfter: "${last}"`, []);
  },
);

test('a time for all dictionaries, and two names for one action, are refused with the invalid input', async () => {
  const request = [
    'articles(filter: { updatedBefore: "2026-01-01T00:00:00Z" }) { totalCount }',
    'auditLog(filter: { action: LOG_IN, actionName: "logIn" }) { totalCount }',
    'auditLog(filter: { action: OTHER }) { totalCount }',
  ];
  const responses = await Promise.all(
    request.map((query) => server.graphql(`{ ${query} }`, {}, server.admin)),
  );

  expect(responses.map(({ errors }) => [errors[0]?.extensions['code'], errors[0]?.message])).toEqual([
    ['INVALID_INPUT', 'updatedBefore requires a dictionary: filter.dictionaryId or filter.dictionary'],
    ['INVALID_INPUT', 'give either action or actionName, not both'],
    ['INVALID_INPUT', 'OTHER does not name an operation; use actionName'],
  ]);
});

test('an entry of an operation that no longer exists keeps its name', async () => {
  const actor = { role: 'user', accountId: '1', name: 'reader' } as const;
  const entry = { action: 'mergeArticles', target: null, outcome: 'done', requestId: 'r' } as const;
  await server.server.gateway.audit.append(actor, entry);

  const { nodes } = await readPage({
    ...log,
    filter: '{ actionName: "mergeArticles" }',
    shows: 'action actionName',
  });
  expect(nodes).toEqual([{ action: 'OTHER', actionName: 'mergeArticles' }]);
});

test('the log by account and time', async () => {
  const request = { ...log, filter: `{ account: "${readerNumber}", action: CREATE_COMMENT }` };
  const page = await readPage({ ...request, shows: 'createdAt' });
  const [first = '', , third = ''] = valuesOf(page, 'createdAt') as string[];
  expect(page.totalCount).toBe(4);

  const between = `{ account: "${readerNumber}", action: CREATE_COMMENT, createdAfter: "${first}", createdBefore: "${third}" }`;
  const some = await readPage({ ...log, shows: 'createdAt', filter: between });
  const expected = (valuesOf(page, 'createdAt') as string[]).filter((at) => at > first && at < third);
  expect(valuesOf(some, 'createdAt')).toEqual(expected);
  expect(some.totalCount).toBe(expected.length);
  expect(await walk({ ...log, shows: 'createdAt', filter: between }, { isBackwards: true })).toEqual(
    expected,
  );
});

test.each([
  ['articles', '{ isDisabled: true }'],
  ['articles', '{ isDisabled: false }'],
  ['comments', '{ isShown: false }'],
  ['comments', '{ isShown: true }'],
  ['comments', '{ userNumber: "1" }'],
  ['users', '{ isDisabled: true }'],
  ['auditLog', '{ action: LOG_IN }'],
])('others may not: %s(filter: %s)', async (list, filter) => {
  const { errors } = await server.graphql(`{ ${list}(filter: ${filter}) { totalCount } }`, {}, server.reader);

  expect(errors[0]?.extensions['code']).toBe('FORBIDDEN');
});

test.each([
  ['users', '""'],
  ['auditLog', `"${'x'.repeat(101)}"`],
])('%s refuses the text %s', async (list, sought) => {
  const query = `{ ${list}(filter: { text: ${sought} }) { totalCount } }`;
  const { errors } = await server.graphql(query, {}, server.admin);

  expect(errors[0]).toMatchObject({
    message: 'text must have 1 to 100 characters',
    extensions: { code: 'INVALID_INPUT' },
  });
});

test('a filter of hidden articles without a token is FORBIDDEN too', async () => {
  const { errors } = await server.graphql('{ articles(filter: { isDisabled: true }) { totalCount } }');

  expect(errors[0]?.extensions['code']).toBe('FORBIDDEN');
});
