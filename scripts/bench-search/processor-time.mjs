import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time that a process has used, all its threads together, in steps far below one. Threads that
 * have ended are left out: servers keep theirs. Linux only.
 */
export function processorTime(processId) {
  const tasks = `/proc/${processId}/task`;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}
