/** The kind of response to a failure. REST, GraphQL and the pages map kinds, never messages. */
export type FailureKind =
  | 'invalid'
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'stale'
  | 'gone'
  | 'tooLarge'
  | 'tooLong'
  | 'unreadable'
  | 'limited'
  | 'busy';

/** Every expected reason for which a request can fail, with its kind. A new reason does not compile without a kind. */
const KIND_OF = {
  INVALID_INPUT: 'invalid',
  DICTIONARY_UNNAMED: 'invalid',
  EMAIL_INVALID: 'invalid',
  BODY_MALFORMED: 'malformed',
  PLATFORM_KEPT: 'invalid',
  UNAUTHENTICATED: 'unauthenticated',
  PASSWORD_WRONG: 'unauthenticated',
  APPLICATION_DISABLED: 'unauthenticated',
  TOKEN_INVALID: 'unauthenticated',
  TOKEN_REVOKED: 'unauthenticated',
  APPLICATION_MISMATCH: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  LOGIN_REFUSED: 'forbidden',
  COMPILATION_DISABLED: 'forbidden',
  NOT_FOUND: 'missing',
  CONTENT_MISSING: 'missing',
  DICTIONARY_NOT_FOUND: 'missing',
  CONFLICT: 'conflict',
  KEY_REUSED: 'malformed',
  REQUEST_RUNNING: 'conflict',
  ANSWER_LOST: 'conflict',
  REVISION_MISMATCH: 'stale',
  CHANGES_GONE: 'gone',
  TOO_LARGE: 'tooLarge',
  QUOTA_EXCEEDED: 'tooLarge',
  URI_TOO_LONG: 'tooLong',
  UNSUPPORTED_MEDIA_TYPE: 'unreadable',
  RATE_LIMITED: 'limited',
  UNAVAILABLE: 'busy',
} as const satisfies Record<string, FailureKind>;

export type FailureReason = keyof typeof KIND_OF;

/** All reasons. Clients decide by them, so each is documented. */
export const FAILURE_REASONS = Object.keys(KIND_OF) as readonly FailureReason[];

/** The meaning of each reason, for developers of clients. */
export const MEANING_OF: Readonly<Record<FailureReason, string>> = {
  INVALID_INPUT: 'A value is invalid; the message states the rule.',
  DICTIONARY_UNNAMED: 'The new dictionary has neither an identifier nor an abbreviated name.',
  EMAIL_INVALID: 'The text is not an email address.',
  BODY_MALFORMED: 'The body of the request cannot be read.',
  PLATFORM_KEPT: 'The application of the platform itself cannot be disabled or deleted.',
  UNAUTHENTICATED: 'The request has no valid access token or signature, or the session has ended.',
  PASSWORD_WRONG: 'The password of the application is wrong.',
  APPLICATION_DISABLED: 'The application is disabled and cannot log in.',
  TOKEN_INVALID: 'The token of the application is invalid or has expired.',
  TOKEN_REVOKED: 'The session of the application has ended already.',
  APPLICATION_MISMATCH: 'The token belongs to another application.',
  FORBIDDEN: 'The account is not allowed to perform the operation.',
  LOGIN_REFUSED: 'The name or the password is wrong, or the account is disabled.',
  COMPILATION_DISABLED: 'The application accepts no new compilers.',
  NOT_FOUND: 'The object does not exist, or the caller may not see it.',
  CONTENT_MISSING: 'The article has no content, or does not exist.',
  DICTIONARY_NOT_FOUND: 'The dictionary does not exist.',
  CONFLICT: 'Another object has the same name, email address or identifier.',
  KEY_REUSED: 'The idempotency key was used for a different request.',
  REQUEST_RUNNING: 'The first request with this idempotency key is still running.',
  ANSWER_LOST: 'The first request with this idempotency key was executed, but its response is lost.',
  REVISION_MISMATCH: 'The object has changed since it was read: read it again.',
  CHANGES_GONE:
    'The changes since this number of the sequence are no longer known: read the dictionary again.',
  TOO_LARGE: 'A value, a file or the response exceeds the largest size.',
  QUOTA_EXCEEDED: 'The application, dictionary or user has reached its storage quota.',
  URI_TOO_LONG: 'The URL is too long.',
  UNSUPPORTED_MEDIA_TYPE: 'The media type of the body is not supported.',
  RATE_LIMITED: 'The caller has sent too many requests: retry after `retryAfter` seconds.',
  UNAVAILABLE: 'The server or its database is overloaded or unavailable: retry after `retryAfter` seconds.',
};

/** Reasons of failures that an input can cause. GraphQL mutations report them as data, not as errors. */
export const USER_ERROR_REASONS = [
  'INVALID_INPUT',
  'DICTIONARY_UNNAMED',
  'EMAIL_INVALID',
  'CONTENT_MISSING',
  'PLATFORM_KEPT',
  'CONFLICT',
  'REVISION_MISMATCH',
  'TOO_LARGE',
  'QUOTA_EXCEEDED',
] as const satisfies readonly FailureReason[];

export type UserErrorReason = (typeof USER_ERROR_REASONS)[number];

export interface FailureDetails {
  /** Seconds after which the same request may be tried again. */
  readonly retryAfter?: number;
}

/** The path of an invalid input field, and further faults of the input. */
export interface Fault {
  /** Path of the member, from the input of the function that checks it. */
  readonly field?: readonly string[] | undefined;
  /** Faults that were found together with this one. */
  readonly others?: readonly Failure[];
}

/** A failure that is part of the contract: the caller receives its reason and message. */
export class Failure extends Error {
  readonly field: readonly string[] | undefined;
  readonly others: readonly Failure[];

  constructor(
    readonly reason: FailureReason,
    message: string,
    readonly details: FailureDetails = {},
    { field, others = [] }: Fault = {},
  ) {
    super(message);
    this.field = field;
    this.others = others;
  }

  /** Not a property of its own, because the driver copies those to the error of a bulk write, which has a fixed name. */
  override get name(): string {
    return 'Failure';
  }

  get kind(): FailureKind {
    return KIND_OF[this.reason];
  }
}

/** Seconds after which a caller may retry after an overload or an outage, unless the failure has its own value. */
export const RETRY_AFTER_SECONDS = 1;

/** The HTTP status of each kind of failure, over REST, GraphQL and pages. */
export const STATUS_OF: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  gone: 410,
  stale: 412,
  tooLarge: 413,
  tooLong: 414,
  unreadable: 415,
  limited: 429,
  busy: 503,
};

/** The message of a thrown value, which need not be an Error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
