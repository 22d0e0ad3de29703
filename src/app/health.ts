import { Router, type Response } from 'express';
import type { Lifecycle } from './lifecycle';
import { within } from './within';

/** An orchestrator that is told to come back asks again after this many seconds. */
const RETRY_AFTER_SECONDS = 5;

/** A probe that hangs counts as failed after this time: every answer is due within three seconds. */
const PROBE_LIMIT_MS = 2000;

export interface HealthParts {
  /** Resolves when the server can do its work, rejects when it cannot. */
  readonly probe: () => Promise<void>;
  readonly lifecycle: Pick<Lifecycle, 'isDraining'>;
}

/** GET /health/live: the process runs. GET /health/ready: it can serve, else 503 with Retry-After. */
export function createHealth({ probe, lifecycle }: HealthParts): Router {
  const router = Router();
  router.get('/health/live', (_request, response) => {
    reply(response, 200, 'live');
  });
  router.get('/health/ready', async (_request, response) => {
    if (lifecycle.isDraining()) reply(response, 503, 'draining');
    else if (await succeeds(probe)) reply(response, 200, 'ready');
    else reply(response, 503, 'unavailable');
  });
  return router;
}

function reply(response: Response, status: number, state: string): void {
  response.set('Cache-Control', 'no-store');
  if (status === 503) response.set('Retry-After', String(RETRY_AFTER_SECONDS));
  response.status(status).json({ status: state });
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
