import { ADMIN_NAME, objectIn, startWithAccounts, type AccountServer } from '../../support/accounts';

const PASSWORD = 'long enough for anyone';
const FIELDS = ['address', 'for_lang', 'name', 'nat_lang', 'native_lang', 'public_id', 'username'];
const NOT_FOUND = "User's id not found";

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
});
afterAll(() => server.server.close());

const send = (method: string, id: string, body?: unknown, token: string | undefined = server.admin) =>
  server.rest(method, `/lexicon/users/${id}`, { token, body });

/** A new user, logged in. */
async function join(username: string, more: object = {}): Promise<string> {
  await server.rest('POST', '/lexicon/users', {
    token: server.admin,
    body: { username, password: PASSWORD, ...more },
  });
  return server.logIn(username, PASSWORD);
}

describe('PUT /lexicon/users/{user_id}', () => {
  test.each([
    ['under user', (user: object) => ({ user })],
    ['flat', (user: object) => user],
  ])('changes the given members, %s', async (form, bodyOf) => {
    const username = `put-${form.replace(' ', '-')}`;
    const token = await join(username, { name: 'Awa', address: 'Dakar' });
    const response = await send(
      'PUT',
      username,
      bodyOf({ name: 'Awa Ba', nat_lang: 'wol', for_lang: null }),
      token,
    );

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      message: 'User updated',
      status: 200,
      uri: `/lexicon/users/${username}`,
      user: {
        username,
        name: 'Awa Ba',
        address: 'Dakar',
        nat_lang: 'wol',
        native_lang: 'wol',
        for_lang: null,
      },
    });
    expect(Object.keys(objectIn(response, 'user')).sort()).toEqual(FIELDS);
    expect(objectIn(await send('GET', username), 'User')).toEqual(objectIn(response, 'user'));
  });

  test('accepts a user in the form in which it was read, and names the ignored members', async () => {
    await join('round-trip');
    const read = objectIn(await send('GET', 'round-trip'), 'User');
    const response = await send('PUT', String(read['public_id']), { user: { ...read, username: 'another' } });

    expect([response.status, response.headers.get('x-ignored-members')]).toEqual([
      200,
      'public_id, username',
    ]);
    expect(objectIn(response, 'user')).toEqual(read);
  });

  test('an admin sets roles and disables users, but not themselves', async () => {
    const token = await join('power');
    expect((await send('PUT', 'power', { role: 'admin' }, token)).status).toBe(401);
    expect((await send('PUT', 'power', { disable_user: true })).status).toBe(200);
    expect((await server.rest('GET', '/lexicon/login', { basic: ['power', PASSWORD] })).status).toBe(403);
    expect((await send('PUT', 'power', { disable_user: false, role: 'admin' })).status).toBe(200);
    const risen = await server.logIn('power', PASSWORD);
    expect((await server.rest('GET', '/lexicon/users', { token: risen })).status).toBe(200);

    const self = await send('PUT', ADMIN_NAME, { role: 'user' });
    expect([self.status, self.body['detail']]).toEqual([
      401,
      'Only another admin can change a role or disable a user',
    ]);
  });

  test.each([
    ['without a token', ['reader', { name: 'x' }, undefined, 401, 'Unauthorized']],
    ['of somebody else', [ADMIN_NAME, { name: 'x' }, 'reader', 401, 'Unauthorized']],
    ['of nobody, for a reader', ['999999', { name: 'x' }, 'reader', 401, 'Unauthorized']],
    ['of nobody', ['999999', { name: 'x' }, 'admin', 404, NOT_FOUND]],
    ['with another role', ['reader', { role: 'king' }, 'admin', 400, 'role must be user or admin']],
    ['with no text', ['reader', { name: 7 }, 'admin', 400, 'name must be a string']],
  ] as const)('%s', async (_, [id, body, sender, status, message]) => {
    const response = await server.rest('PUT', `/lexicon/users/${id}`, {
      token: sender && server[sender],
      body,
    });

    expect([response.status, response.body['message']]).toEqual([status, message]);
  });

  test('a password is refused rather than ignored', async () => {
    const { status, body } = await send(
      'PUT',
      'reader',
      { name: 'never', password: PASSWORD },
      server.reader,
    );

    expect([status, body['code']]).toEqual([400, 'INVALID_INPUT']);
    expect(objectIn(await send('GET', 'reader'), 'User')['name']).not.toBe('never');
  });
});

