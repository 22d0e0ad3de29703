import { AsyncLocalStorage } from 'node:async_hooks';
import { Failure } from './failure';
import type { AccountViewer, Membership } from './viewer';

/** Resources that a work uses: milliseconds of the database and of the main thread, as measured, and bytes received, read and sent. */
export type WorkPart = 'databaseMs' | 'threadMs' | 'bytes';

export type WorkUsage = Readonly<Record<WorkPart, number>>;

/** Answers that are sent part by part: long lists and exports, and recordings and pictures, of which more are sent at once. */
export type StreamKind = 'long' | 'media';

/** A request that must not be carried out twice, and who carries it out. */
export interface Claim {
  readonly id: string;
  /** Changes when another process takes over what this one seems to have given up. */
  readonly owner: string;
  /** The kind of claim: by default a request with an idempotency key. */
  readonly of?: 'delivery';
}

/** Called with each amount that work has used, as soon as it is known. */
export type Charge = (part: WorkPart, amount: number) => void;

/** Largest answer that is built in memory, in bytes. Streamed answers have no such bound. */
export const MAX_ANSWER_BYTES = 16 * 1_048_576;

/** Time that work may take at the database when nobody waits for an answer, in milliseconds. */
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
  private answerBytes = 0;
  private storing = 0;
  private stored = false;
  private readBytes = 0;
  private refused: Failure | undefined;
  private readonly streamListeners: StreamListener[] = [];

  /** Whether it is small by its kind, such as reading one article or logging in. Such work has priority over lists and writes. */
  isLight = false;

  /** Whether its body holds many objects: it keeps the thread and the database busy for long, and so is worked on alone. */
  isLarge = false;

  /** The account whose right the writes depend on, by the session of its token; `undefined` where none is needed. */
  writer?: Writer;

  /** The claim under which it runs; `undefined` for requests that may be carried out again. */
  claim?: Claim;

  /** Whether the input of one of its mutations was at fault: the response then has no error that says so. */
  hasUserErrors = false;

  /**
   * Begins an answer that is sent part by part.
   *
   * @throws Failure UNAVAILABLE when too many are being sent
   */
  beginStream: (kind?: StreamKind) => void = () => undefined;

  /**
   * States of lists that were read for it, by dictionary, while it only reads and is about to end: it then sees each list in one of its
   * states. `undefined` otherwise.
   */
  listStates?: Map<string, Promise<unknown>> | undefined;

  /** Whether its answer is sent part by part. Then `endStream` reports how the transfer ended. */
  isStreamed = false;

  /** Waits while the caller has used up its budget. */
  pace: () => Promise<void> = () => Promise.resolve();

  /** Milliseconds that are left until the answer is due. */
  remaining: () => number = () => UNLIMITED_MS;

  /**
   * @param caller names the caller among those who share a limited resource; `undefined` for one without limits
   * @param account takes what the work uses
   * @param members whose work this is, where several requests share it
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

  /** Whether a write is under way whose outcome is not known yet. */
  get isStoring(): boolean {
    return this.storing > 0;
  }

  /** Whether a transaction was stored for it: a refusal would make its caller send it again. */
  get hasStored(): boolean {
    return this.stored;
  }

  /** Whether one of the requests that share it was refused already: nothing may be stored for that one any more. */
  get hasLeavers(): boolean {
    return this.members.some(({ ended }) => ended !== undefined);
  }

  charge(part: WorkPart, amount: number): void {
    this.used[part] += amount;
    this.account?.(part, amount);
  }

  /**
   * Counts bytes of an answer that is built in memory.
   *
   * @throws Failure TOO_LARGE when the answer would exceed `MAX_ANSWER_BYTES`
   */
  addToAnswer(bytes: number): void {
    this.answerBytes += bytes;
    if (this.answerBytes > MAX_ANSWER_BYTES) throw this.refuse();
  }

  /**
   * Counts bytes of stored objects before they are read for an answer that is built in memory. They have a bound too, since an
   * answer can leave out most of what it is made from.
   *
   * @throws Failure TOO_LARGE when more than `MAX_ANSWER_BYTES` would be read
   */
  addToRead(bytes: number): void {
    this.readBytes += bytes;
    if (this.readBytes > MAX_ANSWER_BYTES) throw this.refuse();
  }

  /** The error for which the answer cannot be built; `undefined` as long as it can. Every field fails with this error. */
  get refusal(): Failure | undefined {
    return this.refused;
  }

  private refuse(): Failure {
    this.refused ??= answerTooLarge();
    return this.refused;
  }

  /**
   * Begins another part of an answer that is sent part by part: each has the bound of a whole one.
   *
   * @throws Failure the reason for which the work has ended
   */
  nextPart(): void {
    this.assertGoesOn();
    this.answerBytes = 0;
    this.readBytes = 0;
  }

  /** A transaction was stored for it. */
  noteStored(): void {
    for (const work of [this, ...this.members]) work.stored = true;
  }

  /** Runs a write whose outcome the caller must learn: until it is known, the request is not refused. */
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
  assertGoesOn(): void {
    if (this.ending !== undefined) throw this.ending;
  }

  /** Ends everything that is still being read for the request; what has not begun to be stored is not stored. */
  end(reason: Failure = REQUEST_ENDED): void {
    if (this.ending === undefined) {
      this.ending = reason;
      // A listener that another listener removes in the meantime is not called.
      for (const listener of this.endListeners ?? []) listener();
      this.endListeners = undefined;
    }
    if (this.streamListeners.length > 0) void this.endStream(reason);
  }

  /** Calls a function once when the streamed answer has ended. */
  onStreamEnd(listener: StreamListener): void {
    if (this.ending !== undefined) void listener(this.ending);
    else this.streamListeners.push(listener);
  }

  /**
   * Reports how the streamed answer ended, unless that was reported; resolves when all listeners have recorded it.
   *
   * @param error that kept it from being sent whole; `REQUEST_ENDED` if its reader went away
   */
  async endStream(error?: unknown): Promise<void> {
    await Promise.all(this.streamListeners.splice(0).map((listener) => listener(error)));
  }
}

