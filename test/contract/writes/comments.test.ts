import { recordCommands } from '../../support/recorded-commands';
import { READER_PASSWORD, startWithAccounts, type AccountServer } from '../../support/accounts';

const DICTIONARY = 'fon_fr_2020';
const FIELDS = [
  ...['avatar', 'data', 'disable_comment', 'id_article', 'id_dico', 'last_update', 'like', 'public_id'],
  ...['send_date', 'unlike', 'user_id', 'username'],
];
const CREATE = `mutation ($article: ID!, $text: String!, $avatar: String) {
  createComment(input: { dictionary: "${DICTIONARY}", number: $article, text: $text, avatar: $avatar }) { comment { publicId } userErrors { code message } }
}`;

let server: AccountServer;
let other: string;
let article: string;

beforeAll(async () => {
  server = await startWithAccounts();
  const { rest, admin } = server;
  await rest('POST', '/lexicon/metadata', { token: admin, body: { metadata: { id_dico: DICTIONARY } } });
  article = await newArticle();
  await rest('POST', '/lexicon/users', {
    token: admin,
    body: { user: { username: 'other', password: READER_PASSWORD } },
  });
  other = await server.logIn('other', READER_PASSWORD);
});
afterAll(() => server.server.close());

async function newArticle(): Promise<string> {
  const response = await server.rest('POST', `/lexicon/articles/${DICTIONARY}`, {
    token: server.admin,
    body: { article: { entry: { headword: 'xɔ' } } },
  });
  return String((response.body['article'] as Record<string, unknown>)['id_article']);
}

async function createComment(text: string, token = server.reader, of = article): Promise<string> {
  const { data, errors } = await server.graphql(CREATE, { article: of, text }, token);
  expect(errors).toEqual([]);
  return (data['createComment'] as { publicId: string }).publicId;
}

const listed = async (path: string, token = server.reader) => {
  const response = await server.rest('GET', `/lexicon/comments${path}`, { token });
  return response.body['comments'] as Record<string, unknown>[];
};
const codeOf = async (mutation: string, token: string) =>
  (
    await server.graphql(
      `mutation { ${mutation} { comment { publicId } userErrors { code message } } }`,
      {},
      token,
    )
  ).errors[0]?.extensions['code'];

test('B34, B35 and B36 return a comment, under every path, with the documented fields', async () => {
  const publicId = await createComment('  Un mot e\u0301crit ici  ');

  for (const start of ['/lexicon/comments', '/lexicon/dictionaries/comments'])
    for (const path of [
      '?limit=1000',
      `/${DICTIONARY}?limit=1000`,
      `/${DICTIONARY}?article_id=${article}&limit=1000`,
      `/${DICTIONARY}/${article}?limit=1000`,
    ]) {
      const response = await server.rest('GET', `${start}${path}`, { token: server.reader });
      expect(response.status).toBe(200);
      expect(Object.keys(response.body)).toEqual(['comments']);
      const found = (response.body['comments'] as Record<string, unknown>[]).find(
        ({ public_id: id }) => id === publicId,
      );
      expect(Object.keys(found ?? {}).sort()).toEqual(FIELDS);
      expect(found).toMatchObject({
        data: 'Un mot écrit ici',
        id_article: article,
        id_dico: DICTIONARY,
        username: 'reader',
        disable_comment: false,
        like: 0,
        avatar: null,
      });
      expect(new Date(String(found?.['send_date'])).getTime()).toBeGreaterThan(Date.now() - 60_000);
    }
});

test('lists are ordered by the time when comments were sent, and paged', async () => {
  const quiet = await newArticle();
  const ids = [];
  for (const text of ['one', 'two', 'three']) ids.push(await createComment(text, server.reader, quiet));
  const path = `/${DICTIONARY}/${quiet}`;

  expect((await listed(path)).map(({ public_id: id }) => id)).toEqual(ids);
  expect((await listed(`${path}?sort=desc&limit=1&page=2`)).map(({ data }) => data)).toEqual(['two']);
  const head = await server.rest('GET', `/lexicon/comments${path}?limit=2`, { token: server.reader });
  expect(head.headers.get('x-total-count')).toBe('3');
});

test('resume leaves the avatar out and cuts the text at 140 characters', async () => {
  const publicId = await createComment('ɖ'.repeat(150));
  const found = (await listed(`/${DICTIONARY}/${article}?resume&limit=1000`)).find(
    ({ public_id: id }) => id === publicId,
  );

  expect(Object.keys(found ?? {}).sort()).toEqual(FIELDS.filter((field) => field !== 'avatar'));
  expect(found?.['data']).toBe('ɖ'.repeat(140));
});

