import { Failure, type FailureKind, RETRY_AFTER_SECONDS, STATUS_OF } from '../../shared/failure';
import { statusMember, type RestResponse, type RequestInfo } from '../response/rest-response';
import { ExecutionErrors } from '../document/operations';
import { needsCredentials } from '../request/adapter-variables';
import type { Route, StatusMessage } from './route';

/** Kinds of failure whose message is added as `detail` if the route has a more general one. */
const KINDS_WITH_DETAIL: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid',
  'malformed',
  'conflict',
]);

/** The body of every error response. */
export function errorResponse(
  info: RequestInfo,
  [status, message]: StatusMessage,
  code: string,
): RestResponse {
  const body = {
    message,
    status: statusMember(info, status),
    uri: info.uri,
    code,
    request_id: info.requestId,
  };
  const headers = { 'Cache-Control': 'no-store' };
  return {
    status,
    headers: status === 503 ? { ...headers, 'Retry-After': String(RETRY_AFTER_SECONDS) } : headers,
    body,
  };
}

/**
 * Converts what was thrown to a response. A failure gives its reason, with the message of the route if it has one;
 * other errors are not revealed.
 */
export function errorResponseFor(thrown: unknown, info: RequestInfo, route: Route | undefined): RestResponse {
  const [failure] = causesOf(thrown);
  if (!(failure instanceof Failure) || unexpectedIn(thrown).length > 0) {
    return errorResponse(info, [500, 'Internal error'], 'INTERNAL_SERVER_ERROR');
  }
  const words = route?.definition.responses.failures;
  const reply = words?.[failure.reason] ?? words?.[failure.kind];
  const response = errorResponse(info, reply ?? [STATUS_OF[failure.kind], failure.message], failure.reason);
  const explains = route?.definition.explains;
  const explanation = explains === undefined ? {} : { [explains]: failure.message };
  const isGeneral = reply !== undefined && reply[1] !== failure.message;
  const detail = isGeneral && KINDS_WITH_DETAIL.has(failure.kind) ? { detail: failure.message } : {};
  return {
    status: response.status,
    headers: { ...response.headers, ...errorHeaders(failure, response.status, route) },
    body: { ...response.body, ...detail, ...explanation },
  };
}

function errorHeaders(
  { details }: Failure,
  status: number,
  route: Route | undefined,
): Record<string, string> {
  const { retryAfter } = details;
  const isChallenge = status === 401 && route !== undefined && needsCredentials(route.operation);
  return {
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    ...(isChallenge ? { 'WWW-Authenticate': 'Basic realm="griot", charset="UTF-8"' } : {}),
  };
}

/** The unexpected errors among what was thrown, to be reported. */
export function unexpectedIn(thrown: unknown): readonly unknown[] {
  return causesOf(thrown).filter((cause) => !(cause instanceof Failure));
}

function causesOf(thrown: unknown): readonly unknown[] {
  if (!(thrown instanceof ExecutionErrors)) return [thrown];
  return thrown.errors.map((error) => error.originalError ?? error);
}
