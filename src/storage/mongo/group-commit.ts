import type { ClientSession } from 'mongoose';
import { Failure } from '../../shared/failure';
import { grouped } from '../../shared/grouped';
import { type Claim, currentWork, type Work, jointWork, runDetached, runInWork } from '../../shared/work';
import { type PendingEntry, pendingEntry, storeEntries } from '../accounts/audit-repository';
import type { CallerCheck } from '../accounts/session-repository';
import type { Models } from '../models';
import type { Transact } from './transaction';
import { isDatabaseAway } from './database-error';
import { WriteLease } from './write-lease';

interface Waiting<Request, Result> {
  readonly request: Request;
  readonly work: Work | undefined;
  /** When the request was made, in milliseconds of `performance.now()`. */
  readonly requestedAt: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum size of a batch, so that others do not wait long. A large request counts as several. */
const MAX_WRITES_PER_BATCH = 100;

/**
 * Number of conflicts of a batch after which its process writes under a lease. Fewer are chance, as between writers of
 * different dictionaries.
 */
const CONFLICTS_BEFORE_LEASE = 2;

/** Longest time after a batch for which its writers are awaited, in milliseconds and as a share of the duration of that batch. */
const MAX_GATHERING_MS = 20;
const GATHERING_SHARE = 0.5;

/**
 * Batches requests (group commit): while one batch runs, the next one collects further requests. A single request runs
 * immediately. Clients that send each write when the one before is stored would form two batches that take turns; so a batch
 * starts when as many requests wait as the last batch had and left waiting, or after a short time.
 *
 * @param execute does the work, all of it or none; its results are in the order of the requests. Its second argument
 *   is the time
 *   of the earliest request
 * @param sizeOf how many requests one counts as
 * @param lease is acquired before a batch is collected, and released after it
 */
export class WriteBatcher<Request, Result> {
  private readonly waiting: Waiting<Request, Result>[] = [];
  private isRunning = false;
  /** Number of requests with which the next batch starts, if they arrive until a time of `performance.now()`. */
  private expected = { requests: 0, until: 0 };
  private onArrival: (() => void) | undefined;

  constructor(
    private readonly execute: (keys: readonly Request[], requestedAt: number) => Promise<readonly Result[]>,
    private readonly sizeOf: (request: Request) => number = () => 1,
    private readonly lease?: Pick<WriteLease, 'acquire' | 'release'>,
  ) {}

  add(request: Request): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => {
      this.waiting.push({ request, work: currentWork(), requestedAt: performance.now(), resolve, reject });
    });
    if (!this.isRunning) void runDetached(() => this.run());
    this.onArrival?.();
    return result;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      if (!this.isGathered()) await this.gather();
      // Requests that arrive while this process waits for its lease share the batch.
      if (this.lease) await this.lease.acquire();
      const startedAt = performance.now();
      const batch = this.waiting.splice(0, this.together());
      await this.executeAll(batch);
      const endedAt = performance.now();
      const gatheringMs = Math.min(MAX_GATHERING_MS, GATHERING_SHARE * (endedAt - startedAt));
      this.expected = { requests: batch.length + this.waiting.length, until: endedAt + gatheringMs };
      if (this.lease) await this.lease.release();
    }
    this.isRunning = false;
  }

  private isGathered(): boolean {
    const { requests, until } = this.expected;
    return this.waiting.length >= Math.min(requests, MAX_WRITES_PER_BATCH) || performance.now() >= until;
  }

  /** Waits for the expected requests. */
  private async gather(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.expected.until - performance.now());
      this.onArrival = () => {
        if (!this.isGathered()) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.onArrival = undefined;
  }

  /** Returns the number of waiting requests for the next batch: at least the first one, whatever its size. */
  private together(): number {
    let size = 0;
    const end = this.waiting.findIndex(
      ({ request }) => (size += this.sizeOf(request)) > MAX_WRITES_PER_BATCH,
    );
    return end < 0 ? this.waiting.length : Math.max(1, end);
  }

  /**
   * A request that fails must not fail the others: the batch is halved until the failing request is alone. Without a database, and
   * after the deadline, all of them fail.
   */
  private async executeAll(items: readonly Waiting<Request, Result>[]): Promise<void> {
    // Requests that have ended are not started.
    for (const { work, reject } of items) if (work?.ended) reject(work.ended);
    const all = items.filter(({ work }) => work?.ended === undefined);
    if (all.length === 0) return;
    try {
      const requestedAt = Math.min(...all.map((member) => member.requestedAt));
      const keys = all.map(({ request }) => request);
      const work = jointWork(all.map((member) => member.work));
      const results = await runInWork(work, () => this.execute(keys, requestedAt));
      all.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (all.length === 1 || isOfAll(error)) for (const { reject } of all) reject(error);
      else for (const half of halvesOf(all)) await this.executeAll(half);
    }
  }
}

function isOfAll(error: unknown): boolean {
  return isDatabaseAway(error) || (error instanceof Failure && error.reason === 'UNAVAILABLE');
}

function halvesOf<Item>(all: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
}

