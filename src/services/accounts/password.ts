import { Failure } from '../../shared/failure';
import { currentWork } from '../../shared/work';
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { nfc } from '../../shared/text';

export interface WorkQueueOptions {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** What the work is, for the message of a refusal. */
  readonly subject: string;
}

/** The part of the queue that one caller may take. */
const SHARE_OF_CALLER = 1 / 6;

interface Waiting {
  readonly caller: string | undefined;
  readonly go: () => void;
}

/** Costly work: so many pieces at once, and the others in a queue that is bounded, for all callers and for each. */
export class WorkQueue {
  private running = 0;
  private readonly waiting: Waiting[] = [];
  private last: string | undefined;

  constructor(private readonly options: WorkQueueOptions) {}

  /** @throws Failure UNAVAILABLE at once when the line is full */
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

  /** Callers take turns: whoever has many waiting does not go twice before another. */
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

/** 144 random bits, in letters that no shell or URL changes. */
export function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}

/** Cost of a password hash. Source: OWASP's least recommended argon2id setting; about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** How many hashes wait before the next is refused. Source: interface decisions, section 3. */
const MOST_WAITING = 64;

/** One at a time: the other cores go on reading. */
const queue = new WorkQueue({ atOnce: 1, mostWaiting: MOST_WAITING, subject: 'logins' });

/** Stands for the hash of an account that does not exist, so that looking for it costs the same. */
let dummyHash: Promise<string> | undefined;

/**
 * The argon2id hash of a password, in PHC form. Equal passwords in other Unicode forms give hashes that verify alike.
 *
 * @throws Failure UNAVAILABLE when too many wait
 */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(nfc(password), COST));
}

/**
 * Whether a password is the one of a hash. Takes as long without a hash as with one.
 *
 * @param passwordHash of the account; `undefined` where there is none
 * @throws Failure UNAVAILABLE when too many wait
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash('nobody has this password', COST);
  const compared = passwordHash ?? (await dummyHash);
  const isSame = await queue.run(() => verify(compared, nfc(password)).catch(() => false));
  return isSame && passwordHash !== undefined;
}
