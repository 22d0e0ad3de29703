import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ticks of /proc/<pid>/stat in a second: USER_HZ, which is 100 on every Linux platform of Node. */
const TICKS_PER_SECOND = 100;

/** Milliseconds of processor time that this process has used. */
export function ownCpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of processor time that another process has used, in steps of 10. Linux only. */
export function cpuOf(processId) {
  // The second field is the program's name in brackets; it may hold blanks.
  const [, fields] = /\) (.*)$/s.exec(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user + system) * 1000) / TICKS_PER_SECOND;
}

/** The process that serves a data folder now. */
export function engineOf(dataDir) {
  const log = readFileSync(join(dataDir, 'engine.log'), 'utf8');
  return Number([...log.matchAll(/^\S+ (\d+) serves/gm)].at(-1)[1]);
}

/**
 * Runs work and tells what it cost.
 *
 * @returns milliseconds of processor time of this process and of the engine, and of the clock
 */
export async function costOf(dataDir, work) {
  const engine = engineOf(dataDir);
  const before = { client: ownCpu(), engine: cpuOf(engine), clock: performance.now() };
  await work();
  return {
    client: ownCpu() - before.client,
    engine: cpuOf(engine) - before.engine,
    clock: performance.now() - before.clock,
  };
}
