import type { RequestState } from '../../services/limits/request-limits';
import { Failure } from '../../shared/failure';
import type { Handler, Incoming } from '../../shared/http';

/**
 * Refuses requests beyond a limit, and states the remaining requests in every counted response.
 *
 * @param take counts a request; `undefined` for one that is not counted
 */
export function requestLimit(take: (request: Incoming) => Promise<RequestState | undefined>): Handler {
  return async (request, response, next) => {
    const state = await take(request);
    if (state) {
      const { limit, isAllowed, remaining, resetsAfter } = state;
      response.setHeader('RateLimit-Limit', limit.points);
      response.setHeader('RateLimit-Policy', `${limit.points};w=${limit.duration}`);
      response.setHeader('RateLimit-Remaining', remaining);
      response.setHeader('RateLimit-Reset', resetsAfter);
      if (!isAllowed) throw refusal(resetsAfter);
    }
    next();
  };
}

function refusal(retryAfter: number): Failure {
  return new Failure('RATE_LIMITED', `Too many requests; try again in ${retryAfter} seconds`, { retryAfter });
}
