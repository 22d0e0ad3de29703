import type { RetryService } from '../services/limits/retry.service';
import type { Incoming } from '../shared/http';
import { idempotencyKeyOf, type Once } from '../shared/once';
import type { Viewer } from '../shared/viewer';

/** Connects the retry service to HTTP: keys belong to accounts or to addresses. */
export function onceOf(retries: RetryService, who: (request: Incoming) => Promise<Viewer>): Once {
  return async (request, body, execute) => {
    const { method, url, address = '' } = request;
    const key = idempotencyKeyOf(request) ?? '';
    const content = [method, url, body].join('\n');
    return retries.once({ viewer: await who(request), address, key, content }, execute);
  };
}
