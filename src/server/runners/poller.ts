import type { Logger } from '../../observability/logger';
import { runDetached } from '../../shared/work';

/** Interval at which work is looked for that another process left or asked for, in milliseconds. */
const POLL_MS = 5000;

export interface PolledWork {
  /** Does what there is to do, until the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** What the log says when `run` fails; the next look tries again. */
  readonly failure: string;
}

/** Looks for work at intervals and when it is told to, one run at a time in each process. */
export class Poller {
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private running: Promise<void> | undefined;

  constructor(
    private readonly work: PolledWork,
    private readonly logger: Logger,
  ) {
    this.timer = setInterval(() => {
      this.look();
    }, POLL_MS).unref();
  }

  look(): void {
    if (this.running !== undefined || this.ending.signal.aborted) return;
    this.running = runDetached(() => this.work.run(this.ending.signal))
      .catch((err: unknown) => {
        this.logger.error({ err }, this.work.failure);
      })
      .finally(() => {
        this.running = undefined;
      });
  }

  /** Ends behind the part of the work that is under way; another process, or the next start, goes on. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.ending.abort(new Error('The server ends'));
    await this.running;
  }
}
