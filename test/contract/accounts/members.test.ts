import {
  ADMIN_NAME,
  clientOf,
  READER_PASSWORD,
  startWithAccounts,
  type AccountServer,
} from '../../support/accounts';
import { eventually } from '../../support/eventually';
import { startGateway } from '../../support/gateway';
import { tusClient } from '../../support/tus';

let server: AccountServer;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startWithAccounts();
  for (const name of ['reader', 'awa', 'binta', 'chidi', 'dayo']) {
    const user = { username: name, password: READER_PASSWORD };
    await server.rest('POST', '/lexicon/users', { token: server.admin, body: { user } });
    tokens.set(name, await server.logIn(name, READER_PASSWORD));
  }
});
afterAll(() => server.server.close());

// Each test begins with two dictionaries that have no members and no articles.
beforeEach(async () => {
  for (const id_dico of ['bam', 'wol'])
    await server.rest('POST', '/lexicon/metadata', {
      token: server.admin,
      body: { metadata: { id_dico, abbr_name: id_dico } },
    });
});
afterEach(async () => {
  for (const dictionary of ['bam', 'wol'])
    await server.rest('DELETE', `/lexicon/metadata/${dictionary}?confirm=${dictionary}`, {
      token: server.admin,
    });
});

type Reply = Readonly<Record<string, unknown>> | null;

async function execute(query: string, token = server.admin) {
  const { body } = await server.rest('POST', '/graphql', { token, body: { query } });
  const { data, errors = [] } = body as {
    data?: Record<string, Reply> | null;
    errors?: { extensions: { code: string } }[];
  };
  const [payload = null] = Object.values(data ?? {});
  const [fault] = (payload?.['userErrors'] as { code: string }[] | undefined) ?? [];
  return { payload, code: errors[0]?.extensions.code ?? fault?.code ?? 'done' };
}

const set = async (user: string, role: string, token?: string, dictionary = 'bam') =>
  (
    await execute(
      `mutation { setDictionaryMember(dictionary: "${dictionary}", user: "${user}", role: ${role}) { dictionaryMember { role } userErrors { code } } }`,
      token,
    )
  ).code;
const remove = async (user: string, token?: string, dictionary = 'bam') =>
  (
    await execute(
      `mutation { removeDictionaryMember(dictionary: "${dictionary}", user: "${user}") { dictionaryMember { role } userErrors { code } } }`,
      token,
    )
  ).code;
/** The code of the refusal, if it was refused. */
const write = async (headword: string, token: string | undefined, dictionary = 'bam') => {
  const body = { article: { entry: { headword } } };
  const response = await server.rest('POST', `/lexicon/articles/${dictionary}`, { token, body });
  return (response.body['code'] ?? 'done') as string;
};

test('a role takes effect immediately in open sessions, over REST and GraphQL, only in its dictionary', async () => {
  const binta = tokens.get('binta');
  expect(await write('so', binta)).toBe('FORBIDDEN');

  expect(await set('binta', 'EDITOR')).toBe('done');

  expect(await write('so', binta)).toBe('done');
  expect(await write('so', binta, 'wol')).toBe('FORBIDDEN');
  expect(await write('so', binta, 'nowhere')).toBe('FORBIDDEN');
  const visible = await execute('{ dictionary(dictionary: "bam") { viewerRole viewerCanUpdate } }', binta);
  expect(visible.payload).toEqual({ viewerRole: 'EDITOR', viewerCanUpdate: false });
  const me = await execute(
    '{ me { username memberships { dictionaryId: dictionaryPublicId role } } }',
    binta,
  );
  expect(me.payload).toMatchObject({ memberships: [{ dictionaryId: 'bam', role: 'EDITOR' }] });

  expect(await remove('binta')).toBe('done');
  expect(await write('so', binta)).toBe('FORBIDDEN');
});

