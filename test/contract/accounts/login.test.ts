import { createHmac, randomUUID } from 'node:crypto';
import {
  ADMIN_NAME,
  ADMIN_PASSWORD,
  basicOf,
  objectIn,
  READER_PASSWORD,
  startWithAccounts,
  type AccountServer,
} from '../../support/accounts';

const SECRET = 'k9$Xw2!mQz7vB4nR6tY8uP1sD3fG5hJ0';
const OLD_SECRET = 'Zq7&pL2@wE9#rT4yU6iO1aS3dF5gH8jK';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts({ JWT_SECRET: SECRET, JWT_SECRET_PREVIOUS: OLD_SECRET });
});
afterAll(() => server.server.close());

const me = async (token: string) => (await server.graphql('{ me { username } }', {}, token)).data['me'];

describe('B37', () => {
  test.each(['/lexicon/login', '/lexicon/core/login'])(
    '%s returns a token, the user and its validity',
    async (path) => {
      const response = await server.rest('GET', path, { basic: ['reader', READER_PASSWORD] });

      expect(response.status).toBe(200);
      expect(Object.keys(response.body).sort()).toEqual(['token', 'user', 'validity']);
      expect(response.body['validity']).toBe('30 minutes');
      expect(objectIn(response, 'user')['username']).toBe('reader');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await me(String(response.body['token']))).toEqual({ username: 'reader' });
    },
  );

  test('has a lifetime in seconds in GraphQL, consistent with expiresAt', async () => {
    const before = Date.now();
    const { login } = (
      await server.graphql(
        'mutation ($p: String!) { logIn(username: "reader", password: $p) { login { expiresIn expiresAt } } }',
        { p: READER_PASSWORD },
      )
    ).data['logIn'] as { login: { expiresIn: number; expiresAt: string } };

    expect(login.expiresIn).toBe(30 * 60);
    const end = Date.parse(login.expiresAt);
    // The time of the token is in whole seconds.
    expect(end).toBeGreaterThan(before + login.expiresIn * 1000 - 1000);
    expect(end).toBeLessThanOrEqual(Date.now() + login.expiresIn * 1000);
  });

  test('the claims are the documented ones', async () => {
    const token = await server.logIn('reader', READER_PASSWORD);
    const [header, claims] = token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);

    expect(header).toMatchObject({ alg: 'HS256', kid: expect.any(String) as string });
    expect(claims).toMatchObject({ aud: 'lexicon', role: 'user', iss: expect.any(String) as string });
    expect(Object.keys(claims ?? {}).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'role', 'sub']);
    expect(Number(claims?.['exp']) - Number(claims?.['iat'])).toBe(1800);
  });

  const JSON_OBJECT = JSON.stringify({ username: 'reader', password: READER_PASSWORD });
  test.each([
    ['Authorization', { authorization: basicOf(['reader', READER_PASSWORD]) }],
    [
      'Authorization in another case',
      { authorization: basicOf(['READER', READER_PASSWORD]).replace('Basic', 'bAsIc') },
    ],
    ['a Basic-Auth header', { 'basic-auth': basicOf(['reader', READER_PASSWORD]) }],
    ['a Basic-Auth header without the word', { 'basic-auth': basicOf(['reader', READER_PASSWORD]).slice(6) }],
    ['a Basic-Auth header of JSON', { 'basic-auth': JSON_OBJECT }],
  ])('credentials come in %s', async (_, headers) => {
    expect((await server.rest('GET', '/lexicon/login', { headers })).status).toBe(200);
  });

  test('credentials come in the body of a POST', async () => {
    const body = { 'Basic-Auth': { username: 'reader', password: READER_PASSWORD } };

    expect((await server.rest('POST', '/lexicon/login', { body })).status).toBe(200);
  });

  test.each([
    ['none', {}],
    ['no Base64', { authorization: 'Basic !!' }],
    ['no colon', { authorization: `Basic ${Buffer.from('reader').toString('base64')}` }],
    ['another scheme', { authorization: 'Digest abc' }],
    ['a query', {}],
  ])('401 with %s', async (what, headers) => {
    const query =
      what === 'a query' ? `?username=reader&password=${encodeURIComponent(READER_PASSWORD)}` : '';
    const response = await server.rest('GET', `/lexicon/login${query}`, { headers });

    expect(response.status).toBe(401);
    expect(response.body['message']).toBe('Unauthorized');
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  test.each([
    ['a wrong password', 'reader', 'a password of another'],
    ['an unknown user', 'nobody', READER_PASSWORD],
    ['an empty password', 'reader', ''],
  ])('403 with %s, in the same words', async (_, name, password) => {
    const response = await server.rest('GET', '/lexicon/login', { basic: [name, password] });

    expect(response.status).toBe(403);
    expect(response.body['message']).toBe('Forbidden');
    expect(response.body['code']).toBe('LOGIN_REFUSED');
  });

  test('HEAD issues no token', async () => {
    const response = await server.rest('HEAD', '/lexicon/login', { basic: ['reader', READER_PASSWORD] });

    expect(response.status).toBe(405);
  });

  test('a password is the same in every Unicode form, and may hold colons', async () => {
    const user = { username: 'tsé', password: 'mot:de:passe:é' };
    await server.rest('POST', '/lexicon/users', { token: server.admin, body: { user } });

    const basic = ['ts\u0065\u0301', 'mot:de:passe:\u0065\u0301'] as const;

    expect((await server.rest('GET', '/lexicon/login', { basic })).status).toBe(200);
  });
});

