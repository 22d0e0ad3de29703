import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { countFailures } from '../../http/error-handler';
import type { Logger } from '../../observability/logger';
import { withTimeout } from './with-timeout';

/** Maximum time for running requests to finish, in milliseconds. */
const FINISH_LIMIT_MS = 10_000;

/** Maximum time for closing everything else, in milliseconds. */
const CLOSE_LIMIT_MS = 5_000;

/**
 * Time for which idle connections stay open, in milliseconds: a request that is being sent is still answered, with
 * `Connection: close`.
 */
const IDLE_GRACE_MS = 500;

/** Interval at which connections that became idle are closed, in milliseconds. */
const IDLE_CHECK_MS = 50;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

type Signal = (typeof SIGNALS)[number];

/** The state of the process: whether it still accepts work. */
export interface Lifecycle {
  readonly isDraining: () => boolean;
  /** Announces the shutdown. It cannot be revoked. */
  readonly drain: () => void;
  /** Registers a function to call when the shutdown is announced, for work that would not end by itself. */
  readonly onDrain: (listener: () => void) => void;
}

export function createLifecycle(): Lifecycle {
  let draining = false;
  const listeners: (() => void)[] = [];
  return {
    isDraining: () => draining,
    drain: () => {
      draining = true;
      for (const listener of listeners.splice(0)) listener();
    },
    onDrain: (listener) => {
      listeners.push(listener);
    },
  };
}

/** The methods of the process that the shutdown uses. */
export interface SignalSource {
  readonly on: (signal: Signal, listener: () => void) => unknown;
  readonly exit: (code: number) => void;
}

export interface ShutdownParts {
  readonly server: Server;
  /** Further servers that accept connections for the main one. */
  readonly further?: Promise<readonly NetServer[]>;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly onClose: () => Promise<void>;
  readonly signals: SignalSource;
  /** Maximum time in milliseconds. Defaults to FINISH_LIMIT_MS. */
  readonly finishLimitMs?: number;
}

/** Shuts the process down gracefully at the first signal, and ends it immediately at the second. */
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
      const reportFailures = countFailures(logger);
      for (const response of open) closeAfterResponse(response);
      void shutDown(parts).then((code) => {
        reportFailures();
        signals.exit(code);
      });
    });
  }
}

/** Tracks the running responses. A response that begins during the shutdown closes its connection. */
function openResponses(server: Server, lifecycle: Lifecycle): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.prependListener('request', (_request, response) => {
    if (lifecycle.isDraining()) closeAfterResponse(response);
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}

function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Stops accepting, finishes running requests, and closes everything else. @returns the exit code */
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

/** Stops accepting. Resolves when every connection has ended. `close` of an HTTP server would end idle connections immediately. */
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

/** Whether the work finished in time. */
function inTime(limitMs: number, work: Promise<void>): Promise<boolean> {
  const done = work.then(() => true);
  return withTimeout(limitMs, done, () => false);
}
