import { startGateway, type TestGateway } from '../../support/gateway';
import { ARTICLE, FIELDS, Proposers } from '../../support/proposers';

const proposers = new Proposers();
const { execute, propose, review, made, update, article } = proposers;
let other: TestGateway;

beforeAll(async () => {
  await proposers.start();
  other = await startGateway({ RATE_LIMITS: 'off', ...proposers.server.server.env });
});
afterAll(async () => {
  await other.close();
  await proposers.server.server.close();
});

test('a contributor proposes a change; an editor accepts it, and history names both', async () => {
  const number = await made();
  const input = { content: { translations: [{ lang: 'fr', content: 'le cheval' }] } };
  const proposed = await propose({ number, input, note: ' plus clair ' }, 'awa');
  expect(proposed.code).toBe('done');
  expect(proposed.data).toMatchObject({
    state: 'OPEN',
    isNew: false,
    baseRevision: 1,
    username: 'awa',
    note: 'plus clair',
    difference: [
      {
        path: 'translations',
        base: ARTICLE.translations,
        proposed: [{ lang: 'fr', content: 'le cheval' }],
        current: ARTICLE.translations,
        isConflict: false,
      },
    ],
  });
  expect(await article(number)).toMatchObject({
    revision: 1,
    source: ARTICLE,
    proposals: { totalCount: 1, nodes: [{ username: 'awa' }] },
  });

  const accepted = await review(proposed.data['proposalId'], 'ACCEPT', 'binta', { comment: 'merci' });
  expect(accepted.data).toMatchObject({ state: 'ACCEPTED', reviewedBy: 'binta', reviewComment: 'merci' });
  await update(number, { ...ARTICLE, cat: 'v' });
  expect(await article(number)).toMatchObject({
    revision: 3,
    proposals: { totalCount: 0 },
    revisions: {
      nodes: [
        { by: 'Root', proposedBy: null },
        { by: 'binta', proposedBy: 'awa' },
      ],
    },
  });
  expect((await review(proposed.data['proposalId'], 'REJECT')).code).toBe('CONFLICT');
});

test('free JSON is stored as it was proposed, and a new article gets a number', async () => {
  const source = { b: [1, { z: 'é' }], entry: { headword: 'kɔnɔ' }, a: null };
  const proposed = await propose({ input: { source } }, 'awa');
  expect(proposed.data).toMatchObject({ isNew: true, number: null, headword: 'kɔnɔ' });
  const { data, code } = await review(proposed.data['proposalId'], 'ACCEPT');
  expect([code, data['state']]).toEqual(['done', 'ACCEPTED']);
  const { source: stored } = await article(String(data['number']));
  expect(JSON.stringify(stored)).toBe(JSON.stringify(source));
});

test('later changes are kept, and later changes of the same member are a conflict', async () => {
  const number = await made();
  const input = { source: { ...ARTICLE, translations: [{ lang: 'fr', content: 'monture' }] } };
  const first = await propose({ number, input }, 'awa');
  const second = await propose(
    { number, input: { source: { ...ARTICLE, category: 'v', cat: undefined } } },
    'awa',
  );
  await update(number, { ...ARTICLE, translations: [{ lang: 'fr', content: 'jument' }], note: 'x' });

  const other = await review(second.data['proposalId'], 'ACCEPT');
  expect(other.code).toBe('done');
  const merged = (await article(number))['source'];
  expect(merged).toEqual({
    entry: { headword: 'so' },
    translations: [{ lang: 'fr', content: 'jument' }],
    note: 'x',
    category: 'v',
  });

  expect((await review(first.data['proposalId'], 'ACCEPT')).code).toBe('REVISION_MISMATCH');
  const shown = await execute(
    `{ proposal(proposal: "${String(first.data['proposalId'])}") { ${FIELDS} } }`,
    {},
    'awa',
  );
  expect(shown.data).toMatchObject({
    state: 'OPEN',
    difference: [{ path: 'translations', isConflict: true, current: [{ lang: 'fr', content: 'jument' }] }],
  });
  const stale = { revisions: [1] };
  expect((await review(first.data['proposalId'], 'ACCEPT', 'binta', stale)).code).toBe('REVISION_MISMATCH');
  const forced = { replaceConflicts: true, revisions: [3] };
  expect((await review(first.data['proposalId'], 'ACCEPT', 'binta', forced)).code).toBe('done');
  expect((await article(number))['source']).toMatchObject({
    translations: [{ lang: 'fr', content: 'monture' }],
    note: 'x',
    category: 'v',
  });
});

