import type { Gateway } from '../../../src/server/compose';
import { type AccountServer, startWithAccounts } from '../../support/accounts';
import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { otherGateway } from '../../support/other-gateway';
import { LOOKED_INTO, type RecordedCommand, recordCommands } from '../../support/recorded-commands';
import { ADMIN } from '../../support/viewers';

const ID = 'qaa_fr_kept';
const ROUNDS = 10 * Number(process.env['RACE_ROUNDS'] ?? 1);

let accounts: AccountServer;
let other: Gateway;

beforeAll(async () => {
  accounts = await startWithAccounts();
  const lines = Array.from({ length: 12 }, (_, i) => nounLine(ID, i + 1, `word${String(i)}`));
  await accounts.server.load(dictionaryFolder(ID, lines));
  other = await otherGateway(accounts.server);
});

afterAll(async () => {
  await other.close();
  await accounts.server.close();
});

const FIELDS = 'number headword likeCount isDisabled revision etag source updatedAt';

/** Lists of which totals are stored, and lists that are counted; with what everybody sees, and with what admins see. */
const FILTERS = ['', ', having: ENTRY', ', category: "n"', ', category: "n", language: "fr"'];

interface Read {
  readonly totalCount: number;
  readonly nodes?: readonly object[];
  readonly edges?: readonly { readonly node: object }[];
}

/** A list alone in its document, so that its page is kept. */
async function listed(filter: string, items: string, token?: string): Promise<Read> {
  const query = `{ articles(filter: { dictionary: "${ID}"${filter} }, first: 50) { totalCount ${items} } }`;
  const { data, errors } = await accounts.graphql(query, {}, token);
  expect(errors).toEqual([]);
  return data['articles'] as Read;
}

/** Texts that find headwords by their beginning, and with an error what a change writes; and one that finds what is new. */
const TEXTS = ['wor', 'chagned', 'new'];

/** A page of search hits, with the reason of each. No size is used twice where the response must not come from the cache. */
async function searched(text: string, first: number, token?: string): Promise<Read> {
  const query = `{ search(text: "${text}", filter: { dictionary: "${ID}" }, first: ${String(first)}) {
    totalCount didYouMean nodes { match { tier text } article { ${FIELDS} } } } }`;
  const { data, errors } = await accounts.graphql(query, {}, token);
  expect(errors).toEqual([]);
  return data['search'] as Read;
}

const CACHED_SIZE = 30;
let uncachedSize = CACHED_SIZE;

/** A page is kept when it is read for the second time. */
async function keepPages(): Promise<void> {
  for (const token of [undefined, accounts.admin]) {
    for (const filter of [...FILTERS, ...FILTERS]) await listed(filter, `nodes { ${FIELDS} }`, token);
    for (const text of [...TEXTS, ...TEXTS]) await searched(text, CACHED_SIZE, token);
  }
}

/** Expects of every list that it is what reading it article by article gives, and of every search what a page of another size gives. */
async function expectCurrent(): Promise<void> {
  uncachedSize++;
  for (const token of [undefined, accounts.admin]) {
    for (const filter of FILTERS) {
      const cached = await listed(filter, `nodes { ${FIELDS} }`, token);
      const read = await listed(filter, `edges { node { ${FIELDS} } }`, token);
      expect(cached.nodes).toEqual(read.edges?.map(({ node }) => node));
    }
    for (const text of TEXTS)
      expect(await searched(text, CACHED_SIZE, token)).toEqual(await searched(text, uncachedSize, token));
  }
}

const target = { dictionaryId: ID, id: '3' };

/** The collections that some commands use for requests, in alphabetical order. */
function collectionsOf(commands: readonly RecordedCommand[]): readonly unknown[] {
  return commands
    .map(({ collection }) => collection)
    .filter((name) => !LOOKED_INTO.has(name))
    .toSorted();
}

