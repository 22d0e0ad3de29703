import { ADMIN_NAME, READER_PASSWORD, startWithAccounts, type AccountServer } from '../support/accounts';
import { runCommand } from '../support/command';

let server: AccountServer;

beforeEach(async () => {
  server = await startWithAccounts();
});
afterEach(() => server.server.close());

const admin = (...args: string[]) => runCommand('admin', args, server.server.env);

test('creates an admin with a password that is shown once, disables and enables the account, and changes the password', async () => {
  const made = await admin('create', 'editor');
  const password = /shown only now: (\S+)/.exec(made.stdout)?.[1] ?? '';
  const token = await server.logIn('editor', password);
  const me = () => server.graphql('{ me { username role } }', {}, token);
  expect((await me()).data['me']).toEqual({ username: 'editor', role: 'ADMIN' });

  await admin('disable', 'editor');
  expect((await me()).data['me']).toBeNull();
  expect(await server.logIn('editor', password)).toBe('undefined');

  await admin('enable', 'editor');
  expect(await server.logIn('editor', password)).not.toBe('undefined');

  const reset = await admin('reset', 'EDITOR');
  expect(await server.logIn('editor', password)).toBe('undefined');
  const other = /shown only now: (\S+)/.exec(reset.stdout)?.[1] ?? '';
  expect(await server.logIn('editor', other)).not.toBe('undefined');

  const { stdout } = await admin('list');
  expect(stdout).toContain(`${ADMIN_NAME}\tadmin\tenabled`);
  expect(stdout).toContain('reader\tuser\tenabled');
});

test('erases a person permanently, and removes the name from comments', async () => {
  const { rest, graphql, reader, admin: token, logIn } = server;
  await rest('POST', '/lexicon/metadata', { token, body: { metadata: { id_dico: 'qaa_fr_1' } } });
  await rest('POST', '/lexicon/articles/qaa_fr_1', {
    token,
    body: { article: { entry: { headword: 'a' } } },
  });
  const { data } = await graphql(
    `
      mutation {
        updateUser(user: "reader", input: { name: "Awa", address: "Dakar" }) {
          user {
            number
          }
          userErrors {
            code
            message
          }
        }
        createComment(
          input: { dictionary: "qaa_fr_1", number: "1", text: "so", avatar: "https://a.example/b" }
        ) {
          comment {
            publicId
          }
          userErrors {
            code
            message
          }
        }
      }
    `,
    {},
    reader,
  );
  const { number } = data['updateUser'] as { number: number };

  const { code } = await admin('erase', 'reader');

  expect(code).toBe(0);
  const user = await graphql(
    'query ($id: ID!) { user(user: $id) { username name address isDisabled } }',
    { id: String(number) },
    token,
  );
  const erased = `erased-${String(number)}`;
  expect(user.data['user']).toEqual({ username: erased, name: null, address: null, isDisabled: true });
  expect(await logIn('reader', READER_PASSWORD)).toBe('undefined');
  expect((await graphql('{ me { username } }', {}, reader)).data['me']).toBeNull();
  const comments = await rest('GET', '/lexicon/comments', { token });
  expect(comments.body['comments']).toMatchObject([{ username: erased, avatar: null, data: 'so' }]);
});

test('changes the password of an application, ends its tokens and records this in the audit log', async () => {
  const { rest, server: gateway } = server;
  const platform = { name: 'The platform', email: 'platform@example.org', password: 'the one that leaked' };
  await gateway.gateway.firstAccounts.ensure({ platform });
  const logIn = (password: string) =>
    rest('GET', '/chatbot/core/applications/login', { basic: [platform.email, password] });
  const token = String((await logIn(platform.password)).body['token']);
  const own = () => server.graphql('{ application { name } }', {}, token);
  expect((await own()).errors).toEqual([]);

  const { code, stdout } = await admin('reset-application', 'THE PLATFORM');
  const password = /shown only now: (\S+)/.exec(stdout)?.[1] ?? '';

  expect([code, (await own()).errors[0]?.extensions['code']]).toEqual([0, 'UNAUTHENTICATED']);
  expect([(await logIn(platform.password)).status, (await logIn(password)).status]).toEqual([401, 200]);
  const { data } = await server.graphql(
    '{ auditLog(first: 3, sort: DESC) { nodes { role action target outcome } } }',
    {},
    server.admin,
  );
  expect((data['auditLog'] as { nodes: unknown }).nodes).toContainEqual({
    role: 'OPERATOR',
    action: 'COMMAND_ADMIN_RESET_APPLICATION',
    target: 'name=THE PLATFORM',
    outcome: 'DONE',
  });
  const [note] = await gateway.gateway.firstAccounts.ensure({ platform });
  expect(note).toMatch(/^PLATFORM_PASSWORD is not the password of its account and has no effect/);
  expect(await gateway.gateway.firstAccounts.ensure({ platform: { ...platform, password } })).toEqual([]);
});

test.each(['nobody', 'reset-application nobody', 'erase nobody', 'create x --role=king'])(
  'reports what is wrong: %s',
  async (line) => {
    const { code, stderr } = await admin(...line.split(' '));

    expect([1, 2]).toContain(code);
    expect(stderr).toMatch(/^(error: .* Allowed choices are .*\.|There is no (user|application) nobody)\n$/);
  },
);

test('gives a dictionary and an application quotas of their own', async () => {
  const { rest, admin: token, graphql } = server;
  await rest('POST', '/lexicon/metadata', { token, body: { metadata: { id_dico: 'qab_fr_1' } } });
  const input = { name: 'Talker', email: 'talker@example.org', password: READER_PASSWORD };
  const create =
    'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { name } userErrors { code message } } }';
  expect((await graphql(create, { input }, token)).errors).toEqual([]);

  const given = await admin('quota-dictionary', 'qab_fr_1', '--max-objects=7', '--max-mib=2');
  expect(given.stdout).toBe('qab_fr_1 stores 0 of at most 7 objects, and 0 of at most 2097152 bytes.\n');
  const other = await admin('quota-application', 'talker', '--max-objects=8');
  expect(other.stderr).toBe('');
  expect(other.stdout).toContain('0 of at most 8 objects');
  const wrong = await admin('quota-application', 'talker', '--max-objects=many');

  expect(wrong.stderr).toContain('maxObjects must be an integer');
  const { data } = await graphql('{ auditLog(last: 3) { nodes { target outcome } } }', {}, token);
  expect(data['auditLog']).toEqual({
    nodes: [
      { target: 'dictionaryId=qab_fr_1 maxObjects=7 maxMiB=2', outcome: 'DONE' },
      { target: 'name=talker maxObjects=8', outcome: 'DONE' },
      { target: 'name=talker maxObjects=NaN', outcome: 'INVALID_INPUT' },
    ],
  });
});
