import { readPageOf, filterText } from '../../../src/services/list-page';
import { cursorOf, type PageRequest } from '../../../src/shared/paging';
import type { RangeQuery } from '../../../src/storage/lists/keyed-list';

const VERSION = 'letters 1';
const LETTERS = Array.from('abcdefghij');
const at = (key: string) => cursorOf(key, VERSION);

/** Letters in their order, with what each read was asked for. */
function lettersOf(range: { from?: string; before?: string } = {}) {
  const asked: RangeQuery[] = [];
  const read = (query: RangeQuery) => {
    asked.push(query);
    const { after = '', before = '~', from = '', order, skip = 0, limit } = query;
    const within = LETTERS.filter((letter) => letter > after && letter < before && letter >= from);
    const ordered = order === 'ASC' ? within : within.toReversed();
    return Promise.resolve({ items: ordered.slice(skip, skip + limit) });
  };
  return { asked, list: { version: VERSION, range, read, total: () => Promise.resolve(LETTERS.length) } };
}

async function page(request: Partial<PageRequest>, range?: { from?: string; before?: string }) {
  const { items, hasNextPage, hasPreviousPage } = await readPageOf(
    lettersOf(range).list,
    { sort: 'ASC', ...request },
    100,
  );
  return [items.join(''), hasPreviousPage, hasNextPage];
}

test.each<[Partial<PageRequest>, string, boolean, boolean]>([
  [{}, 'abcdefghij', false, false],
  [{ first: 3 }, 'abc', false, true],
  [{ first: 3, after: at('c') }, 'def', true, true],
  [{ first: 3, after: at('g') }, 'hij', true, false],
  [{ first: 3, after: at('b'), before: at('e') }, 'cd', true, false],
  [{ last: 3 }, 'hij', true, false],
  [{ last: 3, before: at('h') }, 'efg', true, true],
  [{ last: 3, before: at('d') }, 'abc', false, true],
  [{ before: at('d') }, 'abc', false, true],
  [{ first: 3, sort: 'DESC' }, 'jih', false, true],
  [{ first: 3, after: at('h'), sort: 'DESC' }, 'gfe', true, true],
  [{ last: 3, sort: 'DESC' }, 'cba', true, false],
  [{ last: 3, before: at('c'), sort: 'DESC' }, 'fed', true, true],
  [{ first: 3, page: 1 }, 'abc', false, true],
  [{ first: 3, page: 4 }, 'j', true, false],
  [{ first: 3, page: 5 }, '', true, false],
])('%j shows %s', async (request, items, hasPrevious, hasNext) => {
  expect(await page(request)).toEqual([items, hasPrevious, hasNext]);
});

test.each<[Partial<PageRequest>, { from?: string; before?: string }, string]>([
  [{}, { from: 'c', before: 'f' }, 'cde'],
  [{ first: 2, after: at('c') }, { from: 'c', before: 'f' }, 'de'],
  // Of two upper bounds, the lower one counts.
  [{ before: at('e') }, { from: 'c', before: 'h' }, 'cd'],
  [{ before: at('h') }, { from: 'c', before: 'e' }, 'cd'],
])('%j of the range %j shows %s', async (request, range, items) => {
  expect((await page(request, range))[0]).toBe(items);
});

test('refuses a page after the last counted one, or returns an empty page if the list ends before it', async () => {
  const { list, asked } = lettersOf();
  const far = { sort: 'ASC', first: 100, page: 101 } as const;

  expect((await readPageOf(list, far, 100)).items).toEqual([]);
  expect(asked).toEqual([]);
  for (const total of [10_001, null]) {
    const long = { ...list, total: () => Promise.resolve(total) };
    await expect(readPageOf(long, far, 100)).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
  }
  expect((await readPageOf(list, { ...far, page: 100 }, 100)).items).toEqual([]);
  expect(asked).toMatchObject([{ skip: 9900, limit: 101 }]);
});

test('a page of a list that ended before it was full leads on from there', async () => {
  const stopped = { ...lettersOf().list, read: () => Promise.resolve({ items: ['a'], stoppedAt: 'c' }) };
  const nothing = { ...stopped, read: () => Promise.resolve({ items: [], stoppedAt: 'c' }) };

  expect(await readPageOf(stopped, { sort: 'ASC', first: 3 }, 100)).toMatchObject({
    items: ['a'],
    hasNextPage: true,
    endCursor: at('c'),
  });
  expect(await readPageOf(stopped, { sort: 'ASC', last: 3 }, 100)).toMatchObject({
    hasPreviousPage: true,
    startCursor: at('c'),
  });
  expect((await readPageOf(nothing, { sort: 'ASC', first: 3 }, 100)).items).toEqual([]);
  const second = { sort: 'ASC', first: 3, page: 2 } as const;
  await expect(readPageOf(nothing, second, 100)).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
});

test('a text that is looked for has 1 to 100 characters, in NFC', () => {
  expect([filterText(null), filterText(undefined)]).toEqual([undefined, undefined]);
  expect(filterText('e\u0301')).toBe('\u00e9');
  expect(filterText('😀'.repeat(100))).toHaveLength(200);
  for (const text of ['', 'x'.repeat(101)]) expect(() => filterText(text)).toThrow('1 to 100 characters');
});
