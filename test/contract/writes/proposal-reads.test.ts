import { ARTICLE, Proposers } from '../../support/proposers';

const proposers = new Proposers();
const { execute, propose, review, made, update, article } = proposers;

beforeAll(proposers.start);
afterAll(() => proposers.server.server.close());

test('the tag of an article changes with the texts of its proposals, and still permits a write', async () => {
  const number = await made();
  const path = `/lexicon/articles/bam/${number}`;
  const tag = async () => (await proposers.server.rest('GET', path)).headers.get('etag') ?? '';
  const before = await tag();
  const input = { source: { entry: { headword: 'tagged' } } };
  const { data } = await propose({ number, input }, 'awa');
  const proposed = await tag();
  expect(proposed).not.toBe(before);
  await review(data['proposalId'], 'REJECT');
  expect(await tag()).toBe(before);
  const written = await proposers.server.rest('PUT', path, {
    token: proposers.server.admin,
    headers: { 'if-match': proposed },
    body: { article: { entry: { headword: 'written' } } },
  });
  expect(written.status).toBe(201);
});

test('content that was hidden since is not shown in proposals, nor can a proposal be based on it', async () => {
  const number = await made();
  const propose2 = (revision?: number) =>
    propose({ number, revision, input: { source: { entry: { headword: 'x' }, cat: 'v' } } }, 'awa');
  const { data } = await propose2();
  const setDisabled = (isDisabled: boolean) =>
    proposers.server.graphql(
      `mutation { setArticleDisabled(dictionary: "bam", number: "${number}", isDisabled: ${isDisabled}) { article { number } userErrors { code } } }`,
      {},
      proposers.server.admin,
    );
  await setDisabled(true);
  await update(number, { ...ARTICLE, cat: 'secret' });
  const readDifference = (username: string) =>
    execute(
      `{ proposal(proposal: "${String(data['proposalId'])}") { difference { current isConflict } } }`,
      {},
      username,
    );
  expect(JSON.stringify((await readDifference('awa')).data)).not.toContain('secret');
  expect(JSON.stringify((await readDifference('awa')).data)).not.toContain('true');
  expect(JSON.stringify((await readDifference('binta')).data)).toMatch(/secret.*true/u);

  const hidden = (await article(number))['revision'] as number;
  await update(number, ARTICLE);
  await setDisabled(false);
  expect((await propose2(hidden)).code).toBe('INVALID_INPUT');
  expect((await propose2(1)).code).toBe('done');
});

test('one request compares each proposal once, and at most as many as the limit', async () => {
  const large = { ...ARTICLE, note: 'a'.repeat(200_000) };
  const number = await made(large);
  const { data } = await propose({ number, input: { source: { ...large, cat: 'v' } } }, 'awa');
  await update(number, { ...large, cat: 'adv' });
  const one = `proposal(proposal: "${String(data['proposalId'])}")`;
  const times = (text: (n: number) => string) => Array.from({ length: 29 }, (_, n) => text(n)).join(' ');
  const once = await execute(`{ ${one} { ${times((n) => `a${n}: difference { path }`)} } }`, {}, 'binta');
  expect(once.code).toBe('done');
  const repeated = await execute(`{ ${times((n) => `a${n}: ${one} { difference { path } }`)} }`, {}, 'binta');
  expect(repeated.code).toBe('TOO_LARGE');
});
