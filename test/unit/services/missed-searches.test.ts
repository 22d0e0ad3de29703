import { MissedSearches } from '../../../src/services/search/missed-searches';
import { runInWork, Work } from '../../../src/shared/work';
import type { MissedSearch } from '../../../src/storage/search/missed-search-repository';

function counted({ isOn = true } = {}) {
  const batches: (readonly MissedSearch[])[] = [];
  const storage = {
    missedSearches: {
      add: (missed: readonly MissedSearch[]) => {
        batches.push(missed);
        return Promise.resolve();
      },
      of: () => Promise.resolve([]),
    },
  };
  const service = new MissedSearches(storage as never, isOn);
  const note = (caller: string, text: string, dictionaryId = 'qaa_1') => {
    runInWork(new Work(caller), () => {
      service.note(dictionaryId, text);
    });
  };
  const texts = async () => {
    await service.settle();
    return Object.fromEntries(batches.flat().map(({ text, count }) => [text, count]));
  };
  return { note, texts, batches, service };
}

test('texts are counted once for each caller, and written together', async () => {
  const { note, texts, batches } = counted();
  note('a', 'griot');
  note('a', 'griot');
  note('b', 'griot');
  note('b', 'kora');

  expect(await texts()).toEqual({ griot: 2, kora: 1 });
  expect(batches).toHaveLength(1);
  expect(Object.keys(batches[0]![0]!).toSorted()).toEqual(['count', 'dictionaryId', 'text']);
});

test('counts the longest text of those typed letter by letter', async () => {
  const { note, texts } = counted();
  for (const text of ['gri', 'grio', 'griot']) note('a', text);

  expect(await texts()).toEqual({ griot: 1 });
});

test('short and long texts are not counted, and nothing is where it is off', async () => {
  const on = counted();
  const off = counted({ isOn: false });
  for (const { note } of [on, off]) for (const text of ['ab', 'a'.repeat(41)]) note('a', text);
  off.note('a', 'griot');

  expect(await on.texts()).toEqual({});
  expect(await off.texts()).toEqual({});
});

test('limits the texts of one caller and of all callers', async () => {
  const one = counted();
  for (let i = 0; i < 200; i++) one.note('a', `word ${String(i)} x`);
  const all = counted();
  for (let i = 0; i < 3000; i++) all.note(`caller ${String(i)}`, `word ${String(i)} x`);

  expect(Object.keys(await one.texts())).toHaveLength(50);
  expect(Object.keys(await all.texts())).toHaveLength(100);
});

test('a database that is away fails no search', async () => {
  const service = new MissedSearches(
    { missedSearches: { add: () => Promise.reject(new Error('away')) } } as never,
    true,
  );
  service.note('qaa_1', 'griot');

  await expect(service.settle()).resolves.toBeUndefined();
});
