import { Failure, type FailureReason } from '../shared/failure';
import { STATUS_OF } from '../shared/failure-status';

/** What an answer says of an error. */
export interface Problem {
  readonly status: number;
  readonly code: FailureReason | 'INTERNAL_SERVER_ERROR';
  readonly message: string;
  /** Seconds after which the same request may be tried again, where that is known. */
  readonly retryAfter?: number | undefined;
}

/** Turns whatever was thrown into what the caller may know of it. */
export function problemOf(error: unknown): Problem {
  const failure = error instanceof Failure ? error : failureOfLibrary(error);
  if (!failure) return { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal error' };
  const { kind, reason: code, message, details } = failure;
  return { status: STATUS_OF[kind], code, message, retryAfter: details.retryAfter };
}

/** Libraries mark the caller's mistakes with a status below 500; everything else is ours. */
function failureOfLibrary(error: unknown): Failure | undefined {
  const { status }: { readonly status?: unknown } = typeof error === 'object' && error !== null ? error : {};
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  return status === 404
    ? new Failure('NOT_FOUND', 'Not found')
    : new Failure('INVALID_INPUT', 'Malformed request');
}
