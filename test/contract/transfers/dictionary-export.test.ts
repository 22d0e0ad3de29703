import { nounLine } from '../../support/articles';
import { type AccountServer, startWithAccounts } from '../../support/accounts';
import { dictionaryFolder } from '../../support/dictionary-files';

const ID = 'qaa_fr_export';
const PATH = `/export/dictionaries/${ID}`;

let accounts: AccountServer;

beforeAll(async () => {
  accounts = await startWithAccounts();
  const lines = ['ab', 'bc', 'cd'].map((word, i) => nounLine(ID, i + 1, word));
  const hidden = { ...nounLine(ID, 4, 'hidden'), disable_article: true };
  await accounts.server.load(dictionaryFolder(ID, [...lines, hidden]));
});

afterAll(() => accounts.server.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}, token?: string) =>
  accounts.rest('GET', path, { headers, token });

test('everyone gets the dictionary as a file, without its disabled articles', async () => {
  const { status, headers, text } = await get(`${PATH}.csv`);

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${ID}.csv"`);
  const [header = '', ...rows] = text.trimEnd().split('\r\n');
  expect(header.split(',').slice(0, 2)).toEqual(['id', 'headword']);
  expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual([
    [`${ID}-1`, 'ab'],
    [`${ID}-2`, 'bc'],
    [`${ID}-3`, 'cd'],
  ]);
});

const CREATE = `mutation ($id: ID!) { createDictionary(input: { publicId: $id }) { userErrors { message } } }`;

