import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptMore, listen } from './listen';
import type { Config } from '../../config/load-config';
import { clientErrors } from '../../http/connections/client-error';
import { type Lifecycle, shutdownOnSignals, type SignalSource } from './shutdown';
import type { Logger } from '../../observability/logger';

/** Times in milliseconds, sizes in bytes. */
const SERVER_OPTIONS = {
  headersTimeout: 5_000,
  // A megabyte on a slow line takes this long.
  requestTimeout: 60_000,
  // Longer than the idle time of common load balancers, so that they close first and never meet a closed connection.
  keepAliveTimeout: 65_000,
  // How often the two request limits are enforced; the usual half minute would make 35 seconds of five.
  connectionsCheckingInterval: 1_000,
  // Above the longest address that is served, so that the refusal of a longer one is ours.
  maxHeaderSize: 65_536,
} as const;

export interface ServeParts {
  readonly app: RequestListener;
  readonly config: Pick<Config, 'host' | 'port'>;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  /** Runs after the last request, and closes what the requests used. */
  readonly onClose: () => Promise<void>;
  /** The process, unless a test gives another. */
  readonly signals?: SignalSource;
}

export interface Serving {
  /** The port that was really taken; `config.port` may be 0. */
  readonly port: number;
  /** Where the server is reached, without a slash at the end. */
  readonly url: string;
}

/**
 * Listens, and from then on ends the process in good order on SIGTERM and SIGINT.
 *
 * @throws StartError with one sentence when it cannot listen
 */
export async function serve(parts: ServeParts): Promise<Serving> {
  const { app, config, logger, signals = process } = parts;
  const server = createServer(SERVER_OPTIONS, app);
  server.on('clientError', clientErrors(server));
  await listen(server, { ...config, names: { host: 'HOST', port: 'PORT' } });
  server.on('error', (error) => {
    logger.error({ err: error }, 'The server failed');
  });
  shutdownOnSignals({ ...parts, server, further: acceptMore(server), signals });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}` };
}
