import { ADMIN_NAME, type AccountServer, objectIn, startWithAccounts } from '../../support/accounts';
import { later } from '../../support/later';
import { runCommand } from '../../support/command';

const DAY_MS = 24 * 3_600_000;
const NEW = 'a new password';
const FAULTS = 'userErrors { code message }';

let server: AccountServer;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startWithAccounts({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
  for (const id_dico of ['mine', 'other'])
    await server.rest('POST', '/lexicon/metadata', { token: server.admin, body: { metadata: { id_dico } } });
});
afterAll(() => server.server.close());

const passwordOf = (username: string) => `the password of ${username}`;

async function user(username: string, roles: Readonly<Record<string, string>> = {}, { agrees = false } = {}) {
  const made = `createUser(input: { username: "${username}", password: "${passwordOf(username)}", ownersMayResetPassword: ${String(agrees)} })`;
  await admin(`mutation { ${made} { user { number } ${FAULTS} } }`);
  for (const [dictionary, role] of Object.entries(roles)) await become(username, dictionary, role);
  tokens.set(username, await server.logIn(username, passwordOf(username)));
}

const become = (username: string, dictionary: string, role: string) =>
  admin(
    `mutation { setDictionaryMember(dictionary: "${dictionary}", user: "${username}", role: ${role}) { dictionaryMember { role } ${FAULTS} } }`,
  );

async function execute(query: string, token?: string, variables = {}, address = '198.51.100.1') {
  const { body } = await server.rest('POST', '/graphql', {
    token,
    body: { query, variables },
    headers: { 'x-forwarded-for': address },
  });
  const root = Object.values((body['data'] ?? {}) as Record<string, Record<string, unknown> | null>)[0];
  const errors = (body['errors'] ?? []) as { readonly extensions: { readonly code: string } }[];
  const faults = (root?.['userErrors'] ?? []) as { readonly code: string }[];
  return { root, code: errors[0]?.extensions.code ?? faults[0]?.code };
}
const admin = (query: string) => execute(query, server.admin);

