import {
  ADMIN_NAME,
  objectIn,
  READER_PASSWORD,
  startWithAccounts,
  type AccountServer,
} from '../../support/accounts';

const FIELDS = ['address', 'for_lang', 'name', 'nat_lang', 'native_lang', 'public_id', 'username'];
const PASSWORD = 'long enough for anyone';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
});
afterAll(() => server.server.close());

const create = (body: unknown, token: string | undefined = server.admin) =>
  server.rest('POST', '/lexicon/users', { token, body });

describe('B41', () => {
  test.each([
    ['under user', (user: object) => ({ user })],
    ['flat', (user: object) => user],
  ])('creates a user %s', async (form, bodyOf) => {
    const username = `u-${form.replace(' ', '-')}`;
    const response = await create(
      bodyOf({
        username,
        password: PASSWORD,
        name: 'Awa',
        nat_lang: 'wol',
        for_lang: 'fr',
        address: 'Dakar',
      }),
    );

    expect(response.status).toBe(201);
    expect(Object.keys(response.body).sort()).toEqual(['message', 'status', 'uri', 'user']);
    expect(response.body).toMatchObject({ message: 'User created', status: 201, uri: '/lexicon/users' });
    expect(Object.keys(objectIn(response, 'user')).sort()).toEqual(FIELDS);
    expect(objectIn(response, 'user')).toMatchObject({
      username,
      name: 'Awa',
      nat_lang: 'wol',
      native_lang: 'wol',
      for_lang: 'fr',
      address: 'Dakar',
    });
    const number = objectIn(response, 'user')['public_id'];
    expect(Number.isInteger(number)).toBe(true);
    expect(response.headers.get('location')).toBe(`/lexicon/users/${String(number)}`);
  });

  test.each([
    ['no name', { password: PASSWORD }],
    ['a short name', { username: 'ab', password: PASSWORD }],
    ['a long name', { username: 'a'.repeat(65), password: PASSWORD }],
    ['a name with a colon', { username: 'a:bc', password: PASSWORD }],
    ['a name of digits', { username: '12345', password: PASSWORD }],
    ['no password', { username: 'fresh1' }],
    ['a short password', { username: 'fresh1', password: '1234567' }],
    ['a long password', { username: 'fresh1', password: 'a'.repeat(129) }],
    ['a taken name', { username: 'reader', password: PASSWORD }],
    ['a taken name in another case', { username: 'READER', password: PASSWORD }],
    ['another role', { username: 'fresh1', password: PASSWORD, role: 'king' }],
    ['nothing', {}],
    ['no object', 'text'],
  ])('403 with %s, and a word on why', async (_, user) => {
    const response = await create({ user });

    expect([400, 403]).toContain(response.status);
    if (response.status === 403) expect(response.body['message']).toBe('Forbidden');
    expect(response.body['detail'] ?? response.body['message']).not.toBe('');
  });

  test('401 without the role, before anything else is checked', async () => {
    for (const token of [undefined, server.reader]) {
      const response = await server.rest('POST', '/lexicon/users', { token, body: {} });
      expect(response.status).toBe(401);
      expect(response.body['message']).toBe('Unauthorized');
    }
  });

  test('creates one of fifty equal users that are sent simultaneously', async () => {
    for (let round = 0; round < 2; round++) {
      const user = { username: `race-${String(round)}`, password: PASSWORD };
      const statuses = await Promise.all(
        Array.from({ length: 50 }, async () => (await create({ user })).status),
      );
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => status !== 201 && status !== 403)).toEqual([]);
    }
  });
});

describe('B42', () => {
  test('lists all users by name, page by page, with their number', async () => {
    const response = await server.rest('GET', '/lexicon/users?limit=2&sort=DESC', { token: server.admin });

    expect(response.status).toBe(200);
    expect(Object.keys(response.body).sort()).toEqual(['status', 'total', 'users']);
    const names = (response.body['users'] as { username: string }[]).map(({ username }) => username);
    const all = await server.rest('GET', '/lexicon/users?limit=1000', { token: server.admin });
    const allNames = (all.body['users'] as { username: string }[]).map(({ username }) =>
      username.toLowerCase(),
    );
    expect(allNames).toEqual([...allNames].sort());
    expect(names.map((name) => name.toLowerCase())).toEqual(allNames.reverse().slice(0, 2));
    expect(response.body['total']).toBe(allNames.length);
    expect(response.headers.get('x-total-count')).toBe(String(allNames.length));
  });

  test('resume shows number, name and username', async () => {
    const response = await server.rest('GET', '/lexicon/users?resume', { token: server.admin });

    expect(Object.keys((response.body['users'] as object[])[0] ?? {}).sort()).toEqual([
      'name',
      'public_id',
      'username',
    ]);
  });

  test.each([
    ['without a token', [undefined, '', 401, 'Unauthorized to get user']],
    ['for a reader', ['reader', '', 403, 'Forbidden']],
    ['past the end', ['admin', '?page=999', 404, "User's id not found"]],
  ] as const)('%s', async (_, [sender, query, status, message]) => {
    const response = await server.rest('GET', `/lexicon/users${query}`, { token: sender && server[sender] });

    expect([response.status, response.body['message']]).toEqual([status, message]);
  });
});

