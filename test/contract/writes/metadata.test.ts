import { objectIn, startWithAccounts, type AccountServer } from '../../support/accounts';

const FIELDS = [
  ...['abbr_name', 'comment', 'description', 'id_dico', 'long_name', 'publication', 'review_version'],
  ...['review_year', 'short_name', 'source', 'src_authors', 'trg_authors'],
];
/** A race is rare: RACE_ROUNDS=100 looks longer than the suite has time for. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 5);
const KNOWN = 'known_fr_1';
const PATHS = ['/lexicon/metadata', '/lexicon/dictionaries/metadata'] as const;

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
  await create({ id_dico: KNOWN });
});
afterAll(() => server.server.close());

const create = (metadata: unknown, token: string | undefined = server.admin) =>
  server.rest('POST', '/lexicon/metadata', { token, body: { metadata } });

describe('B38', () => {
  test.each(PATHS)('POST %s makes a dictionary', async (path) => {
    const fields = Object.fromEntries(FIELDS.map((field) => [field, `${field} of ${path.length}`]));
    const metadata = { ...fields, id_dico: `ŋk̀ù_fr_${path.length}`.normalize('NFD') };
    const response = await server.rest('POST', path, { token: server.admin, body: { metadata } });

    expect(response.status).toBe(201);
    expect(Object.keys(response.body).sort()).toEqual(['message', 'metadata', 'status', 'uri']);
    expect(response.body).toMatchObject({ message: 'Metadata created', status: 201, uri: path });
    expect(objectIn(response, 'metadata')).toEqual({
      ...metadata,
      id_dico: metadata.id_dico.normalize('NFC'),
    });
    const read = await server.rest('GET', decodeURI(String(response.headers.get('location'))), {
      token: server.reader,
    });
    expect(read.body['metadata']).toEqual(objectIn(response, 'metadata'));
  });

  test('accepts the metadata with or without the member metadata, as B41 accepts a user', async () => {
    const body = { id_dico: 'flat_fr_1', long_name: 'Flat' };
    const response = await server.rest('POST', '/lexicon/metadata', { token: server.admin, body });

    expect(response.status).toBe(201);
    expect(objectIn(response, 'metadata')).toMatchObject(body);
  });

  test('derives an identifier from abbreviation and year', async () => {
    const one = await create({ abbr_name: 'lin-fr', review_year: '1999' });
    const two = await create({ abbr_name: 'lin-fr' });

    expect(objectIn(one, 'metadata')['id_dico']).toBe('lin-fr_1999');
    expect(objectIn(two, 'metadata')['id_dico']).toBe(`lin-fr_${String(new Date().getUTCFullYear())}`);
  });

  test.each([
    ['neither identifier nor abbreviation', { long_name: 'x' }],
    ['nothing', undefined],
    ['a taken identifier', { id_dico: KNOWN }],
  ])('403 with %s', async (_, metadata) => {
    const response = await create(metadata);

    expect([response.status, response.body['message']]).toEqual([403, 'Forbidden']);
  });

  test.each([
    ['a number for a text', { id_dico: 'qaa_1', long_name: 5 }, /long_name/],
    ['a text that is too long', { id_dico: 'qaa_1', long_name: 'x'.repeat(10_001) }, /^long_name must have/],
    ['no object', 'text', /metadata/],
    ['a space in the identifier', { id_dico: 'a b' }, /^id_dico must have/],
  ])('400 with %s, named', async (_, metadata, name) => {
    const response = await create(metadata);

    expect(response.status).toBe(400);
    expect(response.body['message']).toMatch(name);
  });

  test('401 without the role', async () => {
    for (const token of [undefined, server.reader]) {
      const response = await server.rest('POST', '/lexicon/metadata', { token, body: {} });
      expect([response.status, response.body['message']]).toEqual([401, 'Unauthorized to create Metadata']);
    }
  });

  test('creates one of fifty equal simultaneous dictionaries, in every round', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => create({ id_dico: `race_${String(round)}` })),
      );
      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => status === 403)).toHaveLength(49);
    }
  });
});

describe('B39 and B40', () => {
  test.each(PATHS)('GET %s lists them, with their number', async (path) => {
    const response = await server.rest('GET', `${path}?limit=1000`, { token: server.reader });

    expect(response.status).toBe(200);
    expect(Object.keys(response.body).sort()).toEqual(['metadata', 'status', 'total']);
    const list = response.body['metadata'] as Record<string, unknown>[];
    expect(response.body).toMatchObject({ status: 200, total: list.length });
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(FIELDS);
    const ids = list.map(({ id_dico: id }) => String(id));
    expect(ids).toEqual([...ids].sort());
  });

  test.each([
    ['a list without a token', ['', undefined, 401, 'Unauthorized to get metadata']],
    ['one without a token', [`/${KNOWN}`, undefined, 401, 'Unauthorized to get metadata']],
    ['an unknown one without a token', ['/no_such', undefined, 401, 'Unauthorized to get metadata']],
    ['an unknown one', ['/no_such', 'reader', 404, 'Metadata not found']],
    ['a page past the end', ['?page=9999', 'reader', 404, 'Metadata not found']],
  ] as const)('%s', async (_, [path, sender, status, message]) => {
    for (const start of PATHS) {
      const response = await server.rest('GET', `${start}${path}`, { token: sender && server[sender] });
      expect([response.status, response.body['message']]).toEqual([status, message]);
    }
  });

  test('a dictionary is sent again only after a change', async () => {
    await create({ id_dico: 'read_fr_1' });
    const path = '/lexicon/metadata/read_fr_1';
    const etag = String((await server.rest('GET', path, { token: server.reader })).headers.get('etag'));
    const getAgain = () =>
      server.rest('GET', path, { token: server.reader, headers: { 'if-none-match': etag } });
    const update =
      'mutation ($d: ID!, $r: [Int!]) { updateDictionary(dictionary: $d, input: { comment: "new" }, revisions: $r) { dictionary { comment revision } userErrors { code message } } }';

    expect((await getAgain()).status).toBe(304);
    const stale = await server.graphql(update, { d: 'read_fr_1', r: [9] }, server.admin);
    expect(stale.errors[0]?.extensions['code']).toBe('REVISION_MISMATCH');
    const done = await server.graphql(update, { d: 'read_fr_1', r: 1 }, server.admin);
    expect(done.data['updateDictionary']).toEqual({ comment: 'new', revision: 2 });
    expect((await getAgain()).status).toBe(200);
  });
});

test('PUBLIC_METADATA_READ allows everyone to read metadata, and no one to write them', async () => {
  const open = await startWithAccounts({ PUBLIC_METADATA_READ: 'true' });
  await open.rest('POST', '/lexicon/metadata', {
    token: open.admin,
    body: { metadata: { id_dico: 'qaa', source: 'x' } },
  });

  expect((await open.rest('GET', '/lexicon/metadata')).status).toBe(200);
  expect((await open.rest('GET', '/lexicon/metadata/qaa')).status).toBe(200);
  expect((await open.graphql('{ dictionary(dictionary: "qaa") { source } }')).data).toEqual({
    dictionary: { source: 'x' },
  });
  expect((await open.rest('POST', '/lexicon/metadata', { body: {} })).status).toBe(401);
  await open.server.close();
});

describe('PUT of metadata', () => {
  const path = '/lexicon/metadata/put_fr_1';
  const put = (body: object, token: string | undefined = server.admin, headers = {}) =>
    server.rest('PUT', path, { token, body, headers });

  test('changes the given members, if the revision is the one that the client has seen', async () => {
    await create({ id_dico: 'put_fr_1', long_name: 'Long', short_name: 'Short' });
    const changed = await put({ metadata: { long_name: 'Longer' } });
    expect([changed.status, changed.body['message']]).toEqual([200, 'Metadata updated']);
    expect(objectIn(changed, 'metadata')).toMatchObject({ long_name: 'Longer', short_name: 'Short' });

    const headers = { 'if-match': String(changed.headers.get('etag')) };
    expect((await put({ short_name: '' }, server.admin, headers)).status).toBe(200);
    expect((await put({ short_name: 'x' }, server.admin, headers)).status).toBe(412);
    const current = String((await server.rest('GET', path, { token: server.reader })).headers.get('etag'));
    expect((await put({ short_name: 'x' }, server.admin, { 'if-none-match': current })).status).toBe(412);
    expect((await put({ short_name: 'x' }, server.admin, { 'if-none-match': '"9.0"' })).status).toBe(200);
  });

  test('401 without the role, 404 without the dictionary', async () => {
    expect((await put({}, server.reader)).status).toBe(401);
    const missing = await server.rest('PUT', '/lexicon/metadata/none', { token: server.admin, body: {} });
    expect([missing.status, missing.body['message']]).toEqual([404, 'Metadata not found']);
  });
});
