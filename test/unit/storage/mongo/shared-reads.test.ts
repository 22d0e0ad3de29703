import { ReadCache } from '../../../../src/storage/mongo/shared-reads';

test('does not cache a list that changes while it is read', async () => {
  let last = 1;
  const cache = new ReadCache({
    bounds: () => Promise.resolve({ last, touched: 0, forgotten: 0, changedAt: 0 }),
  });
  const read = (work: () => Promise<string>) =>
    cache.of('dictionary').read({ key: 'list', sizeOf: () => 1 }, work);
  const before = () => Promise.resolve('before');
  const changed = () => {
    last = 2;
    return Promise.resolve('before');
  };

  // Only a repeated read is kept.
  expect([await read(before), await read(changed)]).toEqual(['before', 'before']);
  expect(await read(() => Promise.resolve('after'))).toBe('after');
  expect(await read(() => Promise.resolve('read again'))).toBe('after');
});
