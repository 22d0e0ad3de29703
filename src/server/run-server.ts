import { type Gateway, openGateway } from './compose';
import type { Config } from '../config/load-config';
import { createTransports } from './transports';
import { createLifecycle, type SignalSource } from './lifecycle/shutdown';
import { type Logger, createLogger } from '../observability/logger';
import { Metrics } from '../observability/metrics';
import { serve, type Serving } from './lifecycle/serve';
import { startUpMessage, firstStartLines } from './start-up-message';
import { prepareFirstStart } from './first-start';
import { serveMetrics } from './lifecycle/serve-metrics';

export interface ServerParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  /** Defaults to this process; a worker ends when its primary says so. */
  readonly signals?: SignalSource;
}

/** Serves a gateway in this process until a signal ends it. */
export async function runServer(
  gateway: Gateway,
  { config, logger, metrics, signals = process }: ServerParts,
): Promise<Serving> {
  const lifecycle = createLifecycle();
  const transports = await createTransports(gateway, { config, logger, lifecycle, metrics });
  const onClose = async () => {
    await transports.stop();
    await gateway.close();
  };
  return serve({ app: transports.app, config, logger, lifecycle, onClose, signals });
}

/** Runs the gateway in one process. */
export async function runAlone(config: Config): Promise<void> {
  const logger = createLogger(config);
  const metrics = config.metricsPort === undefined ? undefined : new Metrics();
  const gateway = await openGateway(config, logger, { metrics });
  for (const line of firstStartLines(await prepareFirstStart(gateway, config))) console.log(line);
  const { url } = await runServer(gateway, { config, logger, metrics });
  const metricsUrl =
    metrics &&
    (await serveMetrics({
      config,
      logger,
      text: () => metrics.registry.metrics(),
      contentType: metrics.registry.contentType,
    }));
  for (const line of startUpMessage({ url, metricsUrl }, config)) console.log(line);
}
