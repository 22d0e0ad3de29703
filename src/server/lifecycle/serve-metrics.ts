import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../config/load-config';
import { listen } from './listen';
import type { Logger } from '../../observability/logger';

export interface MetricsParts {
  readonly config: Pick<Config, 'metricsHost' | 'metricsPort'>;
  readonly logger: Logger;
  /** Returns all metrics in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/**
 * Serves GET /metrics on METRICS_PORT if it is set. A separate port keeps the metrics from clients of the dictionary.
 *
 * @returns the address; undefined if METRICS_PORT is unset
 * @throws StartError with one sentence when it cannot listen
 */
export async function serveMetrics(parts: MetricsParts): Promise<string | undefined> {
  const { metricsHost: host, metricsPort: port } = parts.config;
  if (port === undefined) return undefined;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    parts.text().then(
      (text) => {
        response.writeHead(200, { 'Content-Type': parts.contentType, 'Cache-Control': 'no-store' }).end(text);
      },
      (error: unknown) => {
        parts.logger.error({ err: error }, 'The metrics could not be collected');
        response.writeHead(503).end();
      },
    );
  });
  await listen(server, { host, port, names: { host: 'METRICS_HOST', port: 'METRICS_PORT' } });
  // This server alone must not keep the process alive.
  server.unref();
  const { port: actualPort } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/metrics`;
}
