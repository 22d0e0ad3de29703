import { Failure } from '../shared/failure';
import { STATUS_OF } from '../shared/failure-status';
import { statusMember, type Answer, type Caller } from './answer';
import { ExecutionErrors } from './execution';
import type { Reply, Row } from './row';

/** Seconds after which a client may try again when the service was busy. */
const RETRY_SECONDS = 1;

/** The body that every refusal has. */
export function refusal(caller: Caller, [status, message]: Reply, code: string): Answer {
  const body = {
    message,
    status: statusMember(caller, status),
    uri: caller.uri,
    code,
    request_id: caller.requestId,
  };
  const headers = { 'Cache-Control': 'no-store' };
  return {
    status,
    headers: status === 503 ? { ...headers, 'Retry-After': String(RETRY_SECONDS) } : headers,
    body,
  };
}

/**
 * Turns what was thrown while answering into an answer. A failure says its reason, in the row's own words where it has
 * some; anything else stays inside.
 */
export function refusalOf(thrown: unknown, caller: Caller, row: Row | undefined): Answer {
  const [failure] = causesOf(thrown);
  if (!(failure instanceof Failure) || unexpectedIn(thrown).length > 0) {
    return refusal(caller, [500, 'Internal error'], 'INTERNAL_SERVER_ERROR');
  }
  const words = row?.replies.failures;
  const reply = words?.[failure.reason] ?? words?.[failure.kind];
  return refusal(caller, reply ?? [STATUS_OF[failure.kind], failure.message], failure.reason);
}

/** What nobody meant to happen among what was thrown: to be reported. */
export function unexpectedIn(thrown: unknown): readonly unknown[] {
  return causesOf(thrown).filter((cause) => !(cause instanceof Failure));
}

function causesOf(thrown: unknown): readonly unknown[] {
  if (!(thrown instanceof ExecutionErrors)) return [thrown];
  return thrown.errors.map((error) => error.originalError ?? error);
}