test('an editor hides articles, sees them, and filters by them, in one dictionary', async () => {
  await set('binta', 'EDITOR');
  const binta = tokens.get('binta');
  const body = { article: { entry: { headword: 'dugu' } } };
  const made = await server.rest('POST', '/lexicon/articles/bam', { token: binta, body });
  const number = Number((made.body['article'] as Record<string, unknown>)['id_article']);
  const hide = `mutation { setArticleDisabled(dictionary: "bam", number: "${number}", isDisabled: true) { article { revision isDisabled } userErrors { code } } }`;
  expect((await execute(hide, tokens.get('chidi'))).code).toBe('FORBIDDEN');
  expect((await execute(hide, binta)).code).toBe('done');

  const listed = (token: string | undefined, dictionary: string) =>
    execute(
      `{ articles(filter: { dictionary: "${dictionary}", isDisabled: true }) { totalCount nodes { number } } }`,
      token,
    );
  expect((await listed(binta, 'bam')).payload).toMatchObject({ totalCount: 1, nodes: [{ number }] });
  expect((await listed(binta, 'wol')).code).toBe('FORBIDDEN');
  expect((await execute('{ articles(filter: { isDisabled: true }) { totalCount } }', binta)).code).toBe(
    'FORBIDDEN',
  );
  expect((await server.rest('GET', `/lexicon/articles/bam/${number}`, { token: binta })).status).toBe(200);
  const nonMember = { token: tokens.get('chidi') };
  expect((await server.rest('GET', `/lexicon/articles/bam/${number}`, nonMember)).status).toBe(206);
  const exported = async (token: string | undefined) =>
    (await server.rest('GET', '/export/dictionaries/bam.csv', { token })).text.includes('dugu');
  expect([await exported(binta), await exported(tokens.get('chidi'))]).toEqual([true, false]);
});

test('an owner uploads and imports into one dictionary, and changes its metadata', async () => {
  await set('awa', 'OWNER');
  const awa = tokens.get('awa') ?? '';
  const { upload } = tusClient({ server: server.server, admin: awa });
  const id = await upload('headword,fr\nji,eau\n', 'mots.csv');
  const begin = (dictionary: string) =>
    execute(
      `mutation { createImport(upload: "${id}", dictionary: "${dictionary}") { dictionaryImport { importId: publicId } userErrors { code } } }`,
      awa,
    );
  expect((await begin('wol')).code).toBe('FORBIDDEN');
  expect((await begin('new_one')).code).toBe('FORBIDDEN');
  const started = await begin('bam');
  const { importId } = started.payload?.['dictionaryImport'] as { importId: string };
  const stateOf = (token?: string) => execute(`{ dictionaryImport(import: "${importId}") { state } }`, token);
  await eventually(async () => (await stateOf(awa)).payload?.['state'] === 'WAITING');
  expect((await stateOf(tokens.get('binta'))).code).toBe('FORBIDDEN');
  const accept = await execute(
    `mutation { acceptImport(import: "${importId}") { dictionaryImport { state } userErrors { code } } }`,
    awa,
  );
  expect(accept.code).toBe('done');
  await eventually(async () => (await stateOf(awa)).payload?.['state'] === 'DONE');
  const metadata = { token: awa, body: { metadata: { comment: 'by its owner' } } };
  expect((await server.rest('PUT', '/lexicon/metadata/bam', metadata)).status).toBe(200);
  expect((await server.rest('PUT', '/lexicon/metadata/wol', metadata)).body).toMatchObject({
    code: 'FORBIDDEN',
  });
  const upload403 = tusClient({ server: server.server, admin: tokens.get('reader') ?? '' });
  expect((await upload403.begin(3)).status).toBe(403);
});

test('members see each other, owners change others, and everybody may leave', async () => {
  await set('awa', 'OWNER');
  await set('binta', 'EDITOR');
  await set('chidi', 'READER');
  const list = (token?: string) =>
    execute(
      '{ dictionary(dictionary: "bam") { members(first: 2) { totalCount nodes { username role } } } }',
      token,
    );
  expect((await list(tokens.get('chidi'))).payload).toEqual({
    members: {
      totalCount: 3,
      nodes: [
        { username: 'awa', role: 'OWNER' },
        { username: 'binta', role: 'EDITOR' },
      ],
    },
  });
  expect((await list(tokens.get('dayo'))).code).toBe('FORBIDDEN');

  expect(await set('dayo', 'READER', tokens.get('binta'))).toBe('FORBIDDEN');
  expect(await remove('awa', tokens.get('binta'))).toBe('FORBIDDEN');
  expect(await remove('nobody at all', tokens.get('binta'))).toBe('FORBIDDEN');
  expect(await set('nobody at all', 'READER', tokens.get('awa'))).toBe('NOT_FOUND');
  expect(await set('dayo', 'CONTRIBUTOR', tokens.get('awa'))).toBe('done');
  expect(await remove('dayo', tokens.get('dayo'))).toBe('done');
  expect(await remove('dayo', tokens.get('awa'))).toBe('NOT_FOUND');
});

