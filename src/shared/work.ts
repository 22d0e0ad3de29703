import { AsyncLocalStorage } from 'node:async_hooks';
import { Failure } from './failure';
import type { AccountViewer, Membership } from './viewer';

/** Resources that a work uses: milliseconds of the database and of the main thread, as measured, and bytes received, read and sent. */
export type WorkPart = 'databaseMs' | 'threadMs' | 'bytes';

export type WorkUsage = Readonly<Record<WorkPart, number>>;

/** Kinds of streamed responses: long lists and exports, and media, of which more may be sent at once. */
export type StreamKind = 'long' | 'media';

/** The claim of a request that must run only once, and its owner. */
export interface Claim {
  readonly id: string;
  /** Identifies the process that runs the request. It changes when another process takes the claim over. */
  readonly owner: string;
  /** The kind of claim: by default a request with an idempotency key. */
  readonly of?: 'delivery';
}

/** Called with each amount that a work has used, as soon as it is known. */
export type Charge = (part: WorkPart, amount: number) => void;

/** Maximum size of a response that is built in memory, in bytes. Streamed responses are not limited. */
export const MAX_RESPONSE_BYTES = 16 * 1_048_576;

/** Time limit at the database for work without a request, in milliseconds. */
const UNLIMITED_MS = 3_600_000;

/** An account that writes: the session of its token, and the role in a dictionary that the write needs, if any. */
export interface Writer extends Pick<AccountViewer, 'sessionId'> {
  readonly needs?: Membership | undefined;
}

/** The work that one request causes: who is charged for it, what it has used, and whether anybody still waits for it. */
export class Work {
  private ending: Failure | undefined;
  private endListeners: Set<() => void> | undefined;
  private readonly used = { databaseMs: 0, threadMs: 0, bytes: 0 };
  private responseBytes = 0;
  private storing = 0;
  private stored = false;
  private readBytes = 0;
  private refused: Failure | undefined;
  private readonly streamListeners: StreamListener[] = [];

  /** Whether it is light: for example, it reads one article or logs in. Light work has priority over lists and writes. */
  isLight = false;

  /** Whether its body contains many objects. It occupies the thread and the database for long, so few such requests run at once. */
  isLarge = false;

  /** The account whose rights the writes need, by the session of its token; `undefined` if they need none. */
  writer?: Writer;

  /** The claim under which it runs; `undefined` for requests that may run again. */
  claim?: Claim;

  /** Whether the input of one of its mutations was invalid. The response has no GraphQL error for it. */
  hasUserErrors = false;

  /**
   * Begins a streamed response.
   *
   * @throws Failure UNAVAILABLE when too many are being sent
   */
  beginStream: (kind?: StreamKind) => void = () => undefined;

  /**
   * States of article lists that were read for it, by dictionary, while it reads a list for one response: all its reads
   * then use the same state. `undefined` otherwise.
   */
  listStates?: Map<string, Promise<unknown>> | undefined;

  /** Whether its response is streamed. Then `endStream` reports how the transfer ended. */
  isStreamed = false;

  /** Waits while the caller has used up its budget. */
  pace: () => Promise<void> = () => Promise.resolve();

  /** Milliseconds until the deadline of the response. */
  remaining: () => number = () => UNLIMITED_MS;

  /**
   * @param caller identifies the caller among those who share a limited resource; `undefined` for a caller without limits
   * @param account receives each amount that the work uses
   * @param members the works of several requests that share this work
   */
  constructor(
    public caller?: string,
    public account?: Charge,
    private readonly members: readonly Work[] = [],
  ) {}

  /** Why the client no longer waits for the response; `undefined` while it does. */
  get ended(): Failure | undefined {
    return this.ending;
  }

  /**
   * Calls a function once when the work ends, or immediately if it has ended. An AbortSignal would cost each request more than most
   * of the rest of its processing.
   *
   * @returns a function that removes the listener
   */
  onEnd(listener: () => void): () => void {
    if (this.ending === undefined) (this.endListeners ??= new Set()).add(listener);
    else listener();
    return () => this.endListeners?.delete(listener);
  }

  get usage(): WorkUsage {
    return this.used;
  }

  /** Whether a write is running whose outcome is unknown. */
  get isStoring(): boolean {
    return this.storing > 0;
  }

  /** Whether a transaction was committed for it. A refusal would make the caller send it again. */
  get hasStored(): boolean {
    return this.stored;
  }

  /** Whether one of the requests that share it has been refused: nothing may be stored for that request. */
  get hasEndedMembers(): boolean {
    return this.members.some(({ ended }) => ended !== undefined);
  }

  charge(part: WorkPart, amount: number): void {
    this.used[part] += amount;
    this.account?.(part, amount);
  }

  /**
   * Counts bytes of a response that is built in memory.
   *
   * @throws Failure TOO_LARGE if the response would exceed `MAX_RESPONSE_BYTES`
   */
  addToResponse(bytes: number): void {
    this.responseBytes += bytes;
    if (this.responseBytes > MAX_RESPONSE_BYTES) throw this.refuse();
  }

