import { Failure } from '../../shared/failure';
import { currentWork } from '../../shared/work';
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { nfc } from '../../shared/text';

export interface WorkQueueOptions {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** What the work is, for error messages. */
  readonly subject: string;
}

/** The fraction of the queue that one caller may use. */
const SHARE_OF_CALLER = 1 / 6;

interface Waiting {
  readonly caller: string | undefined;
  readonly go: () => void;
}

/** Runs costly work: a fixed number at once, and the rest in a queue that is bounded for all callers and for each. */
export class WorkQueue {
  private running = 0;
  private readonly waiting: Waiting[] = [];
  private last: string | undefined;

  constructor(private readonly options: WorkQueueOptions) {}

  /** @throws Failure UNAVAILABLE at once when the queue is full */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.turn();
    try {
      return await work();
    } finally {
      const [next] = this.waiting.splice(this.nextIndex(), 1);
      this.last = next?.caller;
      if (next) next.go();
      else this.running--;
    }
  }

  /** Callers alternate: a caller with many waiting items does not get two before another gets one. */
  private nextIndex(): number {
    const index = this.waiting.findIndex(({ caller }) => caller !== this.last);
    return Math.max(0, index);
  }

  private turn(): Promise<void> {
    const { atOnce, mostWaiting, subject } = this.options;
    if (this.running < atOnce) {
      this.running++;
      return Promise.resolve();
    }
    const caller = currentWork()?.caller;
    const ofCaller = this.waiting.filter((one) => one.caller === caller).length;
    const isTooMuch = caller !== undefined && ofCaller >= Math.ceil(mostWaiting * SHARE_OF_CALLER);
    if (isTooMuch || this.waiting.length >= mostWaiting)
      throw new Failure('UNAVAILABLE', `Too many ${subject} at once; try again soon.`, { retryAfter: 2 });
    return new Promise((resolve) => {
      this.waiting.push({ caller, go: resolve });
    });
  }
}

/** 144 random bits, in characters that no shell or URL changes. */
export function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}

/** Cost of a password hash. Source: OWASP's minimum argon2id setting; about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Number of waiting hashes beyond which the next is refused. Source: interface decisions, section 3. */
const MOST_WAITING = 64;

/** One at a time, so that the other cores continue with reads. */
const queue = new WorkQueue({ atOnce: 1, mostWaiting: MOST_WAITING, subject: 'logins' });

/** Replaces the hash of an account that does not exist, so that checking it costs the same. */
let dummyHash: Promise<string> | undefined;

/**
 * The argon2id hash of a password in PHC form. Equal passwords in other Unicode forms verify against the same hash.
 *
 * @throws Failure UNAVAILABLE when too many wait
 */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(nfc(password), COST));
}

/**
 * Whether a password matches a hash. Takes equally long without a hash.
 *
 * @param passwordHash of the account; `undefined` if there is none
 * @throws Failure UNAVAILABLE when too many wait
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash('nobody has this password', COST);
  const compared = passwordHash ?? (await dummyHash);
  const isSame = await queue.run(() => verify(compared, nfc(password)).catch(() => false));
  return isSame && passwordHash !== undefined;
}
