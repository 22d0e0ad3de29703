import type { Logger } from '../../observability/logger';
import type { OutboxService } from '../../services/webhooks/outbox.service';
import { runDetached } from '../../shared/work';

/** Polling interval for answers to deliver, in milliseconds. Answers to requests of this process are sent without delay. */
const POLL_MS = 5_000;

/** Delivers answers to channels. It runs in every process. */
export class DeliveryRunner {
  private readonly timer: NodeJS.Timeout;
  private readonly running = new Set<Promise<void>>();
  private looking: Promise<void> | undefined;
  private isRequested = false;
  private isEnding = false;

  constructor(
    private readonly outbox: OutboxService,
    private readonly logger: Logger,
  ) {
    const look = (): void => {
      this.look();
    };
    outbox.onWork(look);
    this.timer = setInterval(look, POLL_MS).unref();
  }

  /** Resolves when the current deliveries have succeeded or failed. */
  async stop(): Promise<void> {
    this.isEnding = true;
    clearInterval(this.timer);
    await this.looking;
    await Promise.all(this.running);
  }

  private look(): void {
    this.isRequested = true;
    if (this.looking !== undefined || this.isEnding) return;
    this.looking = runDetached(() => this.lookOn())
      .catch((err: unknown) => {
        this.logger.error({ err }, 'Answers to channels could not be delivered');
      })
      .finally(() => {
        this.looking = undefined;
      });
  }

  private async lookOn(): Promise<void> {
    while (this.isRequested && !this.isEnding) {
      this.isRequested = false;
      for (const delivery of await this.outbox.begin()) {
        this.running.add(delivery);
        void delivery.then(() => {
          this.running.delete(delivery);
          this.look();
        });
      }
    }
  }
}
