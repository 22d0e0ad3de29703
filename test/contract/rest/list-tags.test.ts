import type { Gateway } from '../../../src/server/compose';
import { ANONYMOUS } from '../../../src/shared/viewer';
import { type AccountServer, startWithAccounts } from '../../support/accounts';
import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { LOOKED_INTO, recordCommands } from '../../support/recorded-commands';
import { otherGateway } from '../../support/other-gateway';
import { ADMIN } from '../../support/viewers';

const ID = 'qaa_fr_tags';
const PATH = `/lexicon/articles/${ID}`;
const ROUNDS = 6 * Number(process.env['RACE_ROUNDS'] ?? 5);

let accounts: AccountServer;
let other: Gateway;

beforeAll(async () => {
  accounts = await startWithAccounts();
  const lines = Array.from({ length: 20 }, (_, i) => nounLine(ID, i + 1, `word${String(i)}`));
  await accounts.server.load(dictionaryFolder(ID, lines));
  other = await otherGateway(accounts.server);
});

afterAll(async () => {
  await other.close();
  await accounts.server.close();
});

const get = (path: string, etag = '', token?: string) =>
  accounts.rest('GET', path, { token, headers: etag === '' ? {} : { 'if-none-match': etag } });

const target = { dictionaryId: ID, id: '3' };