test('parts are accepted without the others, and a part in conflict only explicitly', async () => {
  const number = await made({ ...ARTICLE, article: { examples: ['un'] } });
  const source = {
    ...ARTICLE,
    cat: 'v',
    translations: [{ lang: 'fr', content: 'monture' }],
    note: 'new',
    article: { examples: ['deux'], links: ['x'] },
  };
  const proposed = async () =>
    (await propose({ number, revision: 1, input: { source } }, 'awa')).data['proposalId'];
  const [chosen, contested] = [await proposed(), await proposed()];
  await update(number, {
    ...ARTICLE,
    translations: [{ lang: 'fr', content: 'jument' }],
    article: { examples: ['un'] },
  });
  const shown = await execute(
    `{ proposal(proposal: "${String(chosen)}") { difference { path isConflict } } }`,
    {},
    'binta',
  );
  expect(shown.data['difference']).toEqual([
    { path: 'cat', isConflict: false },
    { path: 'translations', isConflict: true },
    { path: 'article.examples', isConflict: false },
    { path: 'article.links', isConflict: false },
    { path: 'note', isConflict: false },
  ]);

  for (const parts of [[], ['entry'], ['examples'], ['cat', '__proto__']])
    expect((await review(chosen, 'ACCEPT', 'binta', { parts })).code).toBe('INVALID_INPUT');
  expect((await review(chosen, 'ACCEPT', 'binta', { parts: ['cat', 'translations'] })).code).toBe(
    'REVISION_MISMATCH',
  );
  const parts = ['cat', 'article.examples'];
  const { code, data } = await review(chosen, 'ACCEPT', 'binta', { parts });
  expect([code, data['state'], data['acceptedParts']]).toEqual(['done', 'ACCEPTED', parts]);
  const now = {
    ...ARTICLE,
    cat: 'v',
    translations: [{ lang: 'fr', content: 'jument' }],
    article: { examples: ['deux'] },
  };
  expect(await article(number)).toMatchObject({ revision: 3, source: now });

  const replaced = await review(contested, 'ACCEPT', 'binta', {
    parts: ['translations'],
    replaceConflicts: true,
  });
  expect(replaced.code).toBe('done');
  expect((await article(number))['source']).toEqual({ ...now, translations: source.translations });
});

test('all parts together are the whole proposal, and a part that already equals the article is accepted without a revision', async () => {
  const number = await made();
  const source = { ...ARTICLE, cat: 'v', note: 'new' };
  const proposed = async () => (await propose({ number, input: { source } }, 'awa')).data['proposalId'];
  const [first, second] = [await proposed(), await proposed()];
  const complete = await review(first, 'ACCEPT', 'binta', { parts: ['note', 'cat'] });
  expect([complete.code, complete.data['acceptedParts']]).toEqual(['done', null]);
  const accepted = await review(second, 'ACCEPT', 'binta', { parts: ['cat'] });
  expect([accepted.data['state'], accepted.data['acceptedParts']]).toEqual(['ACCEPTED', ['cat']]);
  expect(await article(number)).toMatchObject({ revision: 2, source });
});

test('one of several simultaneous reviews in two processes succeeds, and the article is written once', async () => {
  for (const isNew of [true, false]) {
    const number = isNew ? undefined : await made();
    const { data } = await propose(
      { number, input: { source: { entry: { headword: `both ${String(isNew)}` } } } },
      'awa',
    );
    const id = data['proposalId'];
    const reviews = await Promise.all(
      ['ACCEPT', 'ACCEPT', 'REJECT', 'ACCEPT'].map((decision, at) =>
        review(id, decision, at % 2 === 0 ? 'binta' : 'admin', {
          url: at < 2 ? other.url : proposers.server.server.url,
        }),
      ),
    );
    expect(reviews.map(({ code }) => code).sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'done']);
    const found = await execute(
      `{ search(text: "both ${String(isNew)}", filter: { dictionary: "bam" }) { totalCount } }`,
      {},
    );
    const [winner] = reviews.filter(({ code }) => code === 'done');
    expect(found.data['totalCount']).toBe(winner?.data['state'] === 'ACCEPTED' ? 1 : 0);
  }
});

