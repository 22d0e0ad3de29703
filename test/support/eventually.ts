import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check until it is true, since a busy machine may need time. */
export async function eventually(condition: () => Promise<boolean> | boolean, seconds = 120): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`still not so after ${seconds} s: ${condition.toString()}`);
    await sleep(20);
  }
}
