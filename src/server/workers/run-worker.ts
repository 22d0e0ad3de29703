import { NotReady } from '../lifecycle/health';
import { type WorkerPoolMessage, isWorkerPoolMessage, DRAIN, type ServingMessage } from './worker-pool';
import type { SignalSource } from '../lifecycle/shutdown';
import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { openGateway } from '../compose';
import type { Config } from '../../config/load-config';
import { createLogger } from '../../observability/logger';
import { Metrics } from '../../observability/metrics';
import { runServer } from '../run-server';

/**
 * Hears from the primary how many workers serve.
 *
 * @returns throws NotReady while fewer than half of them serve, or one ends again and again: others should take the load
 */
function workerPoolProbe(): () => void {
  let pool: WorkerPoolMessage | undefined;
  process.on('message', (message) => {
    if (isWorkerPoolMessage(message)) pool = message;
  });
  return () => {
    if (pool === undefined) return;
    const { serving, wanted, isLooping } = pool;
    if (2 * serving < wanted) throw new NotReady(`${serving} of ${wanted} processes serve.`);
    if (isLooping) throw new NotReady('A process keeps ending soon after its start.');
  };
}

/**
 * What ends a worker: a word of its primary, or a signal. A terminal and a service manager signal every process of a
 * group while the primary passes the word on as well, so that only the first of them counts.
 */
function workerSignals(): SignalSource {
  return {
    on: (signal, listener) => {
      if (signal !== 'SIGTERM') return;
      let isTold = false;
      const tell = (): void => {
        if (!isTold) listener();
        isTold = true;
      };
      process.on('SIGTERM', tell).on('SIGINT', tell);
      process.on('message', (message) => {
        if (message === DRAIN) tell();
      });
    },
    exit: (code) => process.exit(code),
  };
}

/** Runs the gateway in one of several processes, which share the port that their primary listens on. */
export async function runWorker(config: Config): Promise<void> {
  const logger = createLogger(config).child({ worker: cluster.worker?.id });
  const metrics = config.metricsPort === undefined ? undefined : new Metrics();
  if (metrics) answerWith(metrics);
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

/** The primary asks each worker for its metrics: an aggregator makes this one listen for that. */
function answerWith({ registry }: Metrics): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}