const acceptSuggestions = (accepts: boolean) =>
  execute(
    `mutation { updateDictionary(dictionary: "bam", input: { acceptsSuggestions: ${String(accepts)} }) { dictionary { acceptsSuggestions } userErrors { code } } }`,
    {},
    'admin',
  );

test('users who are not contributors can neither propose nor see proposals; members see them, and proposers can withdraw theirs', async () => {
  await acceptSuggestions(false);
  const number = await made();
  const input = { source: { entry: { headword: 'x' } } };
  expect((await propose({ number, input }, 'dayo')).code).toBe('FORBIDDEN');
  expect((await propose({ number, input }, 'chidi')).code).toBe('FORBIDDEN');
  expect((await propose({ number, input })).code).toBe('UNAUTHENTICATED');
  expect((await propose({ dictionary: 'wol', input }, 'awa')).code).toBe('FORBIDDEN');
  expect((await propose({ number: '987654', input }, 'awa')).code).toBe('NOT_FOUND');
  expect((await propose({ number, input, revision: 7 }, 'awa')).code).toBe('INVALID_INPUT');

  const { data } = await propose({ number, input }, 'awa');
  const id = String(data['proposalId']);
  const readState = (username?: string) => execute(`{ proposal(proposal: "${id}") { state } }`, {}, username);
  expect((await readState('chidi')).data).toEqual({ state: 'OPEN' });
  expect((await readState('dayo')).data).toEqual({});
  expect(
    (await execute('{ dictionary(dictionary: "bam") { proposals { totalCount } } }', {}, 'dayo')).code,
  ).toBe('FORBIDDEN');
  expect((await review(id, 'ACCEPT', 'awa')).code).toBe('FORBIDDEN');
  const withdraw = (username: string) =>
    execute(
      `mutation { withdrawProposal(proposal: "${id}") { proposal { state } userErrors { code } } }`,
      {},
      username,
    );
  expect((await withdraw('chidi')).code).toBe('FORBIDDEN');
  expect((await withdraw('dayo')).code).toBe('NOT_FOUND');
  const mine = () => execute('{ me { proposals(last: 100) { nodes { proposalId: publicId } } } }', {}, 'awa');
  expect(JSON.stringify((await mine()).data)).toContain(id);
  expect((await withdraw('awa')).code).toBe('done');
  expect(JSON.stringify((await mine()).data)).not.toContain(id);
  expect((await review(id, 'ACCEPT')).code).toBe('NOT_FOUND');
});

test('REST shows the texts of open proposals by members, but not what strangers suggest', async () => {
  const number = await made();
  await acceptSuggestions(true);
  const suggested = await propose({ number, input: { source: { entry: { headword: 'rude' } } } });
  expect([suggested.code, suggested.data['username']]).toEqual(['done', null]);
  await propose({ number, input: { source: { entry: { headword: 'sow' } } } }, 'awa');

  const shown = async () =>
    (
      (await proposers.server.rest('GET', `/lexicon/articles/bam/${number}`)).body['article'] as Record<
        string,
        unknown
      >
    )['users_versions'];
  expect(await shown()).toBe('sow');
  const list = await execute(
    '{ dictionary(dictionary: "bam") { proposals(last: 2) { nodes { headword username } } } }',
    {},
    'binta',
  );
  expect(list.data).toEqual({
    proposals: {
      nodes: [
        { headword: 'rude', username: null },
        { headword: 'sow', username: 'awa' },
      ],
    },
  });
  await proposers.server.rest('DELETE', `/lexicon/articles/bam/${number}`, { token: proposers.server.admin });
  const remaining = await execute(
    `{ proposal(proposal: "${String(suggested.data['proposalId'])}") { state } }`,
    {},
    'binta',
  );
  expect(remaining.data).toEqual({});
});

test('open proposals of a user are limited', async () => {
  const input = { source: { entry: { headword: 'many' } } };
  const proposeOnce = async (): Promise<string> => {
    const { code } = await propose({ input }, 'binta');
    // On a busy machine so many at once may wait for too long.
    return code === 'UNAVAILABLE' ? proposeOnce() : code;
  };
  const codes = await Promise.all(Array.from({ length: 105 }, proposeOnce));
  expect(codes.filter((code) => code === 'QUOTA_EXCEEDED').length).toBeGreaterThan(4);
  expect(codes.filter((code) => code === 'done').length).toBeLessThanOrEqual(100);
});
