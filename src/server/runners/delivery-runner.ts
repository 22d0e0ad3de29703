import type { Logger } from '../../observability/logger';
import type { OutboxService } from '../../services/webhooks/outbox.service';
import { runDetached } from '../../shared/work';

/** Polling interval for answers to deliver, in milliseconds. Answers to requests of this process are sent without delay. */
const POLL_MS = 5_000;

/** Time that running deliveries have to finish at the end, in milliseconds: less than the shutdown has, to store what they achieved. */
const END_GRACE_MS = 2_000;

/** Delivers answers to channels. It runs in every process. */
export class DeliveryRunner {
  private readonly timer: NodeJS.Timeout;
  private readonly running = new Set<Promise<void>>();
  private polling: Promise<void> | undefined;
  private isRequested = false;
  private isEnding = false;

  constructor(
    private readonly outbox: OutboxService,
    private readonly logger: Logger,
  ) {
    const poll = (): void => {
      this.poll();
    };
    outbox.onWork(poll);
    this.timer = setInterval(poll, POLL_MS).unref();
  }

  /** Resolves when the current deliveries have succeeded or failed. Those that take long are ended. */
  async stop(): Promise<void> {
    this.isEnding = true;
    clearInterval(this.timer);
    const ending = setTimeout(() => {
      this.outbox.end();
    }, END_GRACE_MS);
    await this.polling;
    await Promise.all(this.running);
    clearTimeout(ending);
  }

  private poll(): void {
    this.isRequested = true;
    if (this.polling !== undefined || this.isEnding) return;
    this.polling = runDetached(() => this.deliverPending())
      .catch((err: unknown) => {
        this.logger.error({ err }, 'Answers to channels could not be delivered');
      })
      .finally(() => {
        this.polling = undefined;
      });
  }

  private async deliverPending(): Promise<void> {
    while (this.isRequested && !this.isEnding) {
      this.isRequested = false;
      for (const delivery of await this.outbox.begin()) {
        this.running.add(delivery);
        void delivery.then(() => {
          this.running.delete(delivery);
          this.poll();
        });
      }
    }
  }
}
