import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Milliseconds of processor time that a process has used, all its threads together, in steps far below one. Threads that
 * have ended are left out: servers keep theirs. Linux only.
 */
export function processorTime(processId) {
  return readdirSync(`/proc/${processId}/task`)
    .map((thread) => threadTime(processId, thread))
    .reduce((sum, one) => sum + one, 0);
}

/** The same of its main thread alone. */
export function mainThreadTime(processId) {
  return threadTime(processId, processId);
}

function threadTime(processId, thread) {
  const [nanoseconds] = readFileSync(`/proc/${processId}/task/${thread}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** Resident memory of a process now, in MB. Linux only. */
export function residentMegabytes(processId) {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

/**
 * The part of it that is the process's own, in MB: without pages of files, of which the data file of an engine is most. The operating
 * system takes those back whenever others need the memory. Linux only.
 */
export function ownMegabytes(processId) {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  const kilobytes = ['RssAnon', 'RssShmem'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]),
  );
  return Math.round((kilobytes[0] + kilobytes[1]) / 1024);
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
  const before = { client: ownTime(), engine: processorTime(engine), clock: performance.now() };
  await work();
  return {
    client: ownTime() - before.client,
    engine: processorTime(engine) - before.engine,
    clock: performance.now() - before.clock,
  };
}

/** Threads of this process may end between measurements. */
function ownTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
