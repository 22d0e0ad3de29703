import { FairQueue } from '../../../src/shared/fair-queue';
import { Failure } from '../../../src/shared/failure';
import { Work } from '../../../src/shared/work';

/** Commands that run until they are told to end, in the order in which they began. */
function commands(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    run: (name: string, work?: Work) =>
      queue.run(() => {
        begun.push(name);
        return new Promise<string>((resolve) =>
          ends.set(name, () => {
            resolve(name);
          }),
        );
      }, work),
  };
}

const light = (caller: string) => Object.assign(new Work(caller), { isLight: true });

test('runs only a share of the commands of one caller, and others before its next one', async () => {
  const { run, begun, end } = commands(new FairQueue({ max: 4, maxPerCaller: 2, reserved: 0 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run(name, new Work('a'));
  for (const name of ['b1', 'b2']) void run(name, new Work('b'));
  await end('none');

  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
});

test('callers that wait take turns', async () => {
  const { run, begun, end } = commands(new FairQueue({ max: 1, maxPerCaller: 1, reserved: 0 }));
  void run('first');
  for (const name of ['a1', 'a2', 'a3']) void run(name, new Work('a'));
  for (const name of ['b1', 'b2']) void run(name, new Work('b'));

  for (const name of ['first', 'a1', 'b1', 'a2', 'b2']) await end(name);

  expect(begun).toEqual(['first', 'a1', 'b1', 'a2', 'b2', 'a3']);
});

test('leaves room for light commands beside heavy ones', async () => {
  const { run, begun } = commands(new FairQueue({ max: 3, maxPerCaller: 3, reserved: 1 }));
  for (const name of ['h1', 'h2', 'h3']) void run(name, new Work(name));
  void run('light', light('reader'));
  await Promise.resolve();

  expect(begun).toEqual(['h1', 'h2', 'light']);
});

test('a command of a request that has ended does not begin', async () => {
  const { run, begun, end } = commands(new FairQueue({ max: 1, maxPerCaller: 1, reserved: 0 }));
  const work = new Work('a');
  void run('first');
  const waiting = run('second', work);
  work.end();

  await expect(waiting).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await end('first');
  expect(begun).toEqual(['first']);
});

test('the room of a command that failed is free again', async () => {
  const queue = new FairQueue({ max: 1, maxPerCaller: 1, reserved: 0 });

  await expect(queue.run(() => Promise.reject(new Error('lost')), new Work('a'))).rejects.toThrow('lost');

  expect(await queue.run(() => Promise.resolve('next'), new Work('a'))).toBe('next');
});

describe('a queue with limits for waiting tasks', () => {
  const refusal = () => new Failure('UNAVAILABLE', 'Too many logins at once.', { retryAfter: 2 });
  const queueOf = (max: number, maxPerCaller: number) =>
    commands(new FairQueue({ max: 1, waiting: { max, maxPerCaller, refusal } }));

  test('runs tasks one after the other, in order', async () => {
    const { run, begun, end } = queueOf(2, 1);
    for (const name of ['1', '2', '3']) void run(name);

    expect(begun).toEqual(['1']);
    for (const name of ['1', '2', '3']) await end(name);
    expect(begun).toEqual(['1', '2', '3']);
  });

  test('refuses a task that would wait too long at once, with a retry time', async () => {
    const { run, end } = queueOf(2, 1);
    const all = ['1', '2', '3'].map((name) => run(name));

    await expect(run('4')).rejects.toMatchObject({
      reason: 'UNAVAILABLE',
      kind: 'busy',
      details: { retryAfter: 2 },
    });

    for (const name of ['1', '2', '3']) await end(name);
    await expect(Promise.all(all)).resolves.toEqual(['1', '2', '3']);
    const later = run('later');
    await end('later');
    await expect(later).resolves.toBe('later');
  });

  test('limits the part of the queue of one caller', async () => {
    const { run, end } = queueOf(12, 2);
    const all = ['a1', 'a2', 'a3'].map((name) => run(name, new Work('a')));

    await expect(run('a4', new Work('a'))).rejects.toMatchObject({ reason: 'UNAVAILABLE' });

    all.push(run('b1', new Work('b')));
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    await expect(Promise.all(all)).resolves.toEqual(['a1', 'a2', 'a3', 'b1']);
  });
});
