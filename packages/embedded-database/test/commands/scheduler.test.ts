import { Scheduler } from '../../src/scheduler';

/** Runs the callbacks of the scheduler, one tick of a simulated event loop at a time. */
function loop() {
  const next: (() => void)[] = [];
  const scheduler = new Scheduler((run) => next.push(run));
  const nextSlice = async (): Promise<number> => {
    const due = next.splice(0);
    for (const run of due) run();
    await new Promise((resolve) => setImmediate(resolve));
    return due.length;
  };
  return { scheduler, turn: nextSlice };
}

it('resumes one command in each turn of the event loop, in the order in which they yielded', async () => {
  const { scheduler, turn: nextSlice } = loop();
  const slices: string[] = [];
  const command = async (name: string, count: number): Promise<void> => {
    for (let n = 1; n <= count; n++) {
      await scheduler.nextSlice();
      slices.push(`${name}${n}`);
    }
  };
  const all = Promise.all([command('a', 3), command('b', 1), command('c', 2)]);
  const seen: number[] = [];

  while ((await nextSlice()) > 0) seen.push(slices.length);
  await all;

  expect(slices).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
});

it('resumes commands in the order in which they yielded, and schedules nothing if none waits', async () => {
  const { scheduler, turn: nextSlice } = loop();
  const order: string[] = [];
  void scheduler.nextSlice().then(() => order.push('first'));
  void scheduler.nextSlice().then(() => order.push('second'));
  await nextSlice();
  void scheduler.nextSlice().then(() => order.push('third'));

  expect(await nextSlice()).toBe(1);
  expect(await nextSlice()).toBe(1);
  expect(await nextSlice()).toBe(0);
  expect(order).toEqual(['first', 'second', 'third']);
});
