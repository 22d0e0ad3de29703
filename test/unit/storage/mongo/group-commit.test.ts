import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../../../src/shared/failure';
import { runInWork, Work } from '../../../../src/shared/work';
import { WriteBatcher } from '../../../../src/storage/mongo/group-commit';

const failing = (request: string) => request.startsWith('bad');

/** Records the batches. A batch fails if one of its requests does. */
function recording() {
  const batches: (readonly string[])[] = [];
  const batcher = new WriteBatcher(async (requests: readonly string[]) => {
    batches.push(requests);
    await Promise.resolve();
    const bad = requests.find(failing);
    if (bad !== undefined) throw new Error(bad);
    return requests.map((request) => request.toUpperCase());
  });
  return { batches, batcher };
}

test('runs a single request immediately and batches those that arrive during it, each with its result', async () => {
  const { batches, batcher } = recording();

  const results = await Promise.all(['a', 'b', 'c'].map((request) => batcher.add(request)));

  expect(results).toEqual(['A', 'B', 'C']);
  expect(batches).toEqual([['a'], ['b', 'c']]);
});

test('a batch has at most a hundred requests', async () => {
  const { batches, batcher } = recording();

  await Promise.all(Array.from({ length: 150 }, (_, n) => batcher.add(String(n))));

  expect(batches.map(({ length }) => length)).toEqual([1, 100, 49]);
});

describe('clients that send each write when the one before is stored', () => {
  /** Slow writes, and the clients in each batch. */
  function slow() {
    const batches: string[] = [];
    const batcher = new WriteBatcher(async (clients: readonly string[]) => {
      batches.push([...clients].sort().join(''));
      await sleep(20);
      return clients;
    });
    return { batches, batcher };
  }

  test('share one batch', async () => {
    const { batches, batcher } = slow();
    const client = async (name: string, writes: number) => {
      for (let write = 0; write < writes; write++) {
        await batcher.add(name);
        await setImmediate();
      }
    };

    await Promise.all([client('a', 3), client('b', 2), client('c', 3)]);

    // The first write is stored immediately, because no other client is known yet.
    expect(batches).toEqual(['a', 'abc', 'abc', 'c']);
  });

  test('are awaited only briefly', async () => {
    const { batches, batcher } = slow();

    await Promise.all(['a', 'b'].map((name) => batcher.add(name)));

    expect(batches).toEqual(['a', 'b']);
  });

  test('do not wait if there is only one', async () => {
    const { batches, batcher } = slow();
    await batcher.add('a');
    await setImmediate();
    const timers = jest.spyOn(globalThis, 'setTimeout');

    const stored = batcher.add('a');

    expect(batches).toEqual(['a', 'a']);
    expect(timers).not.toHaveBeenCalled();
    await stored;
  });
});

test('batches large requests with few others, and accepts requests of any size', async () => {
  const batches: (readonly number[])[] = [];
  const batcher = new WriteBatcher(
    (sizes: readonly number[]) => {
      batches.push(sizes);
      return Promise.resolve(sizes);
    },
    (size) => size,
  );

  const results = await Promise.all([1, 60, 40, 1, 1000, 2].map((size) => batcher.add(size)));

  expect(results).toEqual([1, 60, 40, 1, 1000, 2]);
  expect(batches).toEqual([[1], [60, 40], [1], [1000], [2]]);
});

test('a failing request does not fail the others of its batch', async () => {
  const { batcher } = recording();

  const outcomes = await Promise.allSettled(['a', 'bad one', 'b'].map((request) => batcher.add(request)));

  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'A' },
    { status: 'rejected', reason: new Error('bad one') },
    { status: 'fulfilled', value: 'B' },
  ]);
  expect(await batcher.add('c')).toBe('C');
});

test('refuses the whole batch if it is too late, and retries nothing', async () => {
  const startTimes: number[] = [];
  const attempts: (readonly number[])[] = [];
  const batcher = new WriteBatcher((requests: readonly number[], since) => {
    startTimes.push(since);
    attempts.push(requests);
    return Promise.reject(new Failure('UNAVAILABLE', 'too late'));
  });
  const before = performance.now();

  const outcomes = await Promise.allSettled([1, 2, 3].map((request) => batcher.add(request)));

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(attempts).toEqual([[1], [2, 3]]);
  expect(startTimes.every((since) => since >= before && since <= performance.now())).toBe(true);
});

test('leaves refused requests out when the others are retried', async () => {
  const works = [new Work('a'), new Work('b'), new Work('c')];
  const stored: (readonly string[])[] = [];
  const batcher = new WriteBatcher(async (requests: readonly string[]) => {
    await Promise.resolve();
    if (requests.length > 1) {
      works[1]!.end();
      throw new Error('one of them was refused');
    }
    stored.push(requests);
    return requests;
  });

  const outcomes = await Promise.allSettled([
    batcher.add('first'),
    ...works.map((work) => runInWork(work, () => batcher.add(work.caller!))),
  ]);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(stored).toEqual([['first'], ['a'], ['c']]);
});
