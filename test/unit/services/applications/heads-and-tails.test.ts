import { type ListEnd, readHeadsAndTails } from '../../../../src/services/applications/heads-and-tails';
import { blockNumberOf, blockOf } from '../../../../src/domain/chatbot/resource/resource-record';
import { resourceTypeNamed } from '../../../../src/domain/chatbot/resource/resource-types';
import type { SortOrder } from '../../../../src/shared/paging';

const TYPE = resourceTypeNamed('Intent');

type Stored = Parameters<typeof readHeadsAndTails>[0]['resources'];

/** Lists by their owner, with the numbers of their objects, and the commands that were sent for them. */
function resourcesOf(lists: Readonly<Record<string, readonly number[]>>) {
  const commands: (readonly string[] | 'range')[] = [];
  const all = Object.entries(lists).flatMap(([owner, numbers]) =>
    // As the database may return them.
    numbers.toReversed().map((number) => ({
      _id: `${owner}/${String(number)}`,
      number,
      block: blockOf(owner, blockNumberOf(number)),
      bytes: 1,
    })),
  );
  interface Range {
    readonly owner: string;
    readonly order: SortOrder;
    readonly after?: number;
    readonly before?: number;
    readonly limit: number;
  }
  const resources = {
    positionsIn: (_: unknown, blocks: readonly string[]) => {
      commands.push(blocks);
      return Promise.resolve(all.filter(({ block }) => blocks.includes(block)));
    },
    positions: (_: unknown, { owner, order, after = -1, before = Infinity, limit }: Range) => {
      commands.push('range');
      const own = all.filter(({ _id }) => _id.startsWith(`${owner}/`));
      const within = own.filter(({ number }) => number > after && number < before);
      const ascending = within.toSorted((a, b) => a.number - b.number);
      return Promise.resolve((order === 'ASC' ? ascending : ascending.toReversed()).slice(0, limit));
    },
    load: (_: unknown, positions: readonly { _id: string }[]) =>
      Promise.resolve(positions.map(({ _id }) => ({ key: _id }))),
  };
  return { commands, resources: resources as unknown as Stored };
}

const endOf = (owner: string, numbers: readonly number[], amount: number, order: SortOrder): ListEnd => ({
  owner,
  state: { count: numbers.length, last: Math.max(0, ...numbers) },
  amount,
  order,
});

async function read(ends: readonly ListEnd[], resources: Stored): Promise<(readonly string[])[]> {
  const lists = await readHeadsAndTails({ resources }, TYPE, ends);
  return lists.map((list) => list.map((resource) => (resource as unknown as { key: string }).key));
}

const range = (first: number, last: number, step = 1): readonly number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);

describe.each<[string, readonly number[]]>([
  ['without gaps', range(1, 1000)],
  ['with one object', [1]],
  ['with nothing', []],
  ['with the last number of a block', range(1, 99)],
  ['with the first number of a block', range(1, 100)],
  ['of which every tenth is left', range(10, 3000, 10)],
  ['of which only the ends are left', [1, 2, 50_001, 50_002]],
  ['with gaps of any width', range(7, 900_000, 9973)],
])('a list %s', (_, numbers) => {
  test.each<[number, SortOrder]>([
    [1, 'ASC'],
    [1, 'DESC'],
    [10, 'ASC'],
    [10, 'DESC'],
    [100, 'ASC'],
    [100, 'DESC'],
  ])('has its %d objects at the end %s', async (amount, order) => {
    const { resources } = resourcesOf({ a: numbers });
    const ordered = order === 'ASC' ? numbers : numbers.toReversed();

    expect(await read([endOf('a', numbers, amount, order)], resources)).toEqual([
      ordered.slice(0, amount).map((number) => `a/${String(number)}`),
    ]);
  });
});

test('reads the ends of many lists by one command, each with its own objects', async () => {
  const lists = { a: range(1, 250), b: range(1, 3), c: range(1, 120) };
  const { commands, resources } = resourcesOf(lists);
  const ends = [
    endOf('a', lists.a, 2, 'DESC'),
    endOf('b', lists.b, 5, 'DESC'),
    endOf('c', lists.c, 2, 'ASC'),
  ];

  expect(await read(ends, resources)).toEqual([
    ['a/250', 'a/249'],
    ['b/3', 'b/2', 'b/1'],
    ['c/1', 'c/2'],
  ]);
  expect(commands).toEqual([['a#2', 'a#1', 'b#0', 'c#0', 'c#1']]);
});

test('widens its reads after many deletions, and reads the rest by one command', async () => {
  const numbers = [1, 5000, 5001];
  const { commands, resources } = resourcesOf({ a: numbers });

  await read([endOf('a', numbers, 3, 'DESC')], resources);
  expect(commands.map((command) => (command === 'range' ? command : command.length))).toEqual([
    2,
    4,
    8,
    'range',
  ]);
});