/** Takes the error that ended a streamed answer; `undefined` if all of it was sent. Never throws. */
type StreamListener = (error: unknown) => Promise<void>;

/** The connection was closed before the answer was sent. */
export const REQUEST_ENDED = new Failure('UNAVAILABLE', 'The request ended before it was answered');

export function answerTooLarge(): Failure {
  return new Failure(
    'TOO_LARGE',
    `The response would exceed ${MAX_ANSWER_BYTES / 1_048_576} MiB; request fewer items or fields.`,
  );
}

const running = new AsyncLocalStorage<Work | undefined>();

/** The work that this code runs for; `undefined` at start, in commands and in work that belongs to no request. */
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
 * One work for what several requests asked for together: each is charged an equal share, and it ends when all of them have.
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
  let left = members.length;
  const leave = (): void => {
    if (--left === 0) joint.end();
  };
  for (const work of members) work.onEnd(leave);
  return joint;
}

/** Charges the caller for what is sent, when it is sent, and waits while its budget is used up. A slow reader is read for slowly. */
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

/**
 * Measures the main thread's time by the work that uses it. A message from a client or from the database starts code that runs, with
 * all promises that it settles, until the next message is handled. So the time between two messages belongs to the work of the first,
 * and the time after the last message ends with its tick of the event loop.
 */
class ThreadTime {
  private current: Work | undefined;
  private since = 0;
  private isEnding = false;

  enter(work: Work | undefined): void {
    if (work === this.current) return;
    const now = performance.now();
    this.current?.charge('threadMs', now - this.since);
    this.current = work;
    this.since = now;
    if (work === undefined || this.isEnding) return;
    this.isEnding = true;
    setImmediate(this.endTick);
  }

  /** Charges the time since the last message to the current work, which continues. */
  settle(): void {
    const { current } = this;
    this.enter(undefined);
    this.enter(current);
  }

  private readonly endTick = (): void => {
    this.isEnding = false;
    this.enter(undefined);
  };
}

const threadTime = new ThreadTime();

/** From here on, until the next call or the end of this tick of the event loop, the thread works for `work`. */
export function enterThread(work: Work | undefined = currentWork()): void {
  threadTime.enter(work);
}

/** Brings the account of the present work up to date. */
export function settleThread(): void {
  threadTime.settle();
}