describe('a token', () => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (header: object, claims: object, secret: string, hash = 'sha256') => {
    const text = `${encoded(header)}.${encoded(claims)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  };
  const parts = (token: string) =>
    token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);

  test.each([
    ['nonsense', () => 'nonsense'],
    [
      'one of another secret',
      ([h, c]: object[]) => signed(h ?? {}, c ?? {}, 'another secret of more than 32 bytes ....'),
    ],
    ['one without algorithm', ([h, c]: object[]) => `${encoded({ ...h, alg: 'none' })}.${encoded(c ?? {})}.`],
    [
      'one of another algorithm',
      ([h, c]: object[]) => signed({ ...h, alg: 'HS512' }, c ?? {}, SECRET, 'sha512'),
    ],
    ['one without end', ([h, c]: object[]) => signed(h ?? {}, { ...c, exp: undefined }, SECRET)],
    ['one that has ended', ([h, c]: object[]) => signed(h ?? {}, { ...c, exp: 1 }, SECRET)],
    ['one of the other area', ([h, c]: object[]) => signed(h ?? {}, { ...c, aud: 'chatbot' }, SECRET)],
    ['one of another issuer', ([h, c]: object[]) => signed(h ?? {}, { ...c, iss: 'other' }, SECRET)],
    ['one that makes itself admin', ([h, c]: object[]) => signed(h ?? {}, { ...c, role: 'admin' }, SECRET)],
    ['one of another subject', ([h, c]: object[]) => signed(h ?? {}, { ...c, sub: '1' }, SECRET)],
    ['one without session', ([h, c]: object[]) => signed(h ?? {}, { ...c, jti: randomUUID() }, SECRET)],
  ])('%s is not a valid token', async (_, make) => {
    const token = make(parts(await server.logIn('reader', READER_PASSWORD)));

    expect((await server.rest('GET', '/lexicon/metadata', { token })).status).toBe(401);
    expect(await me(token)).toBeNull();
  });

  test('is accepted as Authorization: Bearer, too', async () => {
    const headers = { authorization: `Bearer ${server.reader}` };
    const response = await server.rest('POST', '/graphql', {
      headers,
      body: { query: '{ me { username } }' },
    });

    expect(objectIn(response, 'data')).toEqual({ me: { username: 'reader' } });
  });

  test('ends at logout while other sessions continue; then all end', async () => {
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => server.logIn(ADMIN_NAME, ADMIN_PASSWORD)),
    );

    expect(
      (await server.graphql('mutation { logOut { endedSessions userErrors { code message } } }', {}, one))
        .data,
    ).toEqual({ logOut: 1 });
    expect(await me(one ?? '')).toBeNull();
    expect(await me(two ?? '')).toEqual({ username: ADMIN_NAME });

    await server.graphql(
      'mutation { logOut(everywhere: true) { endedSessions userErrors { code message } } }',
      {},
      two,
    );
    expect(await me(three ?? '')).toBeNull();
    expect(await me(server.reader)).toEqual({ username: 'reader' });
    Object.assign(server, { admin: await server.logIn(ADMIN_NAME, ADMIN_PASSWORD) });
  });
});

describe('a password', () => {
  test('is changed with the old password, which ends the other sessions', async () => {
    const user = { username: 'changer', password: 'the first password' };
    await server.rest('POST', '/lexicon/users', { token: server.admin, body: { user } });
    const [mine, other] = [
      await server.logIn('changer', user.password),
      await server.logIn('changer', user.password),
    ];
    const change =
      'mutation ($old: String!, $new: String!) { changePassword(oldPassword: $old, newPassword: $new) { user { username } userErrors { code message } } }';

    const wrong = await server.graphql(change, { old: 'not this one', new: 'the second password' }, mine);
    const short = await server.graphql(change, { old: user.password, new: 'short' }, mine);
    const right = await server.graphql(change, { old: user.password, new: 'the second password' }, mine);

    expect(wrong.errors[0]?.extensions['code']).toBe('LOGIN_REFUSED');
    expect(short.errors[0]?.message).toMatch(/password must have 8 to 128/);
    expect(right.data['changePassword']).toEqual({ username: 'changer' });
    expect(await me(mine)).toEqual({ username: 'changer' });
    expect(await me(other)).toBeNull();
    expect((await server.rest('GET', '/lexicon/login', { basic: ['changer', user.password] })).status).toBe(
      403,
    );
    expect(
      (await server.rest('GET', '/lexicon/login', { basic: ['changer', 'the second password'] })).status,
    ).toBe(200);
  });
});
