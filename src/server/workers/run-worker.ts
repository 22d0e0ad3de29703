import { NotReady } from '../lifecycle/health';
import {
  type WorkerPoolMessage,
  isWorkerPoolMessage,
  DRAIN_MESSAGE,
  type ServingMessage,
} from './worker-pool';
import type { SignalSource } from '../lifecycle/shutdown';
import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { openGateway } from '../compose';
import type { Config } from '../../config/load-config';
import { createLogger } from '../../observability/logger';
import { Metrics } from '../../observability/metrics';
import { runServer } from '../run-server';

/**
 * Receives the number of ready workers from the primary.
 *
 * @returns a probe that throws NotReady while fewer than half of the workers are ready, or while one fails repeatedly
 */
function workerPoolProbe(): () => void {
  let pool: WorkerPoolMessage | undefined;
  process.on('message', (message) => {
    if (isWorkerPoolMessage(message)) pool = message;
  });
  return () => {
    if (pool === undefined) return;
    const { serving, expected: workers, isLooping } = pool;
    if (2 * serving < workers) throw new NotReady(`${serving} of ${workers} processes serve.`);
    if (isLooping) throw new NotReady('A process keeps ending soon after its start.');
  };
}

/**
 * Ends a worker on a signal or a message of its primary. Terminals and service managers signal every process of the group, and the
 * primary sends its message as well, so that only the first one counts.
 */
function workerSignals(): SignalSource {
  return {
    on: (signal, listener) => {
      if (signal !== 'SIGTERM') return;
      let isNotified = false;
      const notify = (): void => {
        if (!isNotified) listener();
        isNotified = true;
      };
      process.on('SIGTERM', notify).on('SIGINT', notify);
      process.on('message', (message) => {
        if (message === DRAIN_MESSAGE) notify();
      });
    },
    exit: (code) => process.exit(code),
  };
}

/** Runs the gateway in a worker. Workers share the port on which their primary listens. */
export async function runWorker(config: Config): Promise<void> {
  const logger = createLogger(config).child({ worker: cluster.worker?.id });
  const metrics = config.metricsPort === undefined ? undefined : new Metrics();
  if (metrics) shareMetrics(metrics);
  const pool = workerPoolProbe();
  const gateway = await openGateway(config, logger, { metrics });
  const probe = async (): Promise<void> => {
    pool();
    await gateway.probe();
  };
  const { url } = await runServer(
    { ...gateway, probe },
    { config, logger, metrics, signals: workerSignals() },
  );
  process.send?.({ type: 'griot:serving', url } satisfies ServingMessage);
}

/** Lets the aggregator answer the primary's requests for metrics. */
function shareMetrics({ registry }: Metrics): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}
