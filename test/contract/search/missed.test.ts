import { startWithAccounts, type AccountServer } from '../../support/accounts';
import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { MissedSearchRepository } from '../../../src/storage/search/missed-search-repository';
import { testStorage } from '../../support/storage';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
  for (const id of ['qaa_fr_1', 'qbb_fr_1'])
    await server.server.load(dictionaryFolder(id, [bareLine(id, 1, 'simo')]));
});

afterAll(() => server.server.close());

const search = (text: string, filter: string) =>
  server.graphql(`{ search(text: "${text}", filter: { ${filter} }) { nodes { match { text } } } }`);

const missed = (token?: string, dictionary = 'qaa_fr_1') =>
  server.graphql(`{ dictionary(dictionary: "${dictionary}") { missedSearches { text count } } }`, {}, token);

test('admins see what a dictionary lacks, from GraphQL and REST; hits, filters and other scopes do not count', async () => {
  await search('Zebrü', 'dictionary: "qaa_fr_1"');
  await search('simo', 'dictionary: "qaa_fr_1"');
  await search('giraffe', 'dictionary: "qaa_fr_1", category: "n"');
  await search('elephant', '');
  await server.rest('GET', '/lexicon/articles/qaa_fr_1?search=warthog');

  const { data } = await missed(server.admin);
  const texts = (data['dictionary'] as { missedSearches: { text: string }[] }).missedSearches;
  expect(texts.toSorted((a, b) => (a.text < b.text ? -1 : 1))).toEqual([
    { text: 'warthog', count: 1 },
    { text: 'zebrü', count: 1 },
  ]);
});

test('a text is not listed while readers find an article with a similar spelling', async () => {
  const words = ['Kifaru', 'nyati', 'punda'];
  for (const word of words) await search(word, 'dictionary: "qbb_fr_1"');
  const texts = async () => {
    const { data } = await missed(server.admin, 'qbb_fr_1');
    const { missedSearches } = data['dictionary'] as { missedSearches: { text: string }[] };
    return missedSearches.map(({ text }) => text).filter((text) => words.includes(text) || text === 'kifaru');
  };
  const before = await texts();
  const made = async (source: object) => {
    const mutation = `mutation ($source: JSON!) { createArticle(dictionary: "qbb_fr_1", input: { source: $source }) { article { number } userErrors { message } } }`;
    const { data } = await server.graphql(mutation, { source }, server.admin);
    return (data['createArticle'] as { number: number }).number;
  };
  const number = await made({ entry: { headword: 'kifaru' } });
  await made({ entry: { headword: 'farasi', variants: ['punda'] } });
  const after = await texts();
  await server.graphql(
    `mutation { setArticleDisabled(dictionary: "qbb_fr_1", number: "${String(number)}", isDisabled: true) { userErrors { message } } }`,
    {},
    server.admin,
  );

  expect(before.toSorted()).toEqual(['kifaru', 'nyati', 'punda']);
  expect(after).toEqual(['nyati']);
  expect((await texts()).toSorted()).toEqual(['kifaru', 'nyati']);
});

test.each([
  ['strangers', undefined],
  ['users', 'reader'],
] as const)('%s do not see them', async (_, role) => {
  const { errors } = await missed(role && server.reader);

  expect(JSON.stringify(errors)).toMatch(/UNAUTHENTICATED|FORBIDDEN/);
});

test('a dictionary keeps a bounded number of texts, the most frequent ones', async () => {
  const storage = await testStorage();
  const repository = new MissedSearchRepository(storage.models);
  const day = new Date('2026-11-23');
  const texts = (from: number, n: number, count: number) =>
    Array.from({ length: n }, (_, i) => ({ dictionaryId: 'qaa_1', text: `t${String(from + i)}`, count }));
  await repository.add(texts(0, 10, 2), day);
  await repository.add(texts(10, 995, 1), new Date('2026-11-22'));
  await repository.add(texts(2000, 5, 1), day);
  await repository.add([{ dictionaryId: 'qaa_1', text: 't0', count: 3 }], day);

  expect(await storage.models.missedSearches.countDocuments({ dictionaryId: 'qaa_1' })).toBe(1000);
  expect((await repository.of('qaa_1', 2)).map(({ count }) => count)).toEqual([5, 2]);
  expect(await storage.models.missedSearches.countDocuments({ day, count: 1 })).toBe(5);
  await storage.close();
});