describe('B43', () => {
  test('returns the own user by number or name, under the key User', async () => {
    const byName = await server.rest('GET', '/lexicon/users/READER', { token: server.reader });
    const { public_id: number } = objectIn(byName, 'User');
    const byNumber = await server.rest('GET', `/lexicon/users/${String(number)}`, { token: server.reader });

    expect(Object.keys(byName.body)).toEqual(['User']);
    expect(Object.keys(objectIn(byName, 'User')).sort()).toEqual(FIELDS);
    expect(byNumber.body).toEqual(byName.body);
  });

  test.each([
    ['without a token', [undefined, ADMIN_NAME, 401, 'Unauthorized to get user']],
    ['of somebody else', ['reader', ADMIN_NAME, 403, 'Forbidden']],
    ['of nobody, for a reader', ['reader', '999999', 403, 'Forbidden']],
    ['of nobody, for an admin', ['admin', '999999', 404, "User's id not found"]],
  ] as const)('%s', async (_, [sender, id, status, message]) => {
    const response = await server.rest('GET', `/lexicon/users/${id}`, { token: sender && server[sender] });

    expect([response.status, response.body['message']]).toEqual([status, message]);
  });

  test('has no alias', async () => {
    expect((await server.rest('GET', '/lexicon/dictionaries/users', { token: server.admin })).status).toBe(
      404,
    );
  });
});

describe('updateUser', () => {
  const UPDATE =
    'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(user: $id, input: $input) { user { name role isDisabled } userErrors { code message } } }';
  const codeOf = async (id: string, input: object, token: string) =>
    (await server.graphql(UPDATE, { id, input }, token)).errors[0]?.extensions['code'];

  test('changes the own profile, and no other', async () => {
    const mine = await server.graphql(UPDATE, { id: 'reader', input: { name: 'Moussa' } }, server.reader);

    expect(mine.data['updateUser']).toEqual({ name: 'Moussa', role: 'USER', isDisabled: false });
    expect(await codeOf(ADMIN_NAME, { name: 'x' }, server.reader)).toBe('FORBIDDEN');
  });

  test('cannot set their own role or disable themselves', async () => {
    expect(await codeOf('reader', { role: 'ADMIN' }, server.reader)).toBe('FORBIDDEN');
    expect(await codeOf(ADMIN_NAME, { isDisabled: true }, server.admin)).toBe('FORBIDDEN');
    expect(await codeOf('nobody at all', { name: 'x' }, server.admin)).toBe('NOT_FOUND');
  });

  test('a disabled user loses access at once and cannot log in', async () => {
    await create({ user: { username: 'leaver', password: PASSWORD } });
    const token = await server.logIn('leaver', PASSWORD);

    await server.graphql(UPDATE, { id: 'leaver', input: { isDisabled: true } }, server.admin);

    expect((await server.rest('GET', '/lexicon/users/leaver', { token })).status).toBe(401);
    expect((await server.rest('GET', '/lexicon/login', { basic: ['leaver', PASSWORD] })).status).toBe(403);
  });

  test('an admin makes an admin, whose old token ends', async () => {
    await create({ user: { username: 'riser', password: PASSWORD } });
    const before = await server.logIn('riser', PASSWORD);

    await server.graphql(UPDATE, { id: 'riser', input: { role: 'ADMIN' } }, server.admin);

    expect((await server.rest('GET', '/lexicon/users', { token: before })).status).toBe(401);
    const token = await server.logIn('riser', PASSWORD);
    expect((await server.rest('GET', '/lexicon/users', { token })).status).toBe(200);
  });
});

test('an operator locks a user out, and the old token stays invalid after the lockout', async () => {
  await create({ user: { username: 'locked', password: PASSWORD } });
  const token = await server.logIn('locked', PASSWORD);
  const status = async () => {
    const login = await server.rest('GET', '/lexicon/login', { basic: ['locked', PASSWORD] });
    return [login.status, (await server.rest('GET', '/lexicon/users/locked', { token })).status];
  };
  const { users } = server.server.gateway;

  expect(await users.disable('locked')).toMatchObject({ username: 'locked', isDisabled: true });
  expect(await status()).toEqual([403, 401]);
  expect(await users.enable('Locked')).toMatchObject({ isDisabled: false });
  expect(await status()).toEqual([200, 401]);
  await expect(users.disable('nobody at all')).rejects.toMatchObject({ reason: 'NOT_FOUND' });
  await expect(users.resetPassword('9999', PASSWORD)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
});

test('no response about users contains a password or a hash', async () => {
  const texts = await Promise.all([
    server.rest('GET', '/lexicon/users?limit=1000', { token: server.admin }),
    server.rest('GET', '/lexicon/users/reader', { token: server.admin }),
    create({ user: { username: 'reader', password: READER_PASSWORD } }),
  ]);

  for (const { text } of texts) {
    expect(text).not.toMatch(/argon2|passwordHash/i);
    expect(text).not.toContain(READER_PASSWORD);
  }
});
