import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../observability/logger';
import { StartError } from '../lifecycle/listen';
import { withTimeout } from '../lifecycle/with-timeout';

/** From the primary to a worker: finish what runs, and end. */
export const DRAIN = 'griot:drain';

/** From a worker to the primary: it serves. */
export interface ServingMessage {
  readonly type: 'griot:serving';
  readonly url: string;
}

/** From the primary to a worker: how many serve. */
export interface WorkerPoolMessage {
  readonly type: 'griot:worker-pool';
  readonly serving: number;
  readonly wanted: number;
  /** Whether a worker ends again and again soon after its start. */
  readonly isLooping: boolean;
}

export function isWorkerPoolMessage(message: unknown): message is WorkerPoolMessage {
  return (message as Partial<WorkerPoolMessage> | null)?.type === 'griot:worker-pool';
}

function isServing(message: unknown): message is ServingMessage {
  return (message as Partial<ServingMessage> | null)?.type === 'griot:serving';
}

/** Pauses before a worker is started again, in milliseconds: from the first, each twice as long, up to the longest. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** A worker that has lived so long, in milliseconds, did not fail at its start. */
const STEADY_MS = 60_000;

/** So many ends in a row, each soon after the start, are no accident. */
const LOOP_FAILURES = 3;

/** Longest that a worker takes to end in good order, in milliseconds: more than its own limits together. */
const END_LIMIT_MS = 20_000;

export interface WorkerPoolParts {
  readonly logger: Logger;
  /** Hears of every worker that is started in the place of another. */
  readonly onRestart: () => void;
}

/** One of the workers that should run, whichever process it is now. */
interface WorkerSlot {
  /** How often in a row it ended soon after its start. */
  failures: number;
}

/** The workers of a primary. One that ends unasked gets a successor. */
export class WorkerPool {
  private readonly running = new Set<Worker>();
  private readonly serving = new Set<Worker>();
  private readonly slots: WorkerSlot[] = [];
  private isEnding = false;
  private isClean = true;

  constructor(private readonly parts: WorkerPoolParts) {}

  get size(): number {
    return this.running.size;
  }

  /**
   * Starts workers: first one, so that what keeps it from serving is said once.
   *
   * @returns where they serve
   * @throws StartError when the first one ends before it serves; it has said why
   */
  async start(count: number): Promise<string> {
    this.slots.push(...Array.from({ length: count }, () => ({ failures: 0 })));
    const first = this.fork();
    const url = await served(first);
    if (url === undefined) throw new StartError('The server did not start.');
    const [slot, ...slots] = this.slots;
    if (slot) void this.keep(first, slot);
    const others = slots.map((other) => {
      const worker = this.fork();
      void this.keep(worker, other);
      return worker;
    });
    await Promise.all(others.map(served));
    return url;
  }

  /** Lets every worker finish what it does; `false` when one did not end well. */
  async end(): Promise<boolean> {
    this.isEnding = true;
    for (const worker of this.running) if (worker.isConnected()) worker.send(DRAIN);
    const ended = Promise.all([...this.running].map(exitOf)).then(() => true);
    if (await withTimeout(END_LIMIT_MS, ended, () => false)) return this.isClean;
    this.kill();
    return false;
  }

  /** Ends every worker at once. */
  kill(): void {
    this.isEnding = true;
    for (const worker of this.running) worker.process.kill('SIGKILL');
  }

  private fork(): Worker {
    const worker = cluster.fork();
    this.running.add(worker);
    // A word to a process that has just ended is lost; its end is dealt with where it is heard of.
    worker.on('error', (err) => {
      this.parts.logger.warn({ err, worker: worker.id }, 'A message to a worker could not be sent');
    });
    worker.on('message', (message: unknown) => {
      if (!isServing(message)) return;
      this.parts.logger.info({ worker: worker.id, pid: worker.process.pid }, 'A worker is ready');
      this.serving.add(worker);
      this.tellAll();
      // One that was only starting when all were told to end has not heard it.
      if (this.isEnding) worker.send(DRAIN);
    });
    return worker;
  }

  /** Tells every worker how many serve, for whoever asks one of them whether the server is ready. */
  private tellAll(): void {
    const message: WorkerPoolMessage = {
      type: 'griot:worker-pool',
      serving: this.serving.size,
      wanted: this.slots.length,
      isLooping: this.slots.some(({ failures }) => failures >= LOOP_FAILURES),
    };
    for (const worker of this.serving) if (worker.isConnected()) worker.send(message);
  }

  private async keep(worker: Worker, slot: WorkerSlot): Promise<void> {
    const steady = setTimeout(() => {
      slot.failures = 0;
      this.tellAll();
    }, STEADY_MS).unref();
    const { code, signal } = await exitOf(worker);
    clearTimeout(steady);
    for (const workers of [this.running, this.serving]) workers.delete(worker);
    if (this.isEnding) {
      this.isClean &&= code === 0;
      return;
    }
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** slot.failures, LONGEST_PAUSE_MS);
    slot.failures++;
    this.tellAll();
    this.parts.logger.error(
      { worker: worker.id, code, signal, pause },
      'A worker ended and is being replaced',
    );
    await sleep(pause);
    await this.replace(slot);
  }

  private async replace(slot: WorkerSlot): Promise<void> {
    if (this.isEnding) return;
    this.parts.onRestart();
    await this.keep(this.fork(), slot);
  }
}

/** The address of a worker once it serves; undefined when it ends before. */
function served(worker: Worker): Promise<string | undefined> {
  return new Promise((resolve) => {
    worker.on('message', (message: unknown) => {
      if (isServing(message)) resolve(message.url);
    });
    worker.once('exit', () => {
      resolve(undefined);
    });
  });
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

async function exitOf(worker: Worker): Promise<Exit> {
  const { exitCode: code, signalCode: signal } = worker.process;
  if (code !== null || signal !== null) return { code, signal };
  const [exit, by] = (await once(worker, 'exit')) as [Exit['code'], Exit['signal']];
  return { code: exit, signal: by };
}
