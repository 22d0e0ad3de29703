import type { FailureKind } from './failure';

/** A caller that meets an overload or an outage may try again after this many seconds, unless the failure says more. */
export const RETRY_AFTER_SECONDS = 1;

/** The HTTP status of each kind of failure, for every face that answers over HTTP. */
export const STATUS_OF: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  stale: 412,
  tooLarge: 413,
  tooLong: 414,
  unreadable: 415,
  limited: 429,
  busy: 503,
};