describe('a password reset link', () => {
  async function link(username: string, token = server.admin) {
    const mutation = `mutation { createPasswordResetLink(user: "${username}") { passwordResetLink { token path } ${FAULTS} } }`;
    const { root, code } = await execute(mutation, token);
    const made = root?.['passwordResetLink'] as { token: string; path: string } | null | undefined;
    return { token: made?.token ?? '', path: made?.path ?? '', code };
  }
  const use = (token: string, newPassword = NEW, address = '198.51.100.2') =>
    execute(
      `mutation ($t: String!, $p: String!) { resetPassword(token: $t, newPassword: $p) { user { username } ${FAULTS} } }`,
      undefined,
      { t: token, p: newPassword },
      address,
    );

  test('ends sessions and keys and clears failed logins; only the latest link works, and only once', async () => {
    await user('forgetful');
    const key = await newKey('forgetful', 'scopes: [READ]');
    for (let n = 0; n < 6; n++) await server.logIn('forgetful', 'wrong password');
    const [old, { token, path }] = [await link('forgetful'), await link('forgetful')];
    const found = await execute(`{ passwordReset(token: "${token}") { username } }`);
    const [replaced, short] = [await use(old.token), await use(token, 'short')];
    const both = await Promise.all([use(token), use(token, 'another password')]);

    expect(path).toBe(`/desk/reset/${token}`);
    expect(found.root).toEqual({ username: 'forgetful' });
    expect([replaced.code, short.code]).toEqual(['INVALID_INPUT', 'INVALID_INPUT']);
    expect(both.map(({ code }) => code).sort()).toEqual(['INVALID_INPUT', undefined]);
    const chosen = both[0].code === undefined ? NEW : 'another password';
    expect(await server.logIn('forgetful', chosen)).not.toBe('undefined');
    expect((await execute('{ me { username } }', tokens.get('forgetful'))).root).toBeNull();
    expect((await execute('{ me { username } }', key)).root).toBeNull();
    expect((await execute(`{ passwordReset(token: "${token}") { username } }`)).root).toBeNull();
  });

  test('is not available for one’s own account, for a disabled user, or after a day', async () => {
    await user('resting');
    const { token } = await link('resting');
    expect((await later(DAY_MS, () => use(token))).code).toBe('INVALID_INPUT');
    const set = (input: string) =>
      admin(`mutation { updateUser(user: "resting", input: ${input}) { user { number } ${FAULTS} } }`);
    await set('{ isDisabled: true }');
    expect([(await use(token)).code, (await link('resting')).code]).toEqual(['INVALID_INPUT', 'CONFLICT']);
    await set('{ isDisabled: false }');
    // What disables a user voids the link for good.
    expect((await use(token)).code).toBe('INVALID_INPUT');
    expect((await link(ADMIN_NAME)).code).toBe('FORBIDDEN');
    expect((await link('nobody')).code).toBe('NOT_FOUND');
  });

  test('can be created by owners for members who have agreed and have no further rights; both are checked again when it is used', async () => {
    await user('boss', { mine: 'OWNER' });
    await user('agreed', { mine: 'EDITOR' }, { agrees: true });
    await user('silent', { mine: 'EDITOR' });
    await user('elsewhere', { mine: 'READER', other: 'EDITOR' }, { agrees: true });
    await user('roleless', {}, { agrees: true });
    await user('chief', { mine: 'READER' }, { agrees: true });
    await admin(
      `mutation { updateUser(user: "chief", input: { role: ADMIN }) { user { number } ${FAULTS} } }`,
    );
    const owner = tokens.get('boss');
    const codes: unknown[] = [];
    for (const name of ['silent', 'elsewhere', 'roleless', 'chief', ADMIN_NAME, 'boss', 'nobody'])
      codes.push((await link(name, owner)).code);
    expect(codes).toEqual(codes.map(() => 'FORBIDDEN'));
    expect((await link('silent', tokens.get('agreed'))).code).toBe('FORBIDDEN');

    const earlierLink = await link('agreed', owner);
    expect(earlierLink.code).toBeUndefined();
    await become('agreed', 'other', 'EDITOR');
    expect((await use(earlierLink.token)).code).toBe('INVALID_INPUT');
    await become('boss', 'other', 'OWNER');
    const laterLink = await link('agreed', owner);
    await become('boss', 'mine', 'EDITOR');
    await become('boss', 'other', 'READER');
    expect((await use(laterLink.token)).code).toBe('INVALID_INPUT');
    await become('boss', 'mine', 'OWNER');
    await become('boss', 'other', 'EDITOR');
    expect((await use((await link('agreed', owner)).token)).code).toBeUndefined();
  });

  test('is created by a command, accepts thirty guesses an hour, and is in the audit log without its secret', async () => {
    await user('operated');
    const { stdout } = await runCommand('admin', ['reset-link', 'operated'], server.server.env);
    const [, token = ''] = /\/desk\/reset\/(\S+)/.exec(stdout) ?? [];
    const guesses: unknown[] = [];
    for (let n = 0; n < 31; n++)
      guesses.push(
        (await use(token.replace(/.$/, token.endsWith('x') ? 'y' : 'x'), NEW, '198.51.100.3')).code,
      );
    expect(guesses.slice(0, 30)).toEqual(guesses.slice(0, 30).map(() => 'INVALID_INPUT'));
    expect(guesses[30]).toBe('RATE_LIMITED');
    expect((await use(token)).code).toBeUndefined();

    const { root } = await admin(
      '{ auditLog(first: 100, sort: DESC) { nodes { name action target outcome } } }',
    );
    const entries = JSON.stringify(root);
    expect(root?.['nodes']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'COMMAND_ADMIN_RESET_LINK', target: 'username=operated' }),
        expect.objectContaining({ name: 'operated', action: 'RESET_PASSWORD', outcome: 'DONE' }),
      ]),
    );
    expect(entries).not.toContain(token.slice(-20));
  });
});