test('a client with the current list gets 304, until an article or a vote changes', async () => {
  const first = await get(`${PATH}?limit=5`);
  const tag = first.headers.get('etag') ?? '';

  const repeated = await get(`${PATH}?limit=5`, tag);
  expect([first.status, repeated.status, repeated.text, repeated.headers.get('etag')]).toEqual([
    200,
    304,
    '',
    tag,
  ]);
  expect(repeated.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
  expect((await get(`${PATH}?limit=6`, tag)).status).toBe(200);
  expect((await get(`${PATH}?limit=5&entries`, tag)).status).toBe(200);
  expect((await get(`${PATH}?limit=5`, tag, accounts.admin)).status).toBe(200);
  expect((await get(`${PATH}?limit=5`, tag, accounts.reader)).status).toBe(304);

  await other.votes.onArticle(ADMIN, target, 'like');
  const voted = await get(`${PATH}?limit=5`, tag);
  expect(voted.status).toBe(200);
  await other.articleWrites.setDisabled(ADMIN, target, { isDisabled: true });
  const hidden = await get(`${PATH}?limit=5`, voted.headers.get('etag') ?? '');
  expect(hidden.status).toBe(200);
  await other.articleWrites.setDisabled(ADMIN, target, { isDisabled: false });
});

test('a list that the client has costs only the read of a counter', async () => {
  const tag = (await get(`${PATH}?limit=1000`)).headers.get('etag') ?? '';
  const { commands, stop } = recordCommands();
  const { status } = await get(`${PATH}?limit=1000`, tag);
  stop();

  const sent = commands.filter(({ collection }) => !LOOKED_INTO.has(collection));
  expect([status, sent.map(({ name, collection }) => [name, collection])]).toEqual([
    304,
    [['find', 'counters']],
  ]);
});

test('the state of the lists of a dictionary is read once for concurrent requests', async () => {
  const { commands, stop } = recordCommands();
  const { changes } = accounts.server.gateway;
  const states = await Promise.all([
    changes.listsState(ANONYMOUS, ID),
    changes.listsState(ANONYMOUS, ID),
    changes.listsState(ADMIN, ID),
  ]);
  stop();

  const versions = states.map(({ version }) => version);
  expect([versions[0] === versions[1], versions[1] === versions[2]]).toEqual([true, false]);
  expect(commands.filter(({ collection }) => collection === 'counters')).toHaveLength(1);
});

test('a dictionary that another process deletes, creates again or changes has new tags', async () => {
  const id = 'qaa_fr_again';
  const path = `/lexicon/articles/${id}`;
  const line = nounLine(id, 1, 'word');
  await accounts.server.load(dictionaryFolder(id, [line]));
  const tagOf = async () => (await get(path)).headers.get('etag') ?? '';
  const first = await tagOf();
  expect((await get(path, first)).status).toBe(304);

  await other.dictionaryWrites.remove(id, id);
  expect([(await get(path, first)).status, (await get(path, '*')).status]).toEqual([206, 206]);
  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
  expect((await since(path, tomorrow)).status).toBe(206);
  await accounts.server.load(dictionaryFolder(id, [line]));
  expect([(await get(path, first)).status, (await get(path, '*')).status]).toEqual([200, 304]);

  const newTag = await tagOf();
  await other.dictionaryWrites.update(id, { description: 'other' });
  expect((await get(path, newTag)).status).toBe(200);
});

test('a proposal changes the list that shows its text', async () => {
  const tag = (await get(`${PATH}?limit=5`)).headers.get('etag') ?? '';
  await accounts.graphql(
    `mutation { proposeArticle(dictionary: "${ID}", number: 1, revision: 1, input: { source: { entry: { headword: "proposed" } } }) { userErrors { message } } }`,
    {},
    accounts.admin,
  );
  const { status, body } = await get(`${PATH}?limit=5`, tag);

  expect(status).toBe(200);
  expect(JSON.stringify(body['articles'])).toContain('proposed');
});

/** Asks until a list has a time, which it has not within the second of its last change. */
async function timed(path: string): Promise<{ readonly at: string; readonly text: string }> {
  for (;;) {
    const { headers, text } = await get(path);
    const at = headers.get('last-modified');
    if (at !== null) return { at, text };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const since = (path: string, at: string, etag = '', token?: string) =>
  accounts.rest('GET', path, {
    token,
    headers: { 'if-modified-since': at, ...(etag === '' ? {} : { 'if-none-match': etag }) },
  });

test('a time identifies one state of a list: no response is 304 after changes within the same second', async () => {
  const path = `${PATH}?limit=5`;
  let { at } = await timed(path);
  for (const change of [
    () => other.articleWrites.update(ADMIN, target, { source: { type: 'a' } }),
    () => other.votes.onArticle(ADMIN, target, 'unlike'),
  ]) {
    expect((await since(path, at)).status).toBe(304);
    await change();
    expect((await since(path, at)).status).toBe(200);
    const next = await timed(path);
    expect(Date.parse(next.at)).toBeGreaterThan(Date.parse(at));
    expect(Date.parse(next.at)).toBeLessThanOrEqual(Date.now());
    at = next.at;
  }
  // A tag goes first, and dates that are none count nothing.
  expect((await since(path, at, '"other"')).status).toBe(200);
  expect((await since(path, 'yesterday')).status).toBe(200);
  expect((await since(path, new Date(Date.parse(at) - 1000).toUTCString())).status).toBe(200);
  const hidden = await since(path, at, '', accounts.admin);
  expect([hidden.status, hidden.headers.get('last-modified')]).toEqual([200, null]);
  const file = `${accounts.server.url}/export/dictionaries/${ID}.jsonl`;
  const exported = await fetch(file, { headers: { 'if-modified-since': at } });
  expect([exported.status, exported.headers.get('last-modified')]).toEqual([304, at]);
});

test('an invalid request is refused, and a missing list has no tag', async () => {
  expect((await get(`${PATH}?limit=x`)).status).toBe(400);
  const none = await get('/lexicon/articles/none');
  expect([none.status, none.headers.get('etag')]).toEqual([206, null]);
});

test('HEAD returns the tag too, and so do long lists', async () => {
  const tag = (await get(`${PATH}?limit=2000`)).headers.get('etag') ?? '';
  const head = await accounts.rest('HEAD', `${PATH}?limit=2000`);

  expect(head.headers.get('etag')).toBe(tag);
  expect((await get(`${PATH}?limit=2000`, tag)).status).toBe(304);
});

test('no list is older than its tag, and 304 is not sent after a change was stored', async () => {
  const path = `${PATH}?limit=20`;
  await other.articleWrites.update(ADMIN, target, { source: { type: '0' } });
  let stored = 0;
  let isRunning = true;
  const bodies = new Map<string, string>();
  const read = async (): Promise<void> => {
    for (let tag = ''; isRunning;) {
      const before = stored;
      const { status, headers, text } = await get(path, tag);
      const now = headers.get('etag') ?? '';
      // What comes for a tag is never older than what others got for it, or than what was stored before the request.
      if (status === 200) bodies.set(now, text);
      else expect(now).toBe(tag);
      const body = bodies.get(now) ?? '';
      const { articles = [] } = JSON.parse(body) as {
        articles?: { id_article: number; article: { type: string }; like: number }[];
      };
      const article = articles.find(({ id_article }) => id_article === 3);
      expect(Number(article?.article.type)).toBeGreaterThanOrEqual(before);
      tag = now;
    }
  };
  const readers = [read(), read()];
  for (let n = 1; n <= ROUNDS; n++) {
    const gateway = n % 2 === 0 ? other : accounts.server.gateway;
    if (n % 3 === 0) await gateway.votes.onArticle(ADMIN, target, n % 2 === 0 ? 'like' : 'unlike');
    else {
      const source = { type: String(n), entry: { headword: 'word2' } };
      await gateway.articleWrites.update(ADMIN, target, { source });
      stored = n;
    }
  }
  isRunning = false;
  await Promise.all(readers);

  expect(bodies.size).toBeGreaterThan(10);
});
