import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Processor time of all threads of a process, in milliseconds with fractions. It does not include threads that have ended, because servers
 * keep theirs. Linux only.
 */
export function processorTime(processId) {
  return readdirSync(`/proc/${processId}/task`)
    .map((thread) => threadTime(processId, thread))
    .reduce((sum, time) => sum + time, 0);
}

/** Processor time of the main thread of a process, in milliseconds. */
export function mainThreadTime(processId) {
  return threadTime(processId, processId);
}

function threadTime(processId, thread) {
  const [nanoseconds] = readFileSync(`/proc/${processId}/task/${thread}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** Current resident memory of a process, in MB. Linux only. */
export function residentMegabytes(processId) {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

/**
 * Private resident memory of a process, in MB: without pages of files, most of which belong to the data file of an engine, and which the
 * operating system reclaims when other processes need memory. Linux only.
 */
export function ownMegabytes(processId) {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  const kilobytes = ['RssAnon', 'RssShmem'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]),
  );
  return Math.round((kilobytes[0] + kilobytes[1]) / 1024);
}

/** The id of the process that serves a data folder. */
export function engineOf(dataDir) {
  const log = readFileSync(join(dataDir, 'engine.log'), 'utf8');
  return Number([...log.matchAll(/^\S+ (\d+) serves/gm)].at(-1)[1]);
}

/**
 * Runs work and measures its cost.
 *
 * @returns processor time of this process and of the engine, and elapsed time, in milliseconds
 */
export async function costOf(dataDir, work) {
  const engine = engineOf(dataDir);
  const before = { client: ownTime(), engine: processorTime(engine), clock: performance.now() };
  await work();
  return {
    client: ownTime() - before.client,
    engine: processorTime(engine) - before.engine,
    clock: performance.now() - before.clock,
  };
}

/** Processor time of this process in milliseconds, including threads that have ended. */
function ownTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
