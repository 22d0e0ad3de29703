import { bannerLines, firstStartLines } from './banner';
import { openGateway } from './compose';
import type { Config } from '../config/load-config';
import { prepareFirstStart } from './first-start';
import { createLogger } from '../observability/logger';
import { Metrics } from '../observability/metrics';
import { serveMetrics } from './lifecycle/serve-metrics';
import { runServer } from './run-server';

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
  for (const line of bannerLines({ url, metricsUrl }, config)) console.log(line);
}
