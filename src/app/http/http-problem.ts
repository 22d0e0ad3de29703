/** What is said for a status that no route decided; `code` is the same word as in GraphQL errors. */
const WORDING = {
  400: { code: 'INVALID_INPUT', message: 'Malformed request' },
  404: { code: 'NOT_FOUND', message: 'Not found' },
  413: { code: 'TOO_LARGE', message: 'The request body is too large' },
  414: { code: 'URI_TOO_LONG', message: 'The request address is too long' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The request body must be JSON in UTF-8' },
  500: { code: 'INTERNAL_SERVER_ERROR', message: 'Internal error' },
} as const;

export type ProblemStatus = keyof typeof WORDING;

/** A request that goes wrong before any route sees it. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly code: string;

  /** @param message said to the caller; where it is left out, the usual sentence for the status */
  constructor(
    readonly status: ProblemStatus,
    message: string = WORDING[status].message,
  ) {
    super(message);
    this.code = WORDING[status].code;
  }
}

/** Whether there is wording for a status, so that a library's own text need not be shown. */
export function isProblemStatus(status: unknown): status is ProblemStatus {
  return typeof status === 'number' && Object.hasOwn(WORDING, status);
}
