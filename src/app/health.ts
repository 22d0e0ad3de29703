import type { ServerResponse } from 'node:http';
import { sendJson, type Handler, type Incoming } from '../shared/http';
import type { Lifecycle } from './lifecycle';
import { within } from './within';

/** An orchestrator that is told to come back asks again after this many seconds. */
const RETRY_AFTER_SECONDS = 5;

const PATHS = /^\/health\/(live|ready)\/?(?:\?|$)/i;

const METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** A probe that hangs counts as failed after this time: every answer is due within three seconds. */
const PROBE_LIMIT_MS = 2000;

export interface HealthParts {
  /** Resolves when the server can do its work, rejects when it cannot. */
  readonly probe: () => Promise<void>;
  readonly lifecycle: Pick<Lifecycle, 'isDraining'>;
}

/** GET /health/live: the process runs. GET /health/ready: it can serve, else 503 with Retry-After. */
export function createHealth({ probe, lifecycle }: HealthParts): Handler {
  const ready = async (response: ServerResponse) => {
    if (lifecycle.isDraining()) reply(response, 503, 'draining');
    else if (await succeeds(probe)) reply(response, 200, 'ready');
    else reply(response, 503, 'unavailable');
  };
  return (request, response, next) => {
    if (!isForHealth(request)) next();
    else if (request.method === 'OPTIONS') response.setHeader('Allow', METHODS.join(', ')).end();
    else if (PATHS.exec(request.url)?.[1]?.toLowerCase() === 'live') reply(response, 200, 'live');
    else return ready(response);
    return undefined;
  };
}

/** What probes of an orchestrator ask for. */
export function isForHealth({ url, method }: Pick<Incoming, 'url' | 'method'>): boolean {
  return METHODS.includes(method) && PATHS.test(url);
}

function reply(response: ServerResponse, status: number, state: string): void {
  response.setHeader('Cache-Control', 'no-store');
  if (status === 503) response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
  sendJson(response, status, { status: state });
}

async function succeeds(probe: () => Promise<void>): Promise<boolean> {
  try {
    const work = probe().then(() => true);
    return await within(PROBE_LIMIT_MS, work, () => false);
  } catch {
    // The reason is logged by whoever owns the connection; here it only turns into the answer "not ready".
    return false;
  }
}
