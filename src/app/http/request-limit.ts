import type { Request, RequestHandler } from 'express';
import type { RequestState } from '../../services/request-limits';
import { Failure } from '../../shared/failure';

/**
 * Refuses requests beyond a limit, and tells every counted caller where it stands.
 *
 * @param take counts a request; `undefined` for one that is not counted
 */
export function requestLimit(take: (request: Request) => Promise<RequestState | undefined>): RequestHandler {
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
