import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../../../src/shared/failure';
import { runInWork, Work } from '../../../../src/shared/work';
import { WriteBatcher } from '../../../../src/storage/mongo/group-commit';

const failing = (wish: string) => wish.startsWith('bad');

/** Writes down what is fulfilled together; all of it fails where a part of it does. */
function recording() {
  const batches: (readonly string[])[] = [];
  const gathered = new WriteBatcher(async (wishes: readonly string[]) => {
    batches.push(wishes);
    await Promise.resolve();
    const bad = wishes.find(failing);
    if (bad !== undefined) throw new Error(bad);
    return wishes.map((wish) => wish.toUpperCase());
  });
  return { batches, gathered };
}

test('runs a single request at once and batches those that arrive during it, each with its result', async () => {
  const { batches, gathered } = recording();

  const results = await Promise.all(['a', 'b', 'c'].map((wish) => gathered.add(wish)));

  expect(results).toEqual(['A', 'B', 'C']);
  expect(batches).toEqual([['a'], ['b', 'c']]);
});

test('at most a hundred are served together', async () => {
  const { batches, gathered } = recording();

  await Promise.all(Array.from({ length: 150 }, (_, n) => gathered.add(String(n))));

  expect(batches.map(({ length }) => length)).toEqual([1, 100, 49]);
});

describe('clients that send each write when the one before is stored', () => {
  /** Writes that take a moment, and who was in each batch. */
  function slow() {
    const batches: string[] = [];
    const gathered = new WriteBatcher(async (clients: readonly string[]) => {
      batches.push([...clients].sort().join(''));
      await sleep(20);
      return clients;
    });
    return { batches, gathered };
  }

  test('share one batch', async () => {
    const { batches, gathered } = slow();
    const client = async (name: string, writes: number) => {
      for (let write = 0; write < writes; write++) {
        await gathered.add(name);
        await setImmediate();
      }
    };

    await Promise.all([client('a', 3), client('b', 2), client('c', 3)]);

    // The first write is stored at once, and nobody knows yet that others follow.
    expect(batches).toEqual(['a', 'abc', 'abc', 'c']);
  });

  test('are awaited for a moment only', async () => {
    const { batches, gathered } = slow();

    await Promise.all(['a', 'b'].map((name) => gathered.add(name)));

    expect(batches).toEqual(['a', 'b']);
  });

  test('wait for nobody if there is one of them', async () => {
    const { batches, gathered } = slow();
    await gathered.add('a');
    await setImmediate();
    const timers = jest.spyOn(globalThis, 'setTimeout');

    const stored = gathered.add('a');

    expect(batches).toEqual(['a', 'a']);
    expect(timers).not.toHaveBeenCalled();
    await stored;
  });
});

test('batches large requests with few others, and serves requests of any size', async () => {
  const batches: (readonly number[])[] = [];
  const gathered = new WriteBatcher(
    (sizes: readonly number[]) => {
      batches.push(sizes);
      return Promise.resolve(sizes);
    },
    (size) => size,
  );

  const served = await Promise.all([1, 60, 40, 1, 1000, 2].map((size) => gathered.add(size)));

  expect(served).toEqual([1, 60, 40, 1, 1000, 2]);
  expect(batches).toEqual([[1], [60, 40], [1], [1000], [2]]);
});

test('a failing request does not fail the others of its batch', async () => {
  const { gathered } = recording();

  const outcomes = await Promise.allSettled(['a', 'bad one', 'b'].map((wish) => gathered.add(wish)));

  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'A' },
    { status: 'rejected', reason: new Error('bad one') },
    { status: 'fulfilled', value: 'B' },
  ]);
  expect(await gathered.add('c')).toBe('C');
});

test('refuses the whole batch if it is too late, and retries nothing', async () => {
  const asked: number[] = [];
  const tried: (readonly number[])[] = [];
  const gathered = new WriteBatcher((wishes: readonly number[], since) => {
    asked.push(since);
    tried.push(wishes);
    return Promise.reject(new Failure('UNAVAILABLE', 'too late'));
  });
  const before = performance.now();

  const outcomes = await Promise.allSettled([1, 2, 3].map((wish) => gathered.add(wish)));

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(tried).toEqual([[1], [2, 3]]);
  expect(asked.every((since) => since >= before && since <= performance.now())).toBe(true);
});

test('leaves refused requests out when the others are retried', async () => {
  const works = [new Work('a'), new Work('b'), new Work('c')];
  const stored: (readonly string[])[] = [];
  const gathered = new WriteBatcher(async (wishes: readonly string[]) => {
    await Promise.resolve();
    if (wishes.length > 1) {
      works[1]!.end();
      throw new Error('one of them was refused');
    }
    stored.push(wishes);
    return wishes;
  });

  const outcomes = await Promise.allSettled([
    gathered.add('first'),
    ...works.map((work) => runInWork(work, () => gathered.add(work.caller!))),
  ]);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(stored).toEqual([['first'], ['a'], ['c']]);
});
