import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Attempts something in which nothing may take longer than `ms`. An attempt in which this process itself stood still
 * for that long says nothing, and is repeated.
 */
export async function undisturbed<T>(ms: number, attempt: () => Promise<T>): Promise<T> {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  for (let attempts = 1; ; attempts++) {
    delays.reset();
    delays.enable();
    const outcome = await attempt();
    await sleep(20);
    delays.disable();
    if (delays.max / 1e6 < ms || attempts === 5) return outcome;
  }
}
