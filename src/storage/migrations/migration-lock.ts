import { randomUUID } from 'node:crypto';
import { trusted } from 'mongoose';
import { isDuplicateKey } from '../mongo/database-error';
import type { Models } from '../models';
import type { SystemRecord } from '../records';

/** Lifetime of a lock without renewal, in milliseconds: a killed migration blocks others for at most this time. */
const LEASE_MS = 15_000;

/** The record in `system` that represents the lock. */
export const LOCK = 'migration-lock';

/** The record that represents the lock of reindexing, which runs while gateways start and migrate. */
export const REINDEX_LOCK = 'reindex-lock';

/** Lets one process do its work at a time. The lock is a lease, renewed while the work runs. */
export class MigrationLock {
  private readonly owner = randomUUID();
  /** The lease of another process, and since when it has been seen unchanged, in milliseconds of `performance.now()`. */
  private seen: { readonly until: number; readonly since: number } | undefined;

  constructor(
    private readonly system: Models['system'],
    private readonly _id: string = LOCK,
  ) {}

  /** Tries to take the lock; `false` when another process holds it. */
  async take(): Promise<boolean> {
    const now = Date.now();
    try {
      await this.system.updateOne(
        { _id: this._id, until: trusted({ $lt: now }) },
        { $set: { owner: this.owner, until: now + LEASE_MS } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return this.takeOver();
      throw error;
    }
  }

  /**
   * Takes over a lease that was not renewed for its whole length, even if a fast clock gave it a later end. Only this process
   * measures the time, so differing clocks do not matter.
   */
  private async takeOver(): Promise<boolean> {
    const { until } = (await this.system.findOne({ _id: this._id }).lean<SystemRecord>()) ?? {};
    if (until === undefined) return false;
    if (this.seen?.until !== until) this.seen = { until, since: performance.now() };
    if (performance.now() - this.seen.since <= LEASE_MS) return false;
    const lease = { owner: this.owner, until: Date.now() + LEASE_MS };
    return (await this.system.updateOne({ _id: this._id, until }, { $set: lease })).matchedCount === 1;
  }

  /** Runs the work while it renews the lease, then releases the lock. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = setInterval(() => void this.renew().catch(() => undefined), LEASE_MS / 3);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await this.system.updateOne({ _id: this._id, owner: this.owner }, { $set: { until: 0 } });
    }
  }

  /** @throws Error when another process has taken over the lock */
  async confirm(): Promise<void> {
    const record = await this.system.findOne({ _id: this._id }).lean<SystemRecord>();
    if (record?.owner !== this.owner) throw new Error('another process has taken over this work on the data');
  }

  private async renew(): Promise<void> {
    await this.system.updateOne(
      { _id: this._id, owner: this.owner },
      { $set: { until: Date.now() + LEASE_MS } },
    );
  }
}
