import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until the answer is true; a machine that is busy may take its time. */
export async function eventually(condition: () => Promise<boolean> | boolean, seconds = 120): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`still not so after ${seconds} s: ${condition.toString()}`);
    await sleep(20);
  }
}
