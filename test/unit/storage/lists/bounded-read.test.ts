import { readBounded } from '../../../../src/storage/lists/bounded-read';

/** A list with some entries, of which every so many is an item, and how many entries each read has examined. */
function listOf(entries: number, { every = 1, hasSize = false } = {}) {
  const asked: number[] = [];
  const stretchOf = (n: number) => {
    asked.push(n);
    const reached = Math.min(n, entries);
    return Promise.resolve({
      until: n < entries ? String(n) : undefined,
      read: () =>
        Promise.resolve(Array.from({ length: Math.floor(reached / every) }, (_, i) => (i + 1) * every)),
      ...(hasSize && { size: () => Promise.resolve(reached) }),
    });
  };
  return { asked, stretchOf };
}

test.each([
  // What the first entries have suffices.
  [{ entries: 20_000, every: 50, enough: 10 }, [500], { items: 10, stoppedAt: undefined, examined: 500 }],
  [{ entries: 20_000, every: 50, enough: 1 }, [500], { items: 10, stoppedAt: undefined, examined: 500 }],
  // It is all that there is.
  [{ entries: 300, every: 50, enough: 10 }, [500], { items: 6, stoppedAt: undefined, examined: 500 }],
  [{ entries: 500, every: 50, enough: 11 }, [500], { items: 10, stoppedAt: undefined, examined: 500 }],
  // It does not suffice.
  [
    { entries: 20_000, every: 50, enough: 11 },
    [500, 10_000],
    { items: 200, stoppedAt: undefined, examined: 10_000 },
  ],
  [
    { entries: 20_000, every: 5000, enough: 11 },
    [500, 10_000],
    { items: 2, stoppedAt: '10000', examined: 10_000 },
  ],
  [
    { entries: 600, every: 50, enough: 100 },
    [500, 10_000],
    { items: 12, stoppedAt: undefined, examined: 10_000 },
  ],
  [
    { entries: 600, every: 50, enough: 100, hasSize: true },
    [500, 10_000],
    { items: 12, stoppedAt: undefined, examined: 600 },
  ],
  [
    { entries: 300, every: 50, enough: 100, hasSize: true },
    [500],
    { items: 6, stoppedAt: undefined, examined: 500 },
  ],
  [
    { entries: 20_000, every: 5000, enough: 100, hasSize: true },
    [500, 10_000],
    { items: 2, stoppedAt: '10000', examined: 10_000 },
  ],
  // No more may be examined.
  [
    { entries: 20_000, every: 50, enough: 100, most: 500 },
    [500],
    { items: 10, stoppedAt: '500', examined: 500 },
  ],
  [
    { entries: 20_000, every: 50, enough: 100, most: 100 },
    [100],
    { items: 2, stoppedAt: '100', examined: 100 },
  ],
  [
    { entries: 20_000, every: 50, enough: 100, most: 501 },
    [500, 501],
    { items: 10, stoppedAt: '501', examined: 501 },
  ],
] as const)('%j asks for %j entries, and reads %j', async (given, reads, { items, stoppedAt, examined }) => {
  const list = listOf(given.entries, given);
  const most = 'most' in given ? given.most : undefined;
  const bounded = await readBounded(given.enough, list.stretchOf, most);

  expect(list.asked).toEqual(reads);
  expect(bounded.items).toHaveLength(items);
  expect([bounded.stoppedAt, bounded.examined]).toEqual([stoppedAt, examined]);
});