test.each([
  ['B34', '/no_such_2020', 'Comment Not Found'],
  ['B34 of an unknown article', `/${DICTIONARY}?article_id=99999`, 'Comment Not Found'],
  ['B35 past the end', '?page=9999', 'Comment Not Found'],
  ['B36', `/${DICTIONARY}/99999`, 'Forbidden'],
])('%s answers 206 if there is none, and 401 without a token', async (_, path, message) => {
  const response = await server.rest('GET', `/lexicon/comments${path}`, { token: server.reader });

  expect(response.status).toBe(206);
  expect(response.body).toMatchObject({ comments: [], message });
  expect((await server.rest('GET', `/lexicon/comments${path}`)).status).toBe(401);
});

test('the author changes and deletes a comment, other users do not, and admins delete any', async () => {
  const [mine, second] = [await createComment('mine'), await createComment('second')];

  expect(await codeOf(`updateComment(publicId: "${mine}", text: "stolen")`, other)).toBe('FORBIDDEN');
  expect(await codeOf(`updateComment(publicId: "${mine}", text: "by an admin")`, server.admin)).toBe(
    'FORBIDDEN',
  );
  expect(await codeOf(`deleteComment(publicId: "${mine}")`, other)).toBe('FORBIDDEN');
  expect(await codeOf(`updateComment(publicId: "${mine}", text: "changed")`, server.reader)).toBeUndefined();
  expect((await listed('?limit=1000')).map(({ data }) => data)).toContain('changed');
  expect(await codeOf(`deleteComment(publicId: "${mine}")`, server.reader)).toBeUndefined();
  expect(await codeOf(`deleteComment(publicId: "${second}")`, server.admin)).toBeUndefined();
  expect(await codeOf(`deleteComment(publicId: "${second}")`, server.admin)).toBe('NOT_FOUND');
});

test('only admins see a disabled comment', async () => {
  const publicId = await createComment('rude');
  expect(
    await codeOf(`setCommentDisabled(publicId: "${publicId}", isDisabled: true)`, server.admin),
  ).toBeUndefined();

  const visible = async (token: string) =>
    (await listed('?limit=1000', token)).some(({ public_id: id }) => id === publicId);
  expect([await visible(server.reader), await visible(server.admin)]).toEqual([false, true]);
  expect(await codeOf(`updateComment(publicId: "${publicId}", text: "x")`, server.reader)).toBe('NOT_FOUND');
  await codeOf(`setCommentDisabled(publicId: "${publicId}", isDisabled: false)`, server.admin);
  expect(await visible(server.reader)).toBe(true);
});

test('comments of a disabled article are hidden too', async () => {
  const quiet = await newArticle();
  await createComment('one', server.reader, quiet);
  const setDisabled = (isDisabled: boolean) =>
    server.graphql(
      `mutation { setArticleDisabled(dictionary: "${DICTIONARY}", number: "${quiet}", isDisabled: ${String(isDisabled)}) { article { isDisabled } userErrors { code message } } }`,
      {},
      server.admin,
    );
  await setDisabled(true);

  expect(await listed(`/${DICTIONARY}/${quiet}`)).toEqual([]);
  expect((await listed('?limit=1000')).filter(({ id_article: id }) => id === quiet)).toEqual([]);
  expect(await listed(`/${DICTIONARY}/${quiet}`, server.admin)).toHaveLength(1);
  expect(
    (await server.graphql(CREATE, { article: quiet, text: 'x' }, server.reader)).errors[0]?.extensions[
      'code'
    ],
  ).toBe('NOT_FOUND');
  await setDisabled(false);
  expect(await listed(`/${DICTIONARY}/${quiet}`)).toHaveLength(1);
});

test.each([
  ['no text', { text: '  ' }, /a comment must have 1 to 5000/],
  ['a long text', { text: 'x'.repeat(5001) }, /a comment must have 1 to 5000/],
  ['a script for an avatar', { text: 'x', avatar: 'javascript:alert(1)' }, /avatar/],
])('a comment with %s is refused', async (_, input, message) => {
  const { errors } = await server.graphql(CREATE, { article, ...input }, server.reader);

  expect(errors[0]?.extensions['code']).toBe('INVALID_INPUT');
  expect(errors[0]?.message).toMatch(message);
});