test('a repeated search only reads a counter and its dictionary, and returns the same', async () => {
  for (const text of TEXTS) {
    const first = await searched(text, CACHED_SIZE);
    await searched(text, CACHED_SIZE);
    const { commands, stop } = recordCommands();
    const repeated = await searched(text, CACHED_SIZE);
    stop();
    expect(collectionsOf(commands)).toEqual(['counters', 'dictionaries']);
    expect(repeated).toEqual(first);
  }
});

test('a search follows the rules of its dictionary immediately', async () => {
  for (let i = 0; i < 3; i++) await searched('zuword3', CACHED_SIZE);
  const rules = `mutation { updateDictionary(dictionary: "${ID}", input: { searchProfile: { morphology: { prefixes: [["zu-"]] } } }) {
    dictionary { searchProfile { morphology { prefixes } } } } }`;
  const { errors } = await accounts.graphql(rules, {}, accounts.admin);
  expect(errors).toEqual([]);

  const { nodes } = await searched('zuword3', CACHED_SIZE);
  expect(nodes?.[0]).toMatchObject({ match: { tier: 'INFLECTED', text: 'word3' } });
});

test('a repeated read of a list only reads a counter, and returns the same', async () => {
  const nodes = `nodes { ${FIELDS} }`;
  for (const filter of FILTERS) {
    const first = await listed(filter, nodes);
    await listed(filter, nodes);
    const { commands, stop } = recordCommands();
    const repeated = await listed(filter, nodes);
    stop();
    expect(collectionsOf(commands)).toEqual(['counters']);
    expect(repeated).toEqual(first);
    expect([repeated.totalCount, repeated.nodes?.length]).toEqual([12, 12]);
  }
});

const source = (headword: string) => ({ source: { category: 'n', entry: { headword } } });

test.each<[string, () => Promise<unknown>]>([
  ['a changed article', () => other.articleWrites.update(ADMIN, target, source('changed'))],
  ['a vote', () => other.votes.onArticle(ADMIN, target, 'like')],
  ['a vote taken back', () => other.votes.onArticle(ADMIN, target, 'unlike')],
  ['a disabled article', () => other.articleWrites.setDisabled(ADMIN, target, { isDisabled: true })],
  ['an enabled article', () => other.articleWrites.setDisabled(ADMIN, target, { isDisabled: false })],
  ['a new article', () => other.articleWrites.create(ADMIN, ID, source('new'))],
  ['a removed article', () => other.articleWrites.remove({ dictionaryId: ID, id: '5' })],
  [
    'imported articles',
    () => accounts.server.load(dictionaryFolder(ID, [nounLine(ID, 40, 'a'), nounLine(ID, 41, 'b')])),
  ],
  ['a removed dictionary', () => other.dictionaryWrites.remove(ID, ID)],
  [
    'a dictionary made again',
    () => accounts.server.load(dictionaryFolder(ID, [nounLine(ID, 1, 'first'), nounLine(ID, 2, 'second')])),
  ],
])('%s by another process is in every list immediately', async (_, change) => {
  await keepPages();
  const before = await listed('', `nodes { ${FIELDS} }`, accounts.admin);
  await change();

  await expectCurrent();
  expect(await listed('', `nodes { ${FIELDS} }`, accounts.admin)).not.toEqual(before);
});

test('no reader gets an earlier state than was stored before, while others write and read', async () => {
  let stored = 0;
  let isRunning = true;
  let reads = 0;
  const read = async (): Promise<void> => {
    while (isRunning) {
      const before = stored;
      const { nodes = [] } = await listed('', 'nodes { number headword }');
      const [first] = nodes as readonly { readonly headword: string }[];
      expect(Number(first?.headword.slice(1))).toBeGreaterThanOrEqual(before);
      reads++;
    }
  };
  await other.articleWrites.update(ADMIN, { dictionaryId: ID, id: '1' }, source('a0'));
  const readers = [read(), read(), read()];
  for (let n = 1; n <= ROUNDS; n++) {
    await other.articleWrites.update(ADMIN, { dictionaryId: ID, id: '1' }, source(`a${String(n)}`));
    stored = n;
  }
  isRunning = false;
  await Promise.all(readers);

  expect(reads).toBeGreaterThan(0);
});
