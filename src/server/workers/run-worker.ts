import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { openGateway } from '../compose';
import type { Config } from '../../config/load-config';
import { createLogger } from '../../observability/logger';
import { Metrics } from '../../observability/metrics';
import { runServer } from '../run-server';
import { crewProbe } from './crew-probe';
import type { ServingMessage } from './messages';
import { workerSignals } from './worker-signals';

/** Runs the gateway in one of several processes, which share the port that their primary listens on. */
export async function runWorker(config: Config): Promise<void> {
  const logger = createLogger(config).child({ worker: cluster.worker?.id });
  const metrics = config.metricsPort === undefined ? undefined : new Metrics();
  if (metrics) answerWith(metrics);
  const crew = crewProbe();
  const gateway = await openGateway(config, logger, { metrics });
  const probe = async (): Promise<void> => {
    crew();
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