describe('a vote', () => {
  const vote = async (on: string, value: string, token: string) => {
    const counts = '{ likeCount unlikeCount } userErrors { code message }';
    const mutation =
      on === 'article'
        ? `voteOnArticle(dictionary: "${DICTIONARY}", number: "${article}", vote: ${value}) { article ${counts} }`
        : `voteOnComment(publicId: "${on}", vote: ${value}) { comment ${counts} }`;
    const { data } = await server.graphql(`mutation { counted: ${mutation} }`, {}, token);
    return data['counted'];
  };

  test.each(['article', 'comment'])(
    'on an %s counts once for each user, and can be changed and withdrawn',
    async (kind) => {
      const on = kind === 'article' ? 'article' : await createComment('good?');

      expect(await vote(on, 'LIKE', server.reader)).toEqual({ likeCount: 1, unlikeCount: 0 });
      expect(await vote(on, 'LIKE', server.reader)).toEqual({ likeCount: 1, unlikeCount: 0 });
      expect(await vote(on, 'LIKE', other)).toEqual({ likeCount: 2, unlikeCount: 0 });
      expect(await vote(on, 'UNLIKE', server.reader)).toEqual({ likeCount: 1, unlikeCount: 1 });
      expect(await vote(on, 'NONE', server.reader)).toEqual({ likeCount: 1, unlikeCount: 0 });
      expect(await vote(on, 'NONE', server.reader)).toEqual({ likeCount: 1, unlikeCount: 0 });
    },
  );

  test('on an article reads only the fields of its response, after it is stored', async () => {
    const source = { entry: { headword: 'ati' }, original: { format: 'other', entry: 'as it was' } };
    const { data } = await server.graphql(
      `mutation ($source: JSON!) { createArticle(dictionary: "${DICTIONARY}", input: { source: $source }) { article { number } userErrors { message } } }`,
      { source },
      server.admin,
    );
    const { number } = data['createArticle'] as { number: number };
    const voteFor = async (selection: string) => {
      const mutation = `voteOnArticle(dictionary: "${DICTIONARY}", number: "${number}", vote: LIKE) { ${selection} userErrors { code message } }`;
      const recorded = recordCommands();
      const reply = await server.graphql(`mutation { ${mutation} }`, {}, server.reader);
      recorded.stop();
      const reads = recorded.commands.flatMap(({ name, collection, command }) =>
        name === 'find' && collection === 'articles' ? [Object.keys(command['projection'] as object)] : [],
      );
      return { article: reply.data['voteOnArticle'], reads };
    };

    const response = await voteFor('article { source likeCount }');
    expect(response.article).toEqual({ source, likeCount: 1 });
    expect(response.reads.filter((fields) => fields.includes('source'))).toHaveLength(1);
    const { reads } = await voteFor('');
    expect(reads.length).toBeGreaterThan(0);
    for (const fields of reads) {
      expect(fields).toContain('number');
      expect(fields).not.toContain('source');
      expect(fields).not.toContain('content');
    }
  });

  test('on a missing object is refused', async () => {
    const mutation = `mutation {
      a: voteOnArticle(dictionary: "${DICTIONARY}", number: "999", vote: LIKE) { userErrors { code message } }
      b: voteOnComment(publicId: "gone", vote: LIKE) { userErrors { code message } }
    }`;
    const { errors } = await server.graphql(mutation, {}, server.reader);

    expect(errors.map(({ message }) => message).sort()).toEqual([
      'There is no such article',
      'There is no such comment',
    ]);
  });

  test('counts once, however often it is sent simultaneously', async () => {
    const on = await createComment('popular');
    await Promise.all(Array.from({ length: 20 }, () => vote(on, 'LIKE', server.reader)));

    expect(await vote(on, 'LIKE', server.reader)).toEqual({ likeCount: 1, unlikeCount: 0 });
  });
});

test('comments and votes of an article are deleted with it', async () => {
  const { rest, admin } = server;
  const made = await rest('POST', `/lexicon/articles/${DICTIONARY}`, {
    token: admin,
    body: { article: 'gone soon' },
  });
  const number = String((made.body['article'] as Record<string, unknown>)['id_article']);
  const publicId = await createComment('to be gone', server.reader, number);

  await rest('DELETE', `/lexicon/articles/${DICTIONARY}/${number}`, { token: admin });

  expect((await listed('?limit=1000', admin)).some(({ public_id: id }) => id === publicId)).toBe(false);
  expect((await server.graphql(`{ comment(publicId: "${publicId}") { text } }`, {}, admin)).data).toEqual({
    comment: null,
  });
});
