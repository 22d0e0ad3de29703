import { setTimeout as sleep } from 'node:timers/promises';
import { LongSteps } from '../../../src/http/request-body';

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

test('a step that fails fails alone', async () => {
  const steps = new LongSteps();
  const failed = steps.run(() => {
    throw new Error('wrong');
  });

  await expect(failed).rejects.toThrow('wrong');
  expect(await steps.run(() => 'next')).toBe('next');
});
