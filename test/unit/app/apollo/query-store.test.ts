import { QueryStore } from '../../../../src/app/apollo/query-store';

test('a query is found again by its key until it is deleted', async () => {
  const store = new QueryStore();
  await store.set('a', '{ hello }');

  expect(await store.get('a')).toBe('{ hello }');
  expect(await store.get('b')).toBeUndefined();
  expect(await store.delete('a')).toBe(true);
  expect(await store.get('a')).toBeUndefined();
});

test('of more queries than it holds, the one goes that was used least recently', async () => {
  const store = new QueryStore(3);
  for (const key of ['a', 'b', 'c']) await store.set(key, key);
  await store.get('a');
  await store.set('c', 'c');

  await store.set('d', 'd');

  expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => store.get(key)))).toEqual([
    'a',
    undefined,
    'c',
    'd',
  ]);
});

test('it holds 1,000 queries, however many it is given', async () => {
  const store = new QueryStore();
  for (let i = 0; i < 5000; i++) await store.set(String(i), 'x');

  const kept = await Promise.all(Array.from({ length: 5000 }, (_, i) => store.get(String(i))));

  expect(kept.filter((query) => query !== undefined)).toHaveLength(1000);
});

test('a query that is too long is not kept', async () => {
  const store = new QueryStore();
  await store.set('a', 'x'.repeat(8193));
  await store.set('b', 'x'.repeat(8192));

  expect(await store.get('a')).toBeUndefined();
  expect(await store.get('b')).toHaveLength(8192);
});
