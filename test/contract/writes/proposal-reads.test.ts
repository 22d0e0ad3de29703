import { clientOf, READER_PASSWORD, startWithAccounts, type AccountServer } from '../../support/accounts';

let server: AccountServer;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startWithAccounts();
  await server.rest('POST', '/lexicon/metadata', {
    token: server.admin,
    body: { metadata: { id_dico: 'bam' } },
  });
  const roles = { awa: 'CONTRIBUTOR', binta: 'EDITOR' };
  for (const [name, role] of Object.entries(roles)) {
    const user = { username: name, password: READER_PASSWORD };
    await server.rest('POST', '/lexicon/users', { token: server.admin, body: { user } });
    tokens.set(name, await server.logIn(name, READER_PASSWORD));
    await server.graphql(
      `mutation { setDictionaryMember(dictionary: "bam", user: "${name}", role: ${role}) { dictionaryMember { role } userErrors { code } } }`,
      {},
      server.admin,
    );
  }
});
afterAll(() => server.server.close());

type Reply = Readonly<Record<string, unknown>>;

interface Asked {
  readonly code: string;
  readonly data: Reply;
}

async function ask(query: string, variables: object, who?: string): Promise<Asked> {
  const token = who === 'admin' ? server.admin : who && tokens.get(who);
  const { body } = await clientOf(server.server.url).rest('POST', '/graphql', {
    token,
    body: { query, variables },
  });
  const { data, errors = [] } = body as {
    data?: Record<string, (Reply & { userErrors?: { code: string }[] }) | null> | null;
    errors?: { extensions: { code: string } }[];
  };
  const [result] = Object.values(data ?? {});
  const code = errors[0]?.extensions.code ?? result?.userErrors?.[0]?.code ?? 'done';
  return { code, data: (result?.['proposal'] ?? result ?? {}) as Reply };
}

const FIELDS =
  'proposalId state number isNew baseRevision headword username note reviewedBy reviewComment difference { path base proposed current isConflict }';
const propose = (given: object, who?: string) =>
  ask(
    `mutation ($number: ID, $input: UpdateArticleInput!, $revision: Int, $note: String, $dictionary: ID = "bam") {
      proposeArticle(dictionary: $dictionary, number: $number, input: $input, revision: $revision, note: $note) {
        proposal { ${FIELDS} } userErrors { code message } } }`,
    given,
    who,
  );
const review = (proposal: unknown, decision: string) =>
  ask(
    `mutation { reviewProposal(proposal: "${String(proposal)}", decision: ${decision}) { proposal { state } userErrors { code } } }`,
    {},
    'binta',
  );
const ARTICLE = { entry: { headword: 'so' }, cat: 'n', translations: [{ lang: 'fr', content: 'cheval' }] };

/** Makes an article. @returns its number */
async function made(source: object = ARTICLE): Promise<string> {
  const answer = await server.rest('POST', '/lexicon/articles/bam', {
    token: server.admin,
    body: { article: source },
  });
  return String((answer.body['article'] as Reply)['id_article']);
}
const update = (number: string, source: object) =>
  server.rest('PUT', `/lexicon/articles/bam/${number}`, { token: server.admin, body: { article: source } });
const article = (number: string) =>
  ask(
    `{ article(dictionary: "bam", number: "${number}") { revision source proposedText proposals { totalCount nodes { username } } revisions { nodes { by proposedBy } } } }`,
    {},
    'admin',
  ).then(({ data }) => data);

test('the tag of an article changes with the texts of its proposals, and still permits a write', async () => {
  const number = await made();
  const path = `/lexicon/articles/bam/${number}`;
  const tag = async () => (await server.rest('GET', path)).headers.get('etag') ?? '';
  const before = await tag();
  const input = { source: { entry: { headword: 'tagged' } } };
  const { data } = await propose({ number, input }, 'awa');
  const proposed = await tag();
  expect(proposed).not.toBe(before);
  await review(data['proposalId'], 'REJECT');
  expect(await tag()).toBe(before);
  const written = await server.rest('PUT', path, {
    token: server.admin,
    headers: { 'if-match': proposed },
    body: { article: { entry: { headword: 'written' } } },
  });
  expect(written.status).toBe(201);
});

test('what was hidden since does not show in proposals, nor can a proposal be based on it', async () => {
  const number = await made();
  const propose2 = (revision?: number) =>
    propose({ number, revision, input: { source: { entry: { headword: 'x' }, cat: 'v' } } }, 'awa');
  const { data } = await propose2();
  const hide = (isDisabled: boolean) =>
    server.graphql(
      `mutation { setArticleDisabled(dictionary: "bam", number: "${number}", isDisabled: ${isDisabled}) { article { number } userErrors { code } } }`,
      {},
      server.admin,
    );
  await hide(true);
  await update(number, { ...ARTICLE, cat: 'secret' });
  const seen = (who: string) =>
    ask(
      `{ proposal(proposal: "${String(data['proposalId'])}") { difference { current isConflict } } }`,
      {},
      who,
    );
  expect(JSON.stringify((await seen('awa')).data)).not.toContain('secret');
  expect(JSON.stringify((await seen('awa')).data)).not.toContain('true');
  expect(JSON.stringify((await seen('binta')).data)).toMatch(/secret.*true/u);

  const hidden = (await article(number))['revision'] as number;
  await update(number, ARTICLE);
  await hide(false);
  expect((await propose2(hidden)).code).toBe('INVALID_INPUT');
  expect((await propose2(1)).code).toBe('done');
});

test('one request compares each proposal once, and no more than it may read', async () => {
  const large = { ...ARTICLE, note: 'a'.repeat(200_000) };
  const number = await made(large);
  const { data } = await propose({ number, input: { source: { ...large, cat: 'v' } } }, 'awa');
  await update(number, { ...large, cat: 'adv' });
  const one = `proposal(proposal: "${String(data['proposalId'])}")`;
  const times = (text: (n: number) => string) => Array.from({ length: 29 }, (_, n) => text(n)).join(' ');
  const once = await ask(`{ ${one} { ${times((n) => `a${n}: difference { path }`)} } }`, {}, 'binta');
  expect(once.code).toBe('done');
  const often = await ask(`{ ${times((n) => `a${n}: ${one} { difference { path } }`)} }`, {}, 'binta');
  expect(often.code).toBe('TOO_LARGE');
});
