import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { json } from 'express';
import { isForGraphql, type Handler, type Incoming } from '../../shared/http';
import { HttpProblem } from './http-problem';

/** Largest body that is read, in bytes, after decompression. */
const LARGEST_BODY = 1_048_576;

/** The same for accounts at `/graphql`, where many objects can be written at once. Source: interface decisions, section 7. */
const LARGEST_OF_ACCOUNTS = 16 * 1_048_576;

/** A body of any other method has no meaning here: it is ignored, whatever it is. */
const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Reads a JSON body into `request.body`, which is undefined where there is none.
 *
 * @param hasAccount whether a request has a good token; asked only where its body is announced as a large one
 */
export function jsonBody(hasAccount: (request: Incoming) => Promise<boolean>): Handler {
  const read = json({ limit: LARGEST_BODY, verify: refuseOtherEncodings });
  const readLarge = json({ limit: LARGEST_OF_ACCOUNTS, verify: refuseOtherEncodings });
  return async (request, response, next) => {
    if (!METHODS_WITH_BODY.has(request.method) || isEmpty(request)) {
      request.body = undefined;
      next();
      return;
    }
    if (!isJson(request)) throw new HttpProblem(415);
    const isLarge = isLargeOperation(request) && (await hasAccount(request));
    (isLarge ? readLarge : read)(request, response, next);
  };
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}

function isLargeOperation(request: Incoming): boolean {
  return isForGraphql(request) && Number(request.headers['content-length'] ?? 0) > LARGEST_BODY;
}

function isEmpty(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0
  );
}

/** The decoder would replace broken letters silently, and the text would be stored wrong. */
function refuseOtherEncodings(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new HttpProblem(415);
  if (!isUtf8(body)) throw new HttpProblem(400, 'The request body is not valid UTF-8');
}
