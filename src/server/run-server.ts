import { type Gateway, openGateway } from './compose';
import type { Config } from '../config/load-config';
import type { Database } from './database';
import { createTransports } from './transports';
import { createLifecycle, type SignalSource, type Lifecycle, shutdownOnSignals } from './lifecycle/shutdown';
import type { Logger } from '../observability/logger';
import { Metrics } from '../observability/metrics';
import { startUpMessage, firstStartLines } from './start-up-message';
import { prepareFirstStart } from './first-start';
import { releaseMemoryWhenIdle } from './lifecycle/idle-memory';
import { serveMetrics } from './lifecycle/serve-metrics';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptMore, listen } from './lifecycle/listen';
import { clientErrors } from '../http/connections/client-error';

/** Times in milliseconds, sizes in bytes. */
const SERVER_OPTIONS = {
  headersTimeout: 5_000,
  // Suffices for a megabyte on a slow connection.
  requestTimeout: 60_000,
  // Longer than the idle timeout of common load balancers, so that they close first.
  keepAliveTimeout: 65_000,
  // Interval at which Node checks the two request timeouts; with its default of 30 seconds, a limit of five could become 35.
  connectionsCheckingInterval: 1_000,
  // Above the longest accepted URL, so that this server, not Node, refuses longer ones.
  maxHeaderSize: 65_536,
  // The application refuses such requests, in the form of other errors.
  requireHostHeader: false,
} as const;

interface ServeParts {
  readonly app: RequestListener;
  readonly config: Pick<Config, 'host' | 'port'>;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  /** Runs after the last request and releases resources. */
  readonly onClose: () => Promise<void>;
  /** Defaults to this process; tests pass another. */
  readonly signals?: SignalSource;
}

export interface Serving {
  /** The actual port; `config.port` may be 0. */
  readonly port: number;
  /** The URL of the server, without a trailing slash. */
  readonly url: string;
}

/**
 * Listens, and shuts down gracefully on SIGTERM and SIGINT.
 *
 * @throws StartError with one sentence when it cannot listen
 */
export async function serve(parts: ServeParts): Promise<Serving> {
  const { app, config, logger, signals = process } = parts;
  const server = createServer(SERVER_OPTIONS, app);
  server.on('clientError', clientErrors(server));
  // An expectation other than 100-continue is ignored; Node would answer 417 without a body.
  server.on('checkExpectation', app);
  await listen(server, { ...config, names: { host: 'HOST', port: 'PORT' } });
  server.on('error', (error) => {
    logger.error({ err: error }, 'The server failed');
  });
  shutdownOnSignals({ ...parts, server, further: acceptMore(server), signals });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}` };
}

export interface ServerParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  /** Defaults to this process. A worker ends on a message of its primary. */
  readonly signals?: SignalSource;
}

/** Serves a gateway in this process until a signal ends it. */
export async function runServer(
  gateway: Gateway,
  { config, logger, metrics, signals = process }: ServerParts,
): Promise<Serving> {
  const lifecycle = createLifecycle();
  const transports = await createTransports(gateway, { config, logger, lifecycle, metrics });
  const stopReleasing = releaseMemoryWhenIdle();
  const onClose = async () => {
    stopReleasing();
    await transports.stop();
    await gateway.close();
  };
  return serve({ app: transports.app, config, logger, lifecycle, onClose, signals });
}

/** The parts that the program started before loading the modules of the gateway. */
export interface Started {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: Promise<Database>;
}

/** Runs the gateway in one process. */
export async function runAlone({ config, logger, database }: Started): Promise<void> {
  const metrics = config.metricsPort === undefined ? undefined : new Metrics();
  const gateway = await openGateway(config, logger, { metrics, database });
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