test('a name with letters outside ASCII is given in UTF-8 too (RFC 6266)', async () => {
  const id = 'ŋgɔ"𞤀';
  await accounts.graphql(CREATE, { id }, accounts.admin);
  const { status, headers } = await get(`/export/dictionaries/${encodeURIComponent(id)}.csv`);

  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="_g___.csv"; filename*=UTF-8''%C5%8Bg%C9%94%22%F0%9E%A4%80.csv`,
  );
});

test('the files of a StarDict package have names that every file system accepts, and no other dictionary has', async () => {
  const stems = [];
  for (const id of ['x<y>"z?', 'x>y<"z?', 'x_y__z_']) {
    await accounts.graphql(CREATE, { id }, accounts.admin);
    const { status, text } = await get(`/export/dictionaries/${encodeURIComponent(id)}.stardict`);

    expect(status).toBe(200);
    const [, stem = ''] = /(x_y__z_[\w-]*)\.ifo/.exec(text) ?? [];
    for (const ending of ['dict', 'idx', 'syn', 'ifo']) expect(text).toContain(`${stem}.${ending}`);
    expect(text).not.toMatch(/x[<>]y/);
    stems.push(stem);
  }

  expect(new Set(stems).size).toBe(3);
  expect(stems[2]).toBe('x_y__z_');
});

test('admins get the disabled articles too, under another entity tag', async () => {
  const everyones = await get(`${PATH}.lift`);
  const admins = await get(`${PATH}.lift`, {}, accounts.admin);

  expect(everyones.text).not.toContain('hidden');
  expect(admins.text).toContain('<text>hidden</text>');
  expect(admins.headers.get('etag')).not.toBe(everyones.headers.get('etag'));
  expect(admins.headers.get('cache-control')).toBe('private');
});

test('a client with the current file gets 304, until an article or the metadata change', async () => {
  const etag = async () => (await get(`${PATH}.csv`)).headers.get('etag') ?? '';
  const tag = await etag();

  const repeated = await get(`${PATH}.csv`, { 'if-none-match': tag });
  expect([repeated.status, repeated.text]).toEqual([304, '']);
  expect((await get(`${PATH}.tsv`, { 'if-none-match': tag })).status).toBe(200);

  await accounts.graphql(
    `mutation { updateArticle(dictionary: "${ID}", number: "1", input: { content: { type: "other" } }) { userErrors { message } } }`,
    {},
    accounts.admin,
  );
  const afterArticle = await get(`${PATH}.csv`, { 'if-none-match': tag });
  expect(afterArticle.status).toBe(200);

  await accounts.graphql(
    `mutation { updateDictionary(dictionary: "${ID}", input: { shortName: "x" }) { userErrors { message } } }`,
    {},
    accounts.admin,
  );
  expect(await etag()).not.toBe(afterArticle.headers.get('etag'));
});

test('HEAD has the headers of GET and no body', async () => {
  const head = await accounts.rest('HEAD', `${PATH}.csv`);

  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('etag')).toBe((await get(`${PATH}.csv`)).headers.get('etag'));
});

test.each([
  ['/export/dictionaries/none.csv', 404],
  ['/export/dictionaries/.csv', 404],
  [PATH, 404],
  [`${PATH}.none`, 400],
  [`${PATH}.`, 400],
  [`${PATH}.__proto__`, 400],
])('%s is refused with %i', async (path, status) => {
  const response = await get(path);

  expect(response.status).toBe(status);
  if (status === 400) expect(String(response.body['detail'] ?? response.body['message'])).toContain('lift');
});

describe('what the file cannot express', () => {
  const id = 'qaa_fr_losses';
  const source = {
    entry: { headword: 'omi' },
    translations: [{ lang: 'fr', content: 'eau' }],
    notes: [{ lang: 'fr', content: 'rare' }],
    collector: 'A. Diop',
  };
  beforeAll(async () => {
    const line = { ...nounLine(id, 1, 'omi'), article: source, like: 2 };
    await accounts.server.load(dictionaryFolder(id, [line]));
  });
  const reportOf = async (format: string) => {
    const file = await get(`/export/dictionaries/${id}.${format}`);
    const [, path = ''] = /^<(.*)>; rel="describedby"/u.exec(file.headers.get('link') ?? '') ?? [];
    const { status, body } = await get(path);
    const rows = body['rows'] as readonly Readonly<Record<string, unknown>>[];
    const lost = rows.filter(({ dropped }) => dropped !== 0).map(({ path: one, reason }) => [one, reason]);
    return { path, status, body, lost };
  };

  test('is reported at the link of the file and by a field of GraphQL', async () => {
    const { path, status, body, lost } = await reportOf('lift');
    const { data } = await accounts.graphql(
      `{ exportDictionary(dictionary: "${id}", format: "lift") { losses } }`,
    );

    expect(data).toEqual({ exportDictionary: { losses: path } });
    expect([status, body['dictionary'], body['format'], body['entries']]).toEqual([200, id, 'lift', 1]);
    expect(body['rows']).toContainEqual({ path: 'notes/content', seen: 1, typed: 1, kept: 0, dropped: 0 });
    expect(lost).toEqual([
      ['extra/collector', 'NO_PLACE'],
      ['like', 'NO_PLACE'],
      ['metadata/longName', 'NO_PLACE'],
    ]);
  });

  test('is every value without a place in the format; for JSON Lines, none of the articles', async () => {
    expect((await reportOf('stardict')).lost).toEqual(
      // Headword and translation stand in its text, and the name of the dictionary in its facts.
      ['extra/collector', 'like', 'notes/content'].map((path) => [path, 'NO_PLACE']),
    );
    expect((await reportOf('jsonl')).lost).toEqual([['metadata/longName', 'NO_PLACE']]);
  });

  test('is not reported for files that are only for people', async () => {
    const page = await get(`/export/dictionaries/${id}.html`);
    const { status, text } = await get(`/export/dictionaries/${id}.html/losses`);

    expect([page.status, page.headers.get('link')]).toEqual([200, null]);
    expect([status, text]).toEqual([400, expect.stringContaining('html')]);
  });
});

test('imported versions of users remain after later writes of the article', async () => {
  const id = 'qaa_fr_versions';
  const exported = async () => {
    const { text } = await get(`/export/dictionaries/${id}.jsonl`);
    const { article, users_versions: versions } = JSON.parse(text) as Record<string, unknown>;
    return [(article as { round?: number }).round, versions];
  };
  const line = (round: number, more = {}) => ({ ...nounLine(id, 1, 'omi'), article: { round }, ...more });
  await accounts.server.load(dictionaryFolder(id, [line(1, { users_versions: 'awa:3' })]));
  expect(await exported()).toEqual([1, 'awa:3']);

  await accounts.server.load(dictionaryFolder(id, [line(2)]));
  expect(await exported()).toEqual([2, 'awa:3']);
  const options = { token: accounts.admin, body: { article: { round: 3 } } };
  await accounts.rest('PUT', `/lexicon/articles/${id}/1`, options);
  expect(await exported()).toEqual([3, 'awa:3']);
});

test('a large dictionary is complete, and contains each article once', async () => {
  const id = 'qaa_fr_large';
  const lines = Array.from({ length: 700 }, (_, i) => nounLine(id, i + 1, `word${String(i)}`));
  await accounts.server.load(dictionaryFolder(id, lines));

  const { text } = await get(`/export/dictionaries/${id}.csv`);

  const words = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[1]);
  expect(words).toEqual(lines.map((_, i) => `word${String(i)}`));
});

test('the audit log has the exports of accounts, with their outcome', async () => {
  await get(`${PATH}.csv`, {}, accounts.reader);

  const outcomes = async () => {
    const query = `{ auditLog(last: 1, filter: { action: EXPORT_DICTIONARY }) { nodes { name target outcome } } }`;
    const { data } = await accounts.graphql(query, {}, accounts.admin);
    return (data['auditLog'] as { nodes: Readonly<Record<string, unknown>>[] }).nodes;
  };
  expect(await outcomes()).toEqual([{ name: 'reader', target: `dictionary=${ID}`, outcome: 'DONE' }]);
});
