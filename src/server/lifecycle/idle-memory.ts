import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Interval of the checks, in milliseconds. */
const CHECK_MS = 10_000;

/** Processor time between two checks up to which a process is idle, in microseconds. A check of its health takes a millisecond. */
const IDLE_MICROSECONDS = 200_000;

/** Growth since the last collection from which another one is worth its pause of some 100 ms, in bytes. */
const WORTHWHILE_BYTES = 32 * 1_048_576;

/**
 * Collections in successive checks. V8 returns the space of young objects at one that comes after some seconds with few new objects, which
 * the first one may not be.
 */
const COLLECTIONS = 2;

/** The process whose memory is watched. */
export interface ProcessUse {
  /** Returns the processor time since the start, in microseconds. */
  readonly processorTime: () => number;
  /** Returns the resident memory, in bytes. */
  readonly memory: () => number;
  /** Collects garbage and returns free memory to the operating system. */
  readonly collect: () => void;
}

/**
 * Decides when an idle process collects garbage. V8 collects when a program needs memory, so what the start and a time of load left
 * behind would stay resident until the next load.
 */
export class IdleMemory {
  private processorTime: number;
  /** Least memory at a check since the last collection, in bytes. */
  private leastMemory = Infinity;
  private collectionsDue = COLLECTIONS;

  constructor(private readonly use: ProcessUse) {
    this.processorTime = use.processorTime();
  }

  /** Collects if the process was idle since the last check and has grown since the last collections. */
  check(): void {
    const before = this.processorTime;
    this.processorTime = this.use.processorTime();
    const memory = this.use.memory();
    this.leastMemory = Math.min(this.leastMemory, memory);
    if (this.processorTime - before > IDLE_MICROSECONDS) return;
    if (memory - this.leastMemory >= WORTHWHILE_BYTES) this.collectionsDue = COLLECTIONS;
    if (this.collectionsDue === 0) return;
    this.collectionsDue -= 1;
    this.use.collect();
    this.processorTime = this.use.processorTime();
    // Some of the memory is returned in the background, so what is left is known at the next check.
    this.leastMemory = Infinity;
  }
}

/** @returns a function that ends the checks */
export function releaseMemoryWhenIdle(): () => void {
  const collect = garbageCollection();
  const idle = new IdleMemory({
    processorTime: () => {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
    memory: () => process.memoryUsage.rss(),
    collect,
  });
  const timer = setInterval(() => {
    idle.check();
  }, CHECK_MS).unref();
  return () => {
    clearInterval(timer);
  };
}

/** V8 accepts stored code only from a process with the same flags, so the flag is not left on. */
function garbageCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
