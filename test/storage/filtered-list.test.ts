import { ALL_DICTIONARIES } from '../../src/storage/lists/list-segment';
import { recordCommands } from '../support/recorded-commands';
import { testStorage, type TestStorage } from '../support/storage';

/** One more than a list without kept totals is counted to. */
const MANY = 10_001;

let storage: TestStorage;

beforeAll(async () => {
  storage = await testStorage();
  // Straight into the collection: only what the indexes hold matters here.
  const documents = Array.from({ length: MANY }, (_, i) => ({
    dictionaryId: 'aa_test',
    number: i + 1,
    publicId: String(i),
    sortKey: String(i).padStart(5, '0'),
    lists: [
      'article',
      'category=n',
      ...(i === 0 ? [] : ['type=noun']),
      ...(i % 2 === 0 ? ['class=7/8'] : []),
    ],
    isDisabled: i === 4,
  }));
  await storage.models.articles.collection.insertMany(documents);
});

afterAll(() => storage.close());

const open = (list: string, ...besides: string[]) =>
  storage.lists.open({ scope: 'aa_test', list, besides, visibility: ['shown', 'hidden'] });

test.each([
  ['category=n', [], null],
  ['type=noun', [], 10_000],
  ['class=7/8', ['category=n'], 5001],
  ['category=n', ['type=noun', 'class=7/8'], 5000],
  ['category=v', ['category=n'], 0],
])('%s with %j holds %s articles', async (list, besides, total) => {
  expect(await open(list, ...besides).total()).toBe(total);
});

test('hidden articles count only for viewers who may see them', async () => {
  const shown = storage.lists.open({ scope: ALL_DICTIONARIES, list: 'category=n', visibility: ['shown'] });

  expect(await shown.total()).toBe(10_000);
});

test('articles that only some viewers may see are listed in order', async () => {
  const { items: found } = await open('category=n', 'class=7/8').read({ order: 'ASC', skip: 1, limit: 3 });

  expect(found.map(({ number }) => number)).toEqual([3, 5, 7]);
});

test('the last page that is counted is read, and no later one', async () => {
  const list = open('category=n');

  expect(await list.seek('ASC', 9999)).toEqual({ skip: 9999 });
  await expect(list.seek('ASC', 10_000)).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
});

test('reads the list that ends last and filters its articles by the other lists', async () => {
  const recorded = recordCommands();
  await open('category=n', 'type=noun', 'class=7/8').read({ order: 'ASC', limit: 1 });
  recorded.stop();

  const finds = recorded.commands.filter(({ name }) => name === 'find').map(({ command }) => command);
  const led = finds.filter(({ filter }) => '$and' in (filter as object));
  const lists = ['class=7/8', 'category=n', 'type=noun'].map((list) => ({ lists: list }));
  expect(led.map(({ filter }) => (filter as { $and: unknown }).$and)).toEqual([lists, lists]);
  for (const { filter } of led)
    expect(filter).toMatchObject({ sortKey: { $lte: expect.any(String) as string } });
});
