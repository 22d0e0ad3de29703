import { Counter, Gauge, Registry, AggregatorRegistry } from 'prom-client';
import { startUpMessage, firstStartLines } from '../start-up-message';
import { openGateway } from '../compose';
import { prepareFirstStart } from '../first-start';
import type { Logger } from '../../observability/logger';
import { serveMetrics } from '../lifecycle/serve-metrics';
import type { Started } from '../run-server';
import { WorkerPool } from './worker-pool';

/** The metrics of the primary process. */
class WorkerPoolMetrics {
  private readonly registry = new Registry();
  private readonly restarts = new Counter({
    name: 'griot_worker_restarts_total',
    help: 'Workers started to replace one that ended.',
    registers: [this.registry],
  });

  /** @param size returns the number of running workers */
  constructor(size: () => number) {
    new Gauge({
      name: 'griot_workers',
      help: 'Running workers.',
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

/**
 * Runs the gateway in several processes. The primary serves no requests: it migrates the data, accepts connections for the workers, and
 * restarts workers that end.
 */
export async function runPrimary({ config, logger, database }: Started, count: number): Promise<void> {
  const gateway = await openGateway(config, logger, { database });
  for (const line of firstStartLines(await prepareFirstStart(gateway, config))) console.log(line);
  const metrics = new WorkerPoolMetrics(() => pool.size);
  const pool = new WorkerPool({
    logger,
    onRestart: () => {
      metrics.restarted();
    },
  });
  endOnSignals(pool, { logger, close: gateway.close });
  const url = await pool.start(count);
  const workers = new AggregatorRegistry();
  const metricsUrl = await serveMetrics({
    config,
    logger,
    text: async () => (await workers.clusterMetrics()) + (await metrics.text()),
    contentType: workers.contentType,
  });
  for (const line of startUpMessage({ url, metricsUrl, workers: count }, config)) console.log(line);
}

interface Ending {
  readonly logger: Logger;
  readonly close: () => Promise<void>;
}

/** Shuts all workers down gracefully at the first signal, and ends everything immediately at the second. */
function endOnSignals(pool: WorkerPool, { logger, close }: Ending): void {
  let isEnding = false;
  const end = (signal: NodeJS.Signals): void => {
    if (isEnding) {
      pool.kill();
      process.exit(1);
    }
    isEnding = true;
    logger.info({ signal }, 'Shutting down');
    pool
      .end()
      .then(async (isClean) => {
        await close();
        process.exit(isClean ? 0 : 1);
      })
      .catch((error: unknown) => {
        logger.error({ err: error }, 'Closing failed');
        process.exit(1);
      });
  };
  process.on('SIGTERM', end).on('SIGINT', end);
}
