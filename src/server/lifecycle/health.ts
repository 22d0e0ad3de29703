import type { ServerResponse } from 'node:http';
import { HEALTH_METHODS, HEALTH_PATHS, sendJson, type Handler } from '../../shared/http';
import type { Lifecycle } from './shutdown';
import { withTimeout } from './with-timeout';

/** The reason why the server is not ready, as a sentence that any caller may read: it contains no address and no path. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Value of `Retry-After` while the server is not ready, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Timeout of a probe, in milliseconds. Orchestrators expect a response within three seconds. */
const PROBE_LIMIT_MS = 2000;

export interface HealthParts {
  /** Resolves when the server is ready, otherwise rejects. Clients see the reason of a `NotReady`. */
  readonly probe: () => Promise<void>;
  readonly lifecycle: Pick<Lifecycle, 'isDraining'>;
}

/**
 * Answers the health paths. GET /health/live: 200 while the process runs. GET /health/ready: 200 if it is ready, otherwise 503 with
 * Retry-After.
 */
export function createHealth({ probe, lifecycle }: HealthParts): Handler {
  let probing: Promise<ProbeResult> | undefined;
  const ready = async (response: ServerResponse) => {
    if (lifecycle.isDraining()) {
      reply(response, 503, { status: 'draining' });
      return;
    }
    // Health requests are not limited, so concurrent ones share a probe.
    probing ??= probeResultOf(probe).finally(() => (probing = undefined));
    const { isReady, reason } = await probing;
    if (isReady) reply(response, 200, { status: 'ready' });
    else reply(response, 503, { status: 'unavailable', ...(reason !== undefined && { reason }) });
  };
  return (request, response) => {
    if (request.method === 'OPTIONS') response.setHeader('Allow', HEALTH_METHODS.join(', ')).end();
    else if (HEALTH_PATHS.exec(request.url)?.[1]?.toLowerCase() === 'live')
      reply(response, 200, { status: 'live' });
    else return ready(response);
    return undefined;
  };
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.setHeader('Cache-Control', 'no-store');
  if (status === 503) response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
  sendJson(response, status, body);
}

interface ProbeResult {
  readonly isReady: boolean;
  readonly reason?: string;
}

async function probeResultOf(probe: () => Promise<void>): Promise<ProbeResult> {
  try {
    const work = probe().then(() => ({ isReady: true }));
    return await withTimeout(PROBE_LIMIT_MS, work, () => ({ isReady: false }));
  } catch (error) {
    // The owner of the connection logs other reasons, because they may contain addresses.
    return { isReady: false, ...(error instanceof NotReady && { reason: error.message }) };
  }
}
