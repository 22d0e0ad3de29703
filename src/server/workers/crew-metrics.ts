import { Counter, Gauge, Registry } from 'prom-client';

/** What the primary counts beside the metrics of its workers. */
export class CrewMetrics {
  private readonly registry = new Registry();
  private readonly restarts = new Counter({
    name: 'griot_worker_restarts_total',
    help: 'Workers that were started in the place of one that ended.',
    registers: [this.registry],
  });

  /** @param size how many workers run */
  constructor(size: () => number) {
    new Gauge({
      name: 'griot_workers',
      help: 'Workers that run.',
      registers: [this.registry],
      collect() {
        this.set(size());
      },
    });
  }

  restarted(): void {
    this.restarts.inc();
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }
}
