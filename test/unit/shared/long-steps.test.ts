import { setTimeout as sleep } from 'node:timers/promises';
import { LongSteps } from '../../../src/shared/fair-queue';
import { runInWork, Work } from '../../../src/shared/work';

/** Keeps the thread busy, in milliseconds. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) Math.random();
}

test('other work runs between two long steps', async () => {
  const steps = new LongSteps();
  const events: string[] = [];
  const other = (async () => {
    for (let n = 0; n < 3; n++) {
      await sleep(1);
      events.push('other');
    }
  })();

  const results = await Promise.all(
    ['one', 'two'].map((name) =>
      steps.run(() => {
        work(30);
        events.push(name);
        return name;
      }),
    ),
  );
  await other;

  expect(results).toEqual(['one', 'two']);
  expect(events.slice(events.indexOf('one'), events.indexOf('two'))).toContain('other');
});

test('a failing step does not affect others', async () => {
  const steps = new LongSteps();
  const failed = steps.run(() => {
    throw new Error('wrong');
  });

  await expect(failed).rejects.toThrow('wrong');
  expect(await steps.run(() => 'next')).toBe('next');
});

test('yields between many pieces and keeps their order', async () => {
  const steps = new LongSteps();
  const items = Array.from({ length: 40 }, (_, n) => n);
  const seen: number[] = [];
  const made: number[] = [];
  const watch = setInterval(() => seen.push(made.length), 1);

  const pieces = await steps.map(items, (item) => {
    work(2);
    made.push(item);
    return `piece ${item}`;
  });
  clearInterval(watch);

  expect(pieces).toEqual(items.map((item) => `piece ${item}`));
  expect(seen.filter((count) => count > 0 && count < items.length)).not.toEqual([]);
});

test('does not wait for other steps with few pieces', () => {
  const steps = new LongSteps();
  void steps.run(() => {
    work(20);
  });
  let isMade = false;
  void steps.map([1], () => (isMade = true));

  expect(isMade).toBe(true);
});

test('nothing more is made for a request that has ended', async () => {
  const request = new Work();
  const made: number[] = [];
  const making = runInWork(request, () =>
    new LongSteps().map([1, 2, 3, 4], (item) => {
      work(20);
      made.push(item);
    }),
  );
  request.end();

  await expect(making).rejects.toThrow('The request ended before it was answered');
  expect(made).toEqual([1]);
});

test.each([
  [1_000, ['sized', 'long', 'next']],
  [100_000, ['long', 'next', 'sized']],
])('waits for many other long steps with %i bytes', async (bytes, expected) => {
  const steps = new LongSteps();
  const events: string[] = [];
  const large = new Work();
  large.charge('bytes', bytes);
  const others = ['long', 'next'].map((name) => steps.run(() => events.push(name)));
  const sized = runInWork(large, () => steps.runBySize(() => events.push('sized')));
  await Promise.all([...others, sized]);

  expect(events).toEqual(expected);
});

test('does not serialise many bytes for a request that has ended', async () => {
  const steps = new LongSteps();
  const made = jest.fn();
  const large = new Work();
  large.charge('bytes', 100_000);
  const sized = runInWork(large, () => steps.runBySize(made));
  large.end();

  await expect(sized).rejects.toThrow('The request ended');
  expect(made).not.toHaveBeenCalled();
});
