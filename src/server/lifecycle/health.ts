import type { ServerResponse } from 'node:http';
import { HEALTH_METHODS, HEALTH_PATHS, sendJson, type Handler } from '../../shared/http';
import type { Lifecycle } from './shutdown';
import { withTimeout } from './with-timeout';

/** Why the server cannot do its work, in a sentence that whoever asks may read: it holds no address and no path. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** An orchestrator that is told to come back asks again after this many seconds. */
const RETRY_AFTER_SECONDS = 5;

/** A probe that hangs counts as failed after this time: every answer is due within three seconds. */
const PROBE_LIMIT_MS = 2000;

export interface HealthParts {
  /** Resolves when the server can do its work, rejects when it cannot; a `NotReady` says why to whoever asks. */
  readonly probe: () => Promise<void>;
  readonly lifecycle: Pick<Lifecycle, 'isDraining'>;
}

/** Answers health paths alone. GET /health/live: the process runs. GET /health/ready: it can serve, else 503 with Retry-After. */
export function createHealth({ probe, lifecycle }: HealthParts): Handler {
  let probing: Promise<Outcome> | undefined;
  const ready = async (response: ServerResponse) => {
    if (lifecycle.isDraining()) {
      reply(response, 503, { status: 'draining' });
      return;
    }
    // Anybody may ask, as often as they like: all who wait share one probe.
    probing ??= outcomeOf(probe).finally(() => (probing = undefined));
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

interface Outcome {
  readonly isReady: boolean;
  readonly reason?: string;
}

async function outcomeOf(probe: () => Promise<void>): Promise<Outcome> {
  try {
    const work = probe().then(() => ({ isReady: true }));
    return await withTimeout(PROBE_LIMIT_MS, work, () => ({ isReady: false }));
  } catch (error) {
    // Other reasons are logged by whoever owns the connection; they may hold addresses.
    return { isReady: false, ...(error instanceof NotReady && { reason: error.message }) };
  }
}