async function newKey(username: string, input: string): Promise<string> {
  const mutation = `mutation { createApiKey(input: { name: "program", ${input} }) { createdApiKey { token } ${FAULTS} } }`;
  const { root } = await execute(mutation, username === ADMIN_NAME ? server.admin : tokens.get(username));
  return (root?.['createdApiKey'] as { token: string } | null)?.token ?? '';
}

describe('an API key', () => {
  const write = (token: string, dictionary = 'mine') =>
    execute(
      `mutation { createArticle(dictionary: "${dictionary}", input: { source: { entry: { headword: "a" } } }) { article { number } ${FAULTS} } }`,
      token,
    );
  const keysOf = async (username: string) => {
    const { root } = await admin(
      `{ user(user: "${username}") { apiKeys { prefix name scopes dictionaryPublicIds expiresAt lastUsedAt } } }`,
    );
    return root?.['apiKeys'] as readonly { prefix: string; lastUsedAt: string | null }[];
  };

  test('has the current rights of its user in its dictionaries, over GraphQL and REST', async () => {
    await user('writer', { mine: 'EDITOR', other: 'EDITOR' });
    const key = await newKey('writer', 'scopes: [WRITE]');
    const narrow = await newKey('writer', 'scopes: [WRITE], dictionaries: ["mine"]');
    const reading = await newKey('writer', 'scopes: [READ]');
    const bearer = await server.rest('POST', '/lexicon/articles/mine', {
      body: { article: { entry: { headword: 'b' } } },
      headers: { authorization: `Bearer ${key}` },
    });

    expect([bearer.status, objectIn(bearer, 'article')]).toEqual([201, expect.anything()]);
    expect([(await write(key, 'other')).code, (await write(narrow)).code]).toEqual([undefined, undefined]);
    expect([(await write(narrow, 'other')).code, (await write(reading)).code]).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ]);
    await admin(
      `mutation { removeDictionaryMember(dictionary: "mine", user: "writer") { dictionaryMember { role } ${FAULTS} } }`,
    );
    expect([(await write(key)).code, (await write(key, 'other')).code]).toEqual(['FORBIDDEN', undefined]);
    expect((await write(narrow)).code).toBe('FORBIDDEN');
    const setDisabled = (isDisabled: boolean) =>
      admin(
        `mutation { updateUser(user: "writer", input: { isDisabled: ${String(isDisabled)} }) { user { number } ${FAULTS} } }`,
      );
    await setDisabled(true);
    expect((await write(key, 'other')).code).toBe('UNAUTHENTICATED');
    await setDisabled(false);
    expect((await write(key, 'other')).code).toBeUndefined();
    expect((await later(91 * DAY_MS, () => write(key, 'other'))).code).toBe('UNAUTHENTICATED');
  });

  test('for some dictionaries cannot write in others, not even where every user may', async () => {
    await user('voter', { mine: 'EDITOR', other: 'EDITOR' });
    const unrestricted = await newKey('voter', 'scopes: [COMMENT, WRITE]');
    const narrow = await newKey('voter', 'scopes: [COMMENT, WRITE], dictionaries: ["mine"]');
    const { root } = await write(unrestricted, 'other');
    const { number } = root?.['article'] as { number: number };
    const of = (token: string) =>
      Promise.all(
        [
          `voteOnArticle(dictionary: "other", number: "${number}", vote: LIKE) { article { number } ${FAULTS} }`,
          `createComment(input: { dictionary: "other", number: "${number}", text: "x" }) { comment { text } ${FAULTS} }`,
        ].map(async (mutation) => (await execute(`mutation { ${mutation} }`, token)).code),
      );

    expect(await of(narrow)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(await of(unrestricted)).toEqual([undefined, undefined]);
  });

  test('of an admin has the rights of an owner in the dictionaries that it names, and no rights of an admin', async () => {
    const key = await newKey(ADMIN_NAME, 'scopes: [WRITE, IMPORT], dictionaries: ["mine"]');
    const without = await newKey(ADMIN_NAME, 'scopes: [WRITE]');

    expect((await write(key)).code).toBeUndefined();
    expect([(await write(key, 'other')).code, (await write(without)).code]).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ]);
    for (const query of [
      '{ users(first: 1) { nodes { number } } }',
      '{ auditLog(first: 1) { nodes { action } } }',
      '{ me { apiKeys { prefix } } }',
      `mutation { createApiKey(input: { name: "more", scopes: [READ] }) { createdApiKey { token } ${FAULTS} } }`,
      `mutation { changePassword(oldPassword: "x", newPassword: "${NEW}") { user { number } ${FAULTS} } }`,
      `mutation { createPasswordResetLink(user: "writer") { passwordResetLink { path } ${FAULTS} } }`,
      `mutation { deleteUser(user: "${ADMIN_NAME}") { user { number } ${FAULTS} } }`,
    ])
      expect((await execute(query, key)).code).toBe('FORBIDDEN');
  });

  test('is listed without its secret, is noted when used, and revoked by its user and by admins', async () => {
    await user('maker', { mine: 'EDITOR' });
    await user('other one');
    const [key, second] = [await newKey('maker', 'scopes: [READ]'), await newKey('maker', 'scopes: [READ]')];
    await Promise.all([1, 2, 3].map(() => execute('{ me { number } }', key)));
    const [newest, first] = await keysOf('maker');
    const revoke = (prefix: string, token?: string) =>
      execute(`mutation { revokeApiKey(prefix: "${prefix}") { apiKey { prefix } ${FAULTS} } }`, token);

    expect([key.startsWith(`${first?.prefix}_`), second.startsWith(`${newest?.prefix}_`)]).toEqual([
      true,
      true,
    ]);
    expect([first?.lastUsedAt, newest?.lastUsedAt]).toEqual([expect.any(String), null]);
    expect((await revoke(first!.prefix, tokens.get('other one'))).code).toBe('NOT_FOUND');
    expect((await revoke(first!.prefix, tokens.get('maker'))).code).toBeUndefined();
    expect((await revoke(newest!.prefix, server.admin)).code).toBeUndefined();
    expect((await revoke(newest!.prefix, server.admin)).code).toBe('NOT_FOUND');
    expect(await keysOf('maker')).toEqual([]);
    for (const token of [key, second]) expect((await execute('{ me { number } }', token)).root).toBeNull();
  });

  test('is limited in number, lifetime and names, and charged to its user', async () => {
    await user('greedy');
    await user('careless');
    const made: string[] = [];
    for (let n = 0; n < 5; n++)
      made.push(...(await Promise.all(Array.from({ length: 5 }, () => newKey('greedy', 'scopes: [READ]')))));
    const [key = ''] = made.filter((key) => key !== '');
    const refuse = async (input: string) =>
      (
        await execute(
          `mutation { createApiKey(input: { ${input} }) { createdApiKey { token } ${FAULTS} } }`,
          tokens.get('careless'),
        )
      ).code;
    const remaining = async (token: string) => {
      const { headers } = await server.rest('GET', '/lexicon/metadata', {
        headers: { 'x-forwarded-for': '198.51.100.9', authorization: `Bearer ${token}` },
      });
      return [headers.get('ratelimit-limit'), Number(headers.get('ratelimit-remaining'))] as const;
    };

    expect(made.filter((key) => key !== '')).toHaveLength(20);
    expect(await refuse('name: "", scopes: [READ]')).toBe('INVALID_INPUT');
    expect(await refuse('name: "a", scopes: []')).toBe('INVALID_INPUT');
    expect(await refuse('name: "a", scopes: [READ], days: 366')).toBe('INVALID_INPUT');
    expect(await refuse('name: "a", scopes: [READ], dictionaries: ["none"]')).toBe('DICTIONARY_NOT_FOUND');
    const [limit, remainingBefore] = await remaining(tokens.get('greedy') ?? '');
    const [ofKey, remainingAfter] = await remaining(key);
    expect([limit, ofKey]).toEqual(['3000', '3000']);
    expect(remainingAfter).toBe(remainingBefore - 1);
  });
});
