import type { Logger } from '../../observability/logger';
import { runDetached } from '../../shared/work';

/** Polling interval for work that another process left or requested, in milliseconds. */
const POLL_MS = 5000;

export interface PolledWork {
  /** Does all pending work until the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Message of the log if `run` fails. The next poll tries again. */
  readonly failure: string;
}

/** Runs work at intervals and on request, one run at a time in each process. */
export class Poller {
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private running: Promise<void> | undefined;

  constructor(
    private readonly work: PolledWork,
    private readonly logger: Logger,
  ) {
    this.timer = setInterval(() => {
      this.poll();
    }, POLL_MS).unref();
  }

  poll(): void {
    if (this.running !== undefined || this.ending.signal.aborted) return;
    this.running = runDetached(() => this.work.run(this.ending.signal))
      .catch((err: unknown) => {
        this.logger.error({ err }, this.work.failure);
      })
      .finally(() => {
        this.running = undefined;
      });
  }

  /** Ends after the current part of the work. Another process, or the next start, continues. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.ending.abort(new Error('The server ends'));
    await this.running;
  }
}
