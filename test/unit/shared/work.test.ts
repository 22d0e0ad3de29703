import { Failure } from '../../../src/shared/failure';
import {
  charged,
  currentWork,
  jointWork,
  MAX_RESPONSE_BYTES,
  runDetached,
  runInWork,
  Work,
} from '../../../src/shared/work';

test('is known to everything that it awaits, and to nothing else', async () => {
  const work = new Work();

  const inside = runInWork(work, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return [currentWork(), runDetached(currentWork)];
  });

  expect(currentWork()).toBeUndefined();
  expect(await inside).toEqual([work, undefined]);
});

test('charges its use to its account at once', () => {
  const charges: unknown[] = [];
  const work = new Work('a', (...charge) => charges.push(charge));

  work.charge('databaseMs', 3);
  work.charge('bytes', 10);

  expect(charges).toEqual([
    ['databaseMs', 3],
    ['bytes', 10],
  ]);
  expect(work.usage).toEqual({ databaseMs: 3, threadMs: 0, bytes: 10 });
});

test('a response in memory has a bound', () => {
  const work = new Work();

  work.addToResponse(MAX_RESPONSE_BYTES);

  expect(() => {
    work.addToResponse(1);
  }).toThrow('would exceed 16 MiB');
});

test('work that has ended says why, once and for all', () => {
  const work = new Work();
  const reason = new Failure('UNAVAILABLE', 'gone');

  work.end(reason);
  work.end();

  expect(work.ended).toBe(reason);
  expect(() => {
    work.assertNotEnded();
  }).toThrow('gone');
});

describe('work of several requests', () => {
  test('belongs to the single request that asked', () => {
    const work = new Work();

    expect(jointWork([work, work])).toBe(work);
    expect(jointWork([])).toBeUndefined();
  });

  test('has no caller if a part belongs to no request', () => {
    expect(jointWork([new Work(), undefined])).toBeUndefined();
  });

  test('is charged in equal shares, and ends with the last of them', () => {
    const works = [new Work('a'), new Work('b')] as const;
    const joint = jointWork(works);

    joint?.charge('databaseMs', 8);
    works[0].end();

    expect(works.map(({ usage }) => usage.databaseMs)).toEqual([4, 4]);
    expect(joint?.ended).toBeUndefined();
    works[1].end();
    expect(joint?.ended).toBeDefined();
  });

  test('that is being stored is being stored for each of them', async () => {
    const works = [new Work('a'), new Work('b')] as const;
    const during = await jointWork(works)?.store(() =>
      Promise.resolve(works.map(({ isStoring }) => isStoring)),
    );

    expect(during).toEqual([true, true]);
    expect(works.map(({ isStoring }) => isStoring)).toEqual([false, false]);
  });
});

describe('a response that is sent part by part', () => {
  async function* parts() {
    yield 'aaa';
    yield Buffer.from('bb');
    await Promise.resolve();
    yield 'c';
  }

  test('is charged step by step, and waits for the budget of its caller', async () => {
    const work = new Work();
    let waits = 0;
    work.pace = () => {
      waits++;
      return Promise.resolve();
    };
    const sent: number[] = [];

    await runInWork(work, async () => {
      const pieces = charged(parts());
      while ((await pieces.next()).done !== true) sent.push(work.usage.bytes);
    });

    expect(sent).toEqual([3, 5, 6]);
    expect(waits).toBe(3);
  });

  test('has the bound of a whole response for each part, and ends with its request', () => {
    const work = new Work();
    work.addToResponse(MAX_RESPONSE_BYTES);

    work.nextPart();
    work.addToResponse(MAX_RESPONSE_BYTES);
    work.end();

    expect(() => {
      work.nextPart();
    }).toThrow('The request ended before it was answered');
  });
});

describe('listeners for the end of work', () => {
  test('are called once, and immediately if the work has ended', () => {
    const work = new Work();
    const told: string[] = [];
    work.onEnd(() => told.push('before'));

    work.end();
    work.end();
    work.onEnd(() => told.push('after'));

    expect(told).toEqual(['before', 'after']);
  });

  test('are not called after their removal', () => {
    const work = new Work();
    const told: string[] = [];
    work.onEnd(() => told.push('taken off'))();
    work.onEnd(() => {
      takeOff();
    });
    const takeOff = work.onEnd(() => told.push('taken off by another'));

    work.end();

    expect(told).toEqual([]);
  });
});