test('owners cannot remove the last owner; an admin can', async () => {
  await set('awa', 'OWNER');
  expect(await set('awa', 'EDITOR', tokens.get('awa'))).toBe('CONFLICT');
  expect(await remove('awa', tokens.get('awa'))).toBe('CONFLICT');
  await set('dayo', 'OWNER', tokens.get('awa'));
  expect(await set('awa', 'EDITOR', tokens.get('awa'))).toBe('done');
  expect(await remove('dayo')).toBe('done');
});

test('one of two owners who remove each other in two processes remains', async () => {
  const other = await startGateway({ RATE_LIMITS: 'off', ...server.server.env });
  try {
    await set('awa', 'OWNER', undefined, 'wol');
    await set('dayo', 'OWNER', undefined, 'wol');
    const there = clientOf(other.url);
    const removals = await Promise.all([
      remove('dayo', tokens.get('awa'), 'wol'),
      there
        .graphql(
          'mutation { removeDictionaryMember(dictionary: "wol", user: "awa") { dictionaryMember { role } userErrors { code } } }',
          {},
          tokens.get('dayo'),
        )
        .then(({ errors }) => (errors[0]?.extensions['code'] ?? 'done') as string),
    ]);
    expect(removals.filter((code) => code === 'done')).toHaveLength(1);
    const remaining = await execute('{ dictionary(dictionary: "wol") { members { nodes { role } } } }');
    expect(remaining.payload).toEqual({ members: { nodes: [{ role: 'OWNER' }] } });
  } finally {
    await other.close();
  }
});

test('a waiting write is not stored if the role is removed before it runs', async () => {
  await set('dayo', 'EDITOR');
  const dayo = tokens.get('dayo');
  const writes = Array.from({ length: 30 }, (_, i) => write(`late${i}`, dayo));
  const removal = remove('dayo');
  const codes = await Promise.all(writes);
  expect(await removal).toBe('done');
  const { payload } = await execute(
    '{ articles(filter: { dictionary: "bam" }, first: 100) { nodes { headword } } }',
  );
  const stored = (payload?.['nodes'] as { headword: string }[]).filter(({ headword }) =>
    headword.startsWith('late'),
  );
  expect(stored).toHaveLength(codes.filter((code) => code === 'done').length);
  expect(codes.filter((code) => code !== 'done' && code !== 'FORBIDDEN')).toEqual([]);
  expect(await write('after', dayo)).toBe('FORBIDDEN');
});

test('changes of members are in the audit log, and a deleted dictionary has none', async () => {
  await set('dayo', 'EDITOR', undefined, 'wol');
  const log = await execute('{ auditLog(first: 1, sort: DESC) { nodes { action target name } } }');
  expect(log.payload).toMatchObject({
    nodes: [
      {
        action: 'SET_DICTIONARY_MEMBER',
        target: 'dictionary=wol user=dayo role=editor',
        name: ADMIN_NAME,
      },
    ],
  });
  await server.rest('DELETE', '/lexicon/metadata/wol?confirm=wol', { token: server.admin });
  await server.rest('POST', '/lexicon/metadata', {
    token: server.admin,
    body: { metadata: { id_dico: 'wol' } },
  });
  expect(await write('so', tokens.get('dayo'), 'wol')).toBe('FORBIDDEN');
  const newToken = await server.logIn('dayo', READER_PASSWORD);
  expect(await write('so', newToken, 'wol')).toBe('FORBIDDEN');
});
