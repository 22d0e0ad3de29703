import type { Incoming } from './http';

/** An answer as it is kept for retries. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a request is answered with that must not be carried out twice. */
export interface OnceAnswered {
  readonly answer: KeptAnswer;
  /** Whether the answer was given before. */
  readonly isReplay: boolean;
}

/**
 * Carries a request with an `Idempotency-Key` out once: `execute` runs for the first of equal ones.
 *
 * @param content what must be the same in a retry, beside the target
 * @throws Failure INVALID_INPUT, KEY_REUSED, REQUEST_RUNNING, ANSWER_LOST
 */
export type Once = (
  request: Incoming,
  content: string,
  execute: () => Promise<KeptAnswer>,
) => Promise<OnceAnswered>;

/** The key under which a request may be repeated; `undefined` where it has none, and for methods that may be repeated anyway. */
export function idempotencyKeyOf({
  method,
  headers,
}: Pick<Incoming, 'method' | 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  return method === 'POST' && typeof key === 'string' ? key : undefined;
}

/** The headers of an answer; one that is given again says so. */
export function headersOf({ answer: { headers }, isReplay }: OnceAnswered): Readonly<Record<string, string>> {
  return isReplay ? { ...headers, 'Idempotency-Replayed': 'true' } : headers;
}
