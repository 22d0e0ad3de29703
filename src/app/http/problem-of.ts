import { Failure } from '../../shared/failure';
import { STATUS_OF } from '../../shared/failure-status';
import { HttpProblem, isProblemStatus } from './http-problem';

/** What an answer says of an error. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Seconds after which the same request may be tried again, where that is known. */
  readonly retryAfter?: number | undefined;
}

/** Kinds of error that the body parser marks, and what is said of them instead of its own texts, which quote the body. */
const SAID_OF: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'The request body is not valid JSON',
  'request.aborted': 'The request ended early',
  'request.size.invalid': 'The request body has not the announced length',
};

/** Turns whatever was thrown into what the caller may know of it. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Failure) {
    const { kind, reason: code, message, details } = error;
    return { status: STATUS_OF[kind], code, message, retryAfter: details.retryAfter };
  }
  return error instanceof HttpProblem ? error : problemOfLibrary(error);
}

/** Libraries mark the caller's mistakes with a status below 500; everything else is ours. */
function problemOfLibrary(error: unknown): Problem {
  const { status, type } = marksOf(error);
  if (typeof status !== 'number' || status < 400 || status >= 500) return new HttpProblem(500);
  const said = typeof type === 'string' ? SAID_OF[type] : undefined;
  return new HttpProblem(isProblemStatus(status) ? status : 400, said);
}

function marksOf(error: unknown): { readonly status?: unknown; readonly type?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}
