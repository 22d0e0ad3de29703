import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Failure } from '../../shared/failure';
import type { StoredResponse, IdempotentResponse } from '../../shared/http';
import type { Viewer } from '../../shared/viewer';
import { type Claim, runDetached, runUnderClaim } from '../../shared/work';
import type { Storage } from '../../storage/storage';
import { networkOf } from './request-limits';

/** Largest response that is stored, in bytes: four times the largest article. */
const MAX_STORED_BYTES = 1_048_576;

/** Seconds after which a request may be repeated while the first one is running. */
const RETRY_AFTER_SECONDS = 1;

/** A request with its `Idempotency-Key`. */
export interface RetryableRequest {
  readonly viewer: Viewer;
  readonly address: string;
  readonly key: string;
  /** The content that a retry must repeat: method, target and body. */
  readonly content: string;
}

/**
 * Executes requests once, however often they are sent: their responses are stored for a day, per caller. The
 * transaction of the write records that a request has written, so a crash cannot cause a duplicate.
 */
export class RetryService {
  /**
   * @param secret encrypts the responses and keys the digests of requests, so that a reader of the database learns
   *   neither
   */
  constructor(
    private readonly storage: Pick<Storage, 'claims'>,
    private readonly secret: () => string,
  ) {}

  /**
   * The response to the first of equal requests; only that one runs `execute`.
   *
   * @throws Failure INVALID_INPUT for an invalid key; KEY_REUSED when the key was used for a different request;
   *   REQUEST_RUNNING while the first one is running; ANSWER_LOST when its response is lost
   */
  async once(request: RetryableRequest, execute: () => Promise<StoredResponse>): Promise<IdempotentResponse> {
    const claim = { id: this.digest('id', callerOf(request), keyIn(request)), owner: randomUUID() };
    const digest = this.digest('request', claim.id, request.content);
    const outcome = await this.storage.claims.claim(claim, digest);
    if (outcome.is === 'answered') return { response: this.opened(claim, outcome.answer), isReplay: true };
    if (outcome.is !== 'claimed') throw failureOfClaim(outcome.is);
    return { response: await this.executed(claim, execute), isReplay: false };
  }

  private async executed(claim: Claim, execute: () => Promise<StoredResponse>): Promise<StoredResponse> {
    let response: StoredResponse | undefined;
    try {
      response = await runUnderClaim(claim, execute);
      return response;
    } finally {
      // A response that cannot be stored is still sent; a retry learns that it is lost.
      const stored = response && this.sealed(claim, response);
      // The response of a stored write is recorded, even if no client waits for it.
      await runDetached(() => this.storage.claims.complete(claim, stored)).catch(() => undefined);
    }
  }

  private sealed(claim: Claim, response: StoredResponse): string | undefined {
    const text = JSON.stringify(response);
    if (Buffer.byteLength(text) > MAX_STORED_BYTES) return undefined;
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.keyOf(claim), nonce);
    const bytes = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64');
  }

  private opened(claim: Claim, sealed: string): StoredResponse {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.keyOf(claim), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
    return JSON.parse(text) as StoredResponse;
  }

  private keyOf({ id }: Claim): Buffer {
    return createHmac('sha256', this.secret()).update(`answer\0${id}`).digest();
  }

  private digest(...parts: readonly string[]): string {
    return createHmac('sha256', this.secret()).update(parts.join('\0')).digest('base64url');
  }
}

function callerOf({ viewer, address }: RetryableRequest): string {
  return viewer.role === 'anonymous'
    ? `address:${networkOf(address)}`
    : `${viewer.role === 'user' || viewer.role === 'admin' ? 'user' : 'application'}:${viewer.accountId}`;
}

/**
 * The idempotency key: visible ASCII. The draft specification encloses it in quotation marks, which most clients omit.
 */
function keyIn({ key }: RetryableRequest): string {
  const plain = /^"(.*)"$/.exec(key)?.[1] ?? key;
  if (!/^[!-~]{1,255}$/.test(plain))
    throw new Failure('INVALID_INPUT', 'Idempotency-Key must have 1 to 255 visible ASCII characters');
  return plain;
}

function failureOfClaim(outcome: 'other' | 'running' | 'lost'): Failure {
  if (outcome === 'other')
    return new Failure('KEY_REUSED', 'This Idempotency-Key was used for a different request; use a new key');
  if (outcome === 'running')
    return new Failure('REQUEST_RUNNING', 'The first request with this Idempotency-Key is still running', {
      retryAfter: RETRY_AFTER_SECONDS,
    });
  return new Failure(
    'ANSWER_LOST',
    'The first request with this Idempotency-Key was executed, but its response is lost; read the object to see the result',
  );
}
