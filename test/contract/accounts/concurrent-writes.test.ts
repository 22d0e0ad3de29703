import { READER_PASSWORD, startWithAccounts, type AccountServer } from '../../support/accounts';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
});
afterAll(() => server.server.close());

test('a user who edits their account while an admin disables it stays disabled', async () => {
  const { graphql, admin, reader, logIn } = server;
  const change =
    'mutation ($i: UpdateUserInput!) { updateUser(user: "reader", input: $i) { user { isDisabled } userErrors { code message } } }';
  const changes = Array.from({ length: 10 }, (_, n) =>
    graphql(change, { i: { isDisabled: false, address: `street ${String(n)}` } }, reader),
  );

  const locked = await graphql(change, { i: { isDisabled: true } }, admin);
  await Promise.all(changes);

  expect(locked.data['updateUser']).toEqual({ isDisabled: true });
  const { data } = await graphql('{ user(user: "reader") { isDisabled } }', {}, admin);
  expect(data['user']).toEqual({ isDisabled: true });
  expect(await logIn('reader', READER_PASSWORD)).toBe('undefined');
  await graphql(change, { i: { isDisabled: false } }, admin);
});

test('one of several simultaneous changes of a password with the same old one succeeds', async () => {
  const { graphql, logIn } = server;
  const token = await logIn('reader', READER_PASSWORD);
  const passwords = [0, 1, 2].map((n) => `new password ${String(n)}`);
  const change =
    'mutation ($old: String!, $new: String!) { changePassword(oldPassword: $old, newPassword: $new) { user { username } userErrors { code message } } }';

  const responses = await Promise.all(
    passwords.map((password) => graphql(change, { old: READER_PASSWORD, new: password }, token)),
  );

  const accepted = passwords.filter((_, n) => responses[n]?.errors.length === 0);
  expect(accepted).toHaveLength(1);
  expect(await logIn('reader', accepted[0] ?? '')).not.toBe('undefined');
});

test('a demotion and a lockout by two admins at the same time both take effect', async () => {
  const { graphql, admin, rest } = server;
  const second = { username: 'second', password: 'a password of the second', role: 'admin' };
  await rest('POST', '/lexicon/users', { token: admin, body: { user: second } });
  const change =
    'mutation ($i: UpdateUserInput!) { updateUser(user: "second", input: $i) { user { role isDisabled } userErrors { code message } } }';

  await Promise.all([{ role: 'USER' }, { isDisabled: true }].map((i) => graphql(change, { i }, admin)));

  const { data } = await graphql('{ user(user: "second") { role isDisabled } }', {}, admin);
  expect(data['user']).toEqual({ role: 'USER', isDisabled: true });
});

test('one of two admins who concurrently remove each other’s role keeps it', async () => {
  const { graphql, admin, rest, logIn } = server;
  const tokens: string[] = [];
  for (const username of ['third', 'fourth']) {
    const user = { username, password: 'a password of theirs', role: 'admin' };
    await rest('POST', '/lexicon/users', { token: admin, body: { user } });
    tokens.push(await logIn(username, user.password));
  }
  const [third, fourth] = tokens;
  const change =
    'mutation ($id: ID!) { updateUser(user: $id, input: { role: USER }) { user { role } userErrors { code message } } }';

  const responses = await Promise.all([
    graphql(change, { id: 'third' }, fourth),
    graphql(change, { id: 'fourth' }, third),
  ]);

  const refusals = responses.flatMap(({ errors }) => errors.map(({ extensions }) => extensions['code']));
  expect(refusals).toHaveLength(1);
  expect(['FORBIDDEN', 'UNAUTHENTICATED']).toContain(refusals[0]);
  const [winner, loser] = responses[0].errors.length === 0 ? [fourth, 'third'] : [third, 'fourth'];
  const { data } = await graphql('query ($id: ID!) { user(user: $id) { role } }', { id: loser }, winner);
  expect(data['user']).toEqual({ role: 'USER' });
});

test('a user whose role changes during password verification gets no token with the old role', async () => {
  const { sessions, storage } = server.server.gateway;
  const user = await storage.users.findByKey('reader');
  if (!user) throw new Error('there is no reader');
  const owner = { kind: 'user', accountId: String(user.number), name: user.username, role: 'admin' } as const;
  const { record } = sessions.prepare({ ...owner, lifetime: 60 });

  expect(await storage.users.openSession({ ...user, role: 'admin' }, record)).toBe(false);
  expect(await storage.users.openSession(user, record)).toBe(true);
});

test('each login writes the user, also in the same second: it conflicts with a change of rights', async () => {
  const { sessions, storage } = server.server.gateway;
  const user = await storage.users.findByKey('reader');
  if (!user) throw new Error('there is no reader');
  const { number, username: name, role } = user;
  const owner = { kind: 'user', accountId: String(number), name, role, lifetime: 60 } as const;
  const { createdAt } = sessions.prepare(owner).record;

  let last: unknown;
  for (let login = 0; login < 4; login += 1) {
    expect(await storage.users.openSession(user, { ...sessions.prepare(owner).record, createdAt })).toBe(
      true,
    );
    const { lastLoginAt } = (await storage.users.findByKey('reader')) as unknown as { lastLoginAt: Date };
    expect(lastLoginAt.getTime()).not.toBe(last);
    last = lastLoginAt.getTime();
  }
});