  /**
   * Counts bytes of stored objects before they are read for a response that is built in memory. They are limited too,
   * because a response can omit most of what is read for it.
   *
   * @throws Failure TOO_LARGE when more than `MAX_RESPONSE_BYTES` would be read
   */
  addToRead(bytes: number): void {
    this.readBytes += bytes;
    if (this.readBytes > MAX_RESPONSE_BYTES) throw this.refuse();
  }

  /** The error because of which the response cannot be built; `undefined` if it can. Every field fails with this error. */
  get refusal(): Failure | undefined {
    return this.refused;
  }

  private refuse(): Failure {
    this.refused ??= responseTooLarge();
    return this.refused;
  }

  /**
   * Begins the next part of a streamed response. Each part has the limit of a whole response.
   *
   * @throws Failure the reason for which the work has ended
   */
  nextPart(): void {
    this.assertNotEnded();
    this.responseBytes = 0;
    this.readBytes = 0;
  }

  /** Records that a transaction was committed for it. */
  markStored(): void {
    for (const work of [this, ...this.members]) work.stored = true;
  }

  /** Runs a write. The request is not refused until the outcome is known, because the caller must learn it. */
  async store<Result>(write: () => Promise<Result>): Promise<Result> {
    const storing = [this, ...this.members];
    for (const work of storing) work.storing++;
    try {
      return await write();
    } finally {
      for (const work of storing) work.storing--;
    }
  }

  /** @throws Failure the reason for which the work has ended */
  assertNotEnded(): void {
    if (this.ending !== undefined) throw this.ending;
  }

  /** Ends all reads for the request. Writes that have not begun are not stored. */
  end(reason: Failure = REQUEST_ENDED): void {
    if (this.ending === undefined) {
      this.ending = reason;
      // A listener is not called if another one has removed it.
      for (const listener of this.endListeners ?? []) listener();
      this.endListeners = undefined;
    }
    if (this.streamListeners.length > 0) void this.endStream(reason);
  }

  /** Calls a function once when the streamed response has ended. */
  onStreamEnd(listener: StreamListener): void {
    if (this.ending !== undefined) void listener(this.ending);
    else this.streamListeners.push(listener);
  }

  /**
   * Reports how the streamed response ended, unless it was reported before. Resolves when all listeners have recorded it.
   *
   * @param error that kept it from being sent whole; `REQUEST_ENDED` if its reader went away
   */
  async endStream(error?: unknown): Promise<void> {
    await Promise.all(this.streamListeners.splice(0).map((listener) => listener(error)));
  }
}

/** Receives the error that ended a streamed response; `undefined` if it was sent completely. Never throws. */
type StreamListener = (error: unknown) => Promise<void>;

/** The connection was closed before the response was sent. */
export const REQUEST_ENDED = new Failure('UNAVAILABLE', 'The request ended before it was answered');

export function responseTooLarge(): Failure {
  return new Failure(
    'TOO_LARGE',
    `The response would exceed ${MAX_RESPONSE_BYTES / 1_048_576} MiB; request fewer items or fields.`,
  );
}

const running = new AsyncLocalStorage<Work | undefined>();

/** The work for which the calling code runs; `undefined` at start, in commands and in work without a request. */
export function currentWork(): Work | undefined {
  return running.getStore();
}

/** Runs a function, and everything that it awaits, as part of a request's work. */
export function runInWork<Result>(work: Work | undefined, run: () => Result): Result {
  return running.run(work, run);
}

/** Runs a function, and everything that it awaits, under a claim. */
export async function runUnderClaim<Result>(claim: Claim, run: () => Promise<Result>): Promise<Result> {
  const work = currentWork() ?? new Work();
  work.claim = claim;
  return runInWork(work, run);
}

/** Runs work that continues after the response: it neither ends with the request nor is charged to its caller. */
export function runDetached<Result>(run: () => Result): Result {
  return running.run(undefined, run);
}

/**
 * One work for an operation that several requests share: each is charged an equal part, and it ends when all of them
 * have ended.
 *
 * @param works of the requests; `undefined` for those that belong to no request
 */
export function jointWork(works: readonly (Work | undefined)[]): Work | undefined {
  const all = [...new Set(works)];
  const [first] = all;
  if (all.length <= 1 || all.includes(undefined)) return all.length === 1 ? first : undefined;
  const members = all.filter((work) => work !== undefined);
  const charge: Charge = (part, amount) => {
    for (const work of members) work.charge(part, amount / members.length);
  };
  const joint = new Work(undefined, charge, members);
  joint.isLight = members.every(({ isLight }) => isLight);
  joint.remaining = () => Math.max(...members.map((work) => work.remaining()));
  let running = members.length;
  const leave = (): void => {
    if (--running === 0) joint.end();
  };
  for (const work of members) work.onEnd(leave);
  return joint;
}

/** Charges the caller for each piece when it is sent, and waits while its budget is used up. */
export async function* charged<Piece extends string | Buffer>(
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  const work = currentWork();
  for await (const piece of pieces) {
    work?.charge('bytes', Buffer.byteLength(piece));
    yield piece;
    await work?.pace();
  }
}