/** The outcome of one write of a group: a failure, which has changed nothing, or its result and whether anything was stored. */
export type WriteOutcome<Result> = Failure | { readonly result: Result; readonly isStored: boolean };

/** The transaction of a group. */
export interface Group {
  readonly session: ClientSession;
  /** Number of the attempt, from 1. Earlier attempts failed because of conflicts. */
  readonly attempt: number;
}

/** A kind of write, of which one transaction stores many. */
export interface GroupedWrite<Request, Result> {
  /**
   * Stores all requests in few commands.
   *
   * @returns the outcomes, in the order of the requests
   * @throws Error when one of them cannot be stored and it is not known which: the group is halved then
   */
  readonly store: (requests: readonly Request[], group: Group) => Promise<readonly WriteOutcome<Result>[]>;
  /** Returns the number of writes that one request counts as; 1 by default. */
  readonly sizeOf?: (request: Request) => number;
}

interface Member {
  readonly write: GroupedWrite<unknown, unknown>;
  readonly request: unknown;
  readonly work: Work | undefined;
  readonly entry: PendingEntry | undefined;
}

interface GroupRules {
  readonly models: Pick<Models, 'audit' | 'system'>;
  readonly check?: Pick<CallerCheck, 'refusals'> | undefined;
  readonly markWritten?: ((claim: Claim, session: ClientSession) => Promise<void>) | undefined;
}

/**
 * Stores the writes of many requests in one transaction with one flush to disk: those that arrive while a transaction runs
 * share the next one, of whatever kind they are. Each keeps its own outcome, audit entry, claim and check of its session.
 */
export class GroupCommit {
  private readonly batcher: WriteBatcher<Member, WriteOutcome<unknown>>;
  private readonly lease: WriteLease;

  constructor(
    private readonly transact: Transact,
    private readonly rules: GroupRules,
  ) {
    this.lease = new WriteLease(rules.models);
    this.batcher = new WriteBatcher(
      (members, requestedAt) => this.storeAll(members, requestedAt),
      ({ write, request }) => write.sizeOf?.(request) ?? 1,
      this.lease,
    );
  }

  /** @returns a function that stores one request, with others, and resolves when it is on disk */
  writerOf<Request, Result>(write: GroupedWrite<Request, Result>): (request: Request) => Promise<Result> {
    return async (request) => {
      const entry = pendingEntry()?.take();
      let isStored = false;
      try {
        const outcome = await this.batcher.add({ write, request, work: currentWork(), entry } as Member);
        if (outcome instanceof Failure) throw outcome;
        ({ isStored } = outcome);
        return outcome.result as Result;
      } finally {
        entry?.settle(isStored);
      }
    };
  }

  private storeAll(
    members: readonly Member[],
    requestedAt: number,
  ): Promise<readonly WriteOutcome<unknown>[]> {
    let attempt = 0;
    return this.transact(async (session) => {
      // The transaction begins with its first command, so it does not last while this process waits.
      if (++attempt > CONFLICTS_BEFORE_LEASE) await runDetached(() => this.lease.acquireAfterConflict());
      const outcomes = await outcomesOf(members, { session, attempt });
      const [only] = outcomes;
      if (outcomes.length === 1 && only instanceof Failure) throw only;
      const stored = members.filter((_, at) => isStored(outcomes[at]));
      await storeEntries(
        this.rules.models,
        stored.flatMap(({ entry }) => entry ?? []),
        session,
      );
      // The transaction of a single request checks its claim and session itself.
      if (new Set(members.map(({ work }) => work)).size > 1) await this.checkAll(stored, session);
      return outcomes;
    }, requestedAt);
  }

  /** Checks the claim and session of each request in the transaction. A failing one must not store the others. */
  private async checkAll(stored: readonly Member[], session: ClientSession): Promise<void> {
    const works = [...new Set(stored.flatMap(({ work }) => work ?? []))];
    for (const { claim } of works) if (claim) await this.rules.markWritten?.(claim, session);
    const writers = works.flatMap(({ writer }) => writer ?? []);
    const refusals = await this.rules.check?.refusals(writers);
    if (refusals && refusals.size > 0)
      throw new Error('One writer of the group is no longer allowed to write');
  }
}

async function outcomesOf(
  members: readonly Member[],
  group: Group,
): Promise<readonly WriteOutcome<unknown>[]> {
  const outcomes = new Map<Member, WriteOutcome<unknown> | undefined>();
  for (const [write, sameWrite] of grouped(members, (member) => member.write)) {
    const requests = sameWrite.map(({ request }) => request);
    const stored = await write.store(requests, group);
    for (const [at, member] of sameWrite.entries()) outcomes.set(member, stored[at]);
  }
  return members.map((member) => {
    const outcome = outcomes.get(member);
    if (!outcome) throw new Error('A write of a group has no outcome');
    return outcome;
  });
}

function isStored(outcome: WriteOutcome<unknown> | undefined): boolean {
  return outcome !== undefined && !(outcome instanceof Failure) && outcome.isStored;
}
