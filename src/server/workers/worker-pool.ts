import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../observability/logger';
import { StartError } from '../lifecycle/listen';
import { withTimeout } from '../lifecycle/with-timeout';

/** Message of the primary to a worker: finish running requests and end. */
export const DRAIN_MESSAGE = 'griot:drain';

/** Message of a worker to the primary: the worker is ready. */
export interface ServingMessage {
  readonly type: 'griot:serving';
  readonly url: string;
}

/** Message of the primary to a worker: the number of ready workers. */
export interface WorkerPoolMessage {
  readonly type: 'griot:worker-pool';
  readonly serving: number;
  readonly expected: number;
  /** Whether a worker ends repeatedly soon after its start. */
  readonly isLooping: boolean;
}

export function isWorkerPoolMessage(message: unknown): message is WorkerPoolMessage {
  return (message as Partial<WorkerPoolMessage> | null)?.type === 'griot:worker-pool';
}

function isServing(message: unknown): message is ServingMessage {
  return (message as Partial<ServingMessage> | null)?.type === 'griot:serving';
}

/** Pauses before a worker is restarted, in milliseconds. Each is twice the previous one, up to a maximum. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/** Minimum running time of a worker whose end does not count as a failed start, in milliseconds. */
const STEADY_MS = 60_000;

/** Number of consecutive failed starts that count as repeated failure. */
const LOOP_FAILURES = 3;

/** Maximum time for a worker to shut down, in milliseconds: more than the sum of the limits of its own shutdown. */
const END_LIMIT_MS = 20_000;

export interface WorkerPoolParts {
  readonly logger: Logger;
  /** Called when a worker is restarted. */
  readonly onRestart: () => void;
}

/** A worker that should run; its process may be replaced. */
interface WorkerSlot {
  /** Number of consecutive failed starts. */
  failures: number;
}

/** The worker processes of a primary. Restarts workers that end unexpectedly. */
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
   * Starts workers. The first one starts alone, so that an error at start is reported once.
   *
   * @returns their address
   * @throws StartError when the first one ends before it is ready; it has reported the reason
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

  /** Shuts all workers down gracefully. @returns false if one failed */
  async end(): Promise<boolean> {
    this.isEnding = true;
    for (const worker of this.running) if (worker.isConnected()) worker.send(DRAIN_MESSAGE);
    const ended = Promise.all([...this.running].map(exitOf)).then(() => true);
    if (await withTimeout(END_LIMIT_MS, ended, () => false)) return this.isClean;
    this.kill();
    return false;
  }

  /** Ends every worker immediately. */
  kill(): void {
    this.isEnding = true;
    for (const worker of this.running) worker.process.kill('SIGKILL');
  }

  private fork(): Worker {
    const worker = cluster.fork();
    this.running.add(worker);
    // A message to a process that has just ended is lost. The handler of its end deals with that.
    worker.on('error', (err) => {
      this.parts.logger.warn({ err, worker: worker.id }, 'A message to a worker could not be sent');
    });
    worker.on('message', (message: unknown) => {
      if (!isServing(message)) return;
      this.parts.logger.info({ worker: worker.id, pid: worker.process.pid }, 'A worker is ready');
      this.serving.add(worker);
      this.tellAll();
      // The message to end was sent before the worker could receive it.
      if (this.isEnding) worker.send(DRAIN_MESSAGE);
    });
    return worker;
  }

  /** Tells every worker how many are ready, for readiness probes. */
  private tellAll(): void {
    const message: WorkerPoolMessage = {
      type: 'griot:worker-pool',
      serving: this.serving.size,
      expected: this.slots.length,
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
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** slot.failures, MAX_PAUSE_MS);
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

/** Returns the address of a worker when it is ready; undefined if it ends before. */
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

/** Does not use `once` of Node, which rejects with the error of a message that could not be sent, and that would end the primary. */
async function exitOf(worker: Worker): Promise<Exit> {
  const { exitCode, signalCode } = worker.process;
  if (exitCode !== null || signalCode !== null) return { code: exitCode, signal: signalCode };
  return new Promise((resolve) => {
    worker.once('exit', (code: Exit['code'], signal: Exit['signal']) => {
      resolve({ code, signal });
    });
  });
}
