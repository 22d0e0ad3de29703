import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { countFailures } from '../../http/error-handler';
import type { Logger } from '../../observability/logger';
import { withTimeout } from './with-timeout';

/** Longest that running requests may take to finish, in milliseconds. */
const FINISH_LIMIT_MS = 10_000;

/** Longest that closing the rest may take, in milliseconds. */
const CLOSE_LIMIT_MS = 5_000;

/**
 * So long, in milliseconds, connections without a request stay open: what a client may be sending just now is still answered, and
 * it is told that the connection ends.
 */
const IDLE_GRACE_MS = 500;

/** Connections that a client keeps open after its answer are let go this often, in milliseconds. */
const IDLE_CHECK_MS = 50;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

type Signal = (typeof SIGNALS)[number];

/** Tells every part of the process whether it still takes work. */
export interface Lifecycle {
  readonly isDraining: () => boolean;
  /** Announces the end; there is no way back. */
  readonly drain: () => void;
}

export function createLifecycle(): Lifecycle {
  let draining = false;
  return {
    isDraining: () => draining,
    drain: () => {
      draining = true;
    },
  };
}

/** The part of the process that shutting down needs. */
export interface SignalSource {
  readonly on: (signal: Signal, listener: () => void) => unknown;
  readonly exit: (code: number) => void;
}

export interface ShutdownParts {
  readonly server: Server;
  /** Those that accept connections for it. */
  readonly further?: Promise<readonly NetServer[]>;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly onClose: () => Promise<void>;
  readonly signals: SignalSource;
  /** Milliseconds; the usual limit when absent. */
  readonly finishLimitMs?: number;
}

/** The first signal ends the process in good order; a second one ends it at once. */
export function shutdownOnSignals(parts: ShutdownParts): void {
  const { lifecycle, logger, signals, server } = parts;
  const open = openResponses(server, lifecycle);
  for (const signal of SIGNALS) {
    signals.on(signal, () => {
      if (lifecycle.isDraining()) {
        signals.exit(1);
        return;
      }
      logger.info({ signal }, 'Shutting down');
      lifecycle.drain();
      const tellFailures = countFailures(logger);
      for (const response of open) endsConnection(response);
      void shutDown(parts).then((code) => {
        tellFailures();
        signals.exit(code);
      });
    });
  }
}

/** The answers that are being made; of those that begin while the process ends, each ends its connection. */
function openResponses(server: Server, lifecycle: Lifecycle): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.prependListener('request', (_request, response) => {
    if (lifecycle.isDraining()) endsConnection(response);
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}

function endsConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Stops accepting, finishes what runs, closes the rest; gives the exit code of the process. */
async function shutDown({
  server,
  further = Promise.resolve([]),
  logger,
  onClose,
  finishLimitMs = FINISH_LIMIT_MS,
}: ShutdownParts): Promise<number> {
  const all = further.then((others) => allClosed([server, ...others]));
  await Promise.race([all, sleep(IDLE_GRACE_MS, undefined, { ref: false })]);
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, IDLE_CHECK_MS);
  const isFinished = await inTime(finishLimitMs, all);
  clearInterval(idle);
  if (!isFinished) {
    logger.warn('Requests that did not finish in time were cut off');
    server.closeAllConnections();
  }
  try {
    if (await inTime(CLOSE_LIMIT_MS, onClose())) return 0;
    logger.error('The database did not close in time');
  } catch (error) {
    logger.error({ err: error }, 'Closing failed');
  }
  return 1;
}

/** Stops accepting; resolves when every connection has ended. The `close` of an HTTP server would end idle connections at once. */
async function allClosed(servers: readonly NetServer[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise((resolve) => {
          NetServer.prototype.close.call(server, resolve);
        }),
    ),
  );
}

/** Whether the work was done before the time was up. */
function inTime(limitMs: number, work: Promise<void>): Promise<boolean> {
  const done = work.then(() => true);
  return withTimeout(limitMs, done, () => false);
}