describe('DELETE /lexicon/users/{user_id}', () => {
  test('an admin deletes a user immediately', async () => {
    const token = await join('leaver', { name: 'Awa' });
    const read = objectIn(await send('GET', 'leaver'), 'User');
    const before = (await server.rest('GET', '/lexicon/users?limit=1', { token: server.admin })).body[
      'total'
    ];
    const response = await send('DELETE', 'leaver');

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      user: read,
      message: 'User deleted',
      status: 200,
      uri: '/lexicon/users/leaver',
    });
    expect((await server.rest('GET', '/lexicon/users/leaver', { token })).status).toBe(401);
    expect((await server.rest('GET', '/lexicon/login', { basic: ['leaver', PASSWORD] })).status).toBe(403);
    for (const id of ['leaver', String(read['public_id'])]) {
      expect((await send('GET', id)).status).toBe(404);
      expect((await send('DELETE', id)).body['message']).toBe(NOT_FOUND);
    }
    const after = (await server.rest('GET', '/lexicon/users?limit=1', { token: server.admin })).body['total'];
    expect(Number(after)).toBe(Number(before) - 1);
  });

  test('users delete themselves; their comments stay, without the name, and the number is not given again', async () => {
    const token = await join('writer');
    const { public_id: number } = objectIn(await send('GET', 'writer'), 'User');
    await server.rest('POST', '/lexicon/metadata', { token: server.admin, body: { id_dico: 'ful_fr_1' } });
    await server.rest('POST', '/lexicon/articles/ful_fr_1', { token: server.admin, body: { article: 1 } });
    await server.rest('POST', '/lexicon/comments/ful_fr_1/1', { token, body: { data: 'mine' } });

    expect((await send('DELETE', 'writer', undefined, token)).status).toBe(200);
    const comments = await server.rest('GET', '/lexicon/comments/ful_fr_1/1', { token: server.admin });
    expect(comments.body['comments']).toMatchObject([
      { data: 'mine', user_id: String(number), username: `erased-${String(number)}` },
    ]);
    await join('writer');
    expect(objectIn(await send('GET', 'writer'), 'User')['public_id']).not.toBe(number);
  });

  test.each([
    ['without a token', ['reader', undefined, 401, 'Unauthorized']],
    ['somebody else', [ADMIN_NAME, 'reader', 401, 'Unauthorized']],
    ['nobody, for a reader', ['999999', 'reader', 401, 'Unauthorized']],
    ['nobody', ['999999', 'admin', 404, NOT_FOUND]],
    ['oneself, for an admin: one always remains', [ADMIN_NAME, 'admin', 401, 'Unauthorized']],
  ] as const)('%s', async (_, [id, sender, status, message]) => {
    const response = await server.rest('DELETE', `/lexicon/users/${id}`, { token: sender && server[sender] });

    expect([response.status, response.body['message']]).toEqual([status, message]);
  });

  test('leaves one of two admins who delete each other simultaneously', async () => {
    const tokens = [await join('left', { role: 'admin' }), await join('right', { role: 'admin' })] as const;
    const responses = await Promise.all([
      send('DELETE', 'right', undefined, tokens[0]),
      send('DELETE', 'left', undefined, tokens[1]),
    ]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('DELETE /lexicon/metadata/{dictionary_id}', () => {
  const PATHS = ['/lexicon/metadata', '/lexicon/dictionaries/metadata'] as const;
  const remove = (path: string, token: string | undefined = server.admin) =>
    server.rest('DELETE', path, { token });

  test.each(PATHS)('%s: deletes the dictionary whose identifier is repeated', async (start) => {
    const token = server.admin;
    await server.rest('POST', start, { token, body: { id_dico: 'dél_fr_1', long_name: 'Long' } });
    await server.rest('POST', '/lexicon/articles/dél_fr_1', { token, body: { article: 1 } });
    const path = `${start}/${encodeURIComponent('dél_fr_1')}`;

    for (const query of ['', '?confirm=', '?confirm=another'])
      expect((await remove(`${path}${query}`)).status).toBe(400);
    const uri = `${path}?confirm=${encodeURIComponent('dél_fr_1')}`;
    const response = await remove(uri);

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      message: 'Metadata deleted',
      status: 200,
      uri,
      metadata: { id_dico: 'dél_fr_1', long_name: 'Long' },
    });
    expect((await server.rest('GET', path, { token })).status).toBe(404);
    expect((await server.rest('GET', '/lexicon/articles/dél_fr_1')).status).toBe(206);
    expect((await remove(uri)).body['message']).toBe('Metadata not found');
  });

  test('401 without the role', async () => {
    for (const token of [undefined, server.reader]) {
      const response = await server.rest('DELETE', '/lexicon/metadata/any?confirm=any', { token });
      expect([response.status, response.body['message']]).toEqual([401, 'Unauthorized to delete Metadata']);
    }
  });
});
