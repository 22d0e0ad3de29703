import { isUtf8 } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { json } from 'express';
import { Failure } from '../../shared/failure';
import { isForGraphql, type Handler, type Incoming } from '../../shared/http';

/** Largest body that is read, in bytes, after decompression. */
const LARGEST_BODY = 1_048_576;

/** The same for accounts at `/graphql`, where many objects can be written at once. Source: interface decisions, section 7. */
const LARGEST_OF_ACCOUNTS = 16 * 1_048_576;

/** A body of any other method has no meaning here: it is ignored, whatever it is. */
const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Kinds of error that the body parser marks, and what is said of them instead of its own texts, which quote the body. */
const SAID_OF: Readonly<Record<string, readonly [Failure['reason'], string]>> = {
  'entity.parse.failed': ['BODY_MALFORMED', 'The request body is not valid JSON'],
  'entity.too.large': ['TOO_LARGE', 'The request body is too large'],
  'encoding.unsupported': [
    'UNSUPPORTED_MEDIA_TYPE',
    'Content-Encoding must be gzip, deflate, br or identity',
  ],
  'charset.unsupported': ['UNSUPPORTED_MEDIA_TYPE', 'The request body must be JSON in UTF-8'],
  'request.aborted': ['BODY_MALFORMED', 'The request ended early'],
  'request.size.invalid': ['BODY_MALFORMED', 'The request body has not the announced length'],
};

export interface BodyRules {
  /** Whether a request has a good token; asked only where its body is announced as a large one. */
  readonly hasAccount: (request: Incoming) => Promise<boolean>;
  /** Runs the reading outside the time in which a request must be answered: it takes what the line takes. */
  readonly outside: <Result>(request: Incoming, read: () => Promise<Result>) => Promise<Result>;
}

/** Lets whoever answers a request read its JSON body. */
export function jsonBody({ hasAccount, outside }: BodyRules): Handler {
  const options = { strict: false, verify: refuseOtherEncodings };
  const parse = json({ ...options, limit: LARGEST_BODY });
  const parseLarge = json({ ...options, limit: LARGEST_OF_ACCOUNTS });
  const read = async (request: Incoming, response: ServerResponse): Promise<unknown> => {
    if (!METHODS_WITH_BODY.has(request.method) || isEmpty(request)) return undefined;
    if (!isJson(request)) throw otherType();
    const isLarge = isLargeOperation(request) && (await hasAccount(request));
    return parsed(isLarge ? parseLarge : parse, request, response);
  };
  return (request, response, next) => {
    request.readBody = () => outside(request, () => read(request, response));
    next();
  };
}

function parsed(parse: Handler, request: Incoming, response: ServerResponse): Promise<unknown> {
  return new Promise((resolve, reject) => {
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve((request as { readonly body?: unknown }).body);
      else reject(failureOf(error));
    });
  });
}

/** What the caller is told; of an error that is no fault of the caller, the error itself. */
function failureOf(error: unknown): Error {
  if (error instanceof Failure) return error;
  const { status, type = '' } = error as { readonly status?: number; readonly type?: string };
  if (status === undefined || status >= 500) return error as Error;
  const [reason, message] = SAID_OF[type] ?? ['BODY_MALFORMED', 'The request body cannot be decompressed'];
  return new Failure(reason, message);
}

function otherType(): Failure {
  return new Failure('UNSUPPORTED_MEDIA_TYPE', 'The request body must be JSON in UTF-8');
}

function isJson({ headers }: Incoming): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}

function isLargeOperation(request: Incoming): boolean {
  return isForGraphql(request) && Number(request.headers['content-length'] ?? 0) > LARGEST_BODY;
}

function isEmpty({ headers }: Incoming): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/** The decoder would replace broken letters silently, and the text would be stored wrong. */
function refuseOtherEncodings(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw otherType();
  if (!isUtf8(body)) throw new Failure('BODY_MALFORMED', 'The request body is not valid UTF-8');
}
