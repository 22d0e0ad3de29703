import type { ProfiledDictionary } from '../../../src/domain/search/search-profile';
import { newArticle } from '../../../src/services/articles/article-drafts';
import type { Gateway } from '../../../src/server/compose';
import { startGateway, type TestGateway } from '../../support/gateway';
import { otherGateway } from '../../support/other-gateway';
import { recordCommands } from '../../support/recorded-commands';

let first: TestGateway;
let second: Gateway;

beforeAll(async () => {
  first = await startGateway();
  second = await otherGateway(first);
});

afterAll(async () => {
  await second.close();
  await first.close();
});

async function createDictionary({ storage }: Gateway, dictionaryId: string): Promise<void> {
  const [now, number] = [new Date(), await storage.counters.take('dictionary')];
  const dictionary = { dictionaryId, number, revision: 1, createdAt: now, updatedAt: now };
  await storage.dictionaries.insert(dictionary as never);
}

const draftIn = (dictionary: ProfiledDictionary, headword: string) =>
  newArticle({ dictionary, source: { entry: { headword } }, number: 0, by: 'first' });

/** Adds an article with the search keys that a reader of the dictionary finds now. */
async function add({ storage }: Gateway, dictionaryId: string, headword: string) {
  const [dictionary] = await storage.dictionaries.findMany([dictionaryId]);
  const of = dictionary ?? { dictionaryId };
  return storage.articles.add(dictionaryId, { draft: draftIn(of, headword), isNamed: false });
}

const numbersOf = async ({ storage }: Gateway, dictionaryId: string) =>
  (await storage.articles.findAfter(dictionaryId, 0, 100)).map(({ number }) => number);

test('a further article of a dictionary is stored without reading its counters, its metadata or removals', async () => {
  await createDictionary(first.gateway, 'qaa_fr_1');
  for (const headword of ['a', 'ab']) await add(first.gateway, 'qaa_fr_1', headword);
  const drafted = draftIn({ dictionaryId: 'qaa_fr_1' }, 'bc');
  const recorded = recordCommands();

  await first.gateway.storage.articles.add('qaa_fr_1', { draft: drafted, isNamed: false });
  recorded.stop();

  expect(recorded.commands.map(({ name, collection }) => `${name} ${String(collection)}`)).toEqual([
    'update usages',
    'update counters',
    'insert articles',
    'update listSegments',
    'commitTransaction 1',
  ]);
});

test('articles that two processes create alternately get different numbers, in the order of their creation', async () => {
  await createDictionary(first.gateway, 'qaa_fr_2');
  for (let n = 0; n < 4; n++) {
    await add(first.gateway, 'qaa_fr_2', `a${n}`);
    await add(second, 'qaa_fr_2', `b${n}`);
  }

  const all = await first.gateway.storage.articles.findAfter('qaa_fr_2', 0, 100);
  expect(all.map(({ number, seq }) => [number, seq])).toEqual(
    Array.from({ length: 8 }, (_, at) => [at + 1, at + 1]),
  );
});

test('changes in several dictionaries at once, of which another process has changed one, are all numbered', async () => {
  const ids = ['qaa_fr_3', 'qaa_fr_4', 'qaa_fr_5', 'qaa_fr_6'];
  for (const id of ids) await createDictionary(first.gateway, id);
  for (const id of ids) await add(first.gateway, id, 'ab');
  await add(second, 'qaa_fr_5', 'other');
  const { articles } = first.gateway.storage;
  const read = await Promise.all(ids.map((id) => articles.findMany(id, { numbers: [1] })));

  // The first is stored alone, and the others together.
  await Promise.all(
    ids.map((id, at) => {
      const before = read[at]![0]!;
      return articles.store(id, [{ before, after: { ...before, revision: 2 } }]);
    }),
  );

  const sequenceOf = async (id: string) => {
    const { changes } = await second.storage.changes.read(id, { after: 0, limit: 10 });
    return changes.map((change) => [change.seq, 'article' in change && change.article.number]);
  };
  const once = [[2, 1]];
  expect(await Promise.all(ids.map(sequenceOf))).toEqual([
    once,
    once,
    [
      [2, 2],
      [3, 1],
    ],
    once,
  ]);
});

test('nothing is written to a dictionary that another process has deleted', async () => {
  await createDictionary(first.gateway, 'qaa_fr_7');
  await add(first.gateway, 'qaa_fr_7', 'ab');
  const [dictionary] = await first.gateway.storage.dictionaries.findMany(['qaa_fr_7']);
  const draft = draftIn(dictionary!, 'bc');
  await second.storage.dictionaryRemoval.remove('qaa_fr_7');

  const added = first.gateway.storage.articles.add('qaa_fr_7', { draft, isNamed: false });

  await expect(added).rejects.toMatchObject({ reason: 'DICTIONARY_NOT_FOUND' });
  expect(await numbersOf(second, 'qaa_fr_7')).toEqual([]);
  await createDictionary(second, 'qaa_fr_7');
  await add(first.gateway, 'qaa_fr_7', 'cd');
  expect(await numbersOf(second, 'qaa_fr_7')).toEqual([2]);
});

test('an article with the keys of a search profile that another process has replaced is not stored', async () => {
  await createDictionary(first.gateway, 'qaa_fr_8');
  await add(first.gateway, 'qaa_fr_8', 'ab');
  const [before] = await second.storage.dictionaries.findMany(['qaa_fr_8']);
  const draft = draftIn(before!, 'bc');
  await second.storage.dictionaries.replace(
    before!,
    Object.assign({}, before, { revision: 2, language: 'wo' }),
  );

  const stored = await first.gateway.storage.articles.add('qaa_fr_8', { draft, isNamed: false });

  expect(stored).toBeUndefined();
  await add(first.gateway, 'qaa_fr_8', 'cd');
  expect(await numbersOf(second, 'qaa_fr_8')).toHaveLength(2);
});

test('an article with the keys of the search profile that another process has set is stored', async () => {
  await createDictionary(first.gateway, 'qaa_fr_9');
  await add(first.gateway, 'qaa_fr_9', 'ab');
  const [before] = await second.storage.dictionaries.findMany(['qaa_fr_9']);
  await second.storage.dictionaries.replace(
    before!,
    Object.assign({}, before, { revision: 2, language: 'wo' }),
  );

  expect(await add(first.gateway, 'qaa_fr_9', 'bc')).toMatchObject({ number: 2 });
});
