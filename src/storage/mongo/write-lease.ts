import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { trusted } from 'mongoose';
import type { Models } from '../models';
import { wasStored } from './database-error';

/** The record in `system` that names the process that holds the lease and the one that is next. */
export const WRITE_LEASE = 'write-turns';

/**
 * Duration of a lease, in milliseconds. After that other processes no longer wait for its holder, which was killed or is slow. It
 * is also the longest wait for a lease.
 */
const LEASE_MS = 1000;

/** Time for which a process uses leases after the last sign of another one that writes, in milliseconds. */
const CONTENDED_MS = 5000;

/** Minimum time between two checks by a busy process whether another one holds the lease, in milliseconds. */
const CHECK_MS = 250;

/** Pause before a process requests the lease again, in milliseconds, with up to as much again at random. */
const PAUSE_MS = 5;

/**
 * The right to write, which the processes of one database hold in turn, each for a short time. Their transactions conflict in the
 * counters of a dictionary and in the lists of all dictionaries. If each of them only retried, the process that commits would win
 * the next conflict too, and the others would run into their deadlines.
 *
 * A process uses leases only for some seconds after it has noticed another one. One that writes alone sends no command for them,
 * except for a read now and then while it is busy. Leases only order the writers; the transactions alone keep the data correct. So
 * nothing here fails: without a database, or if the clocks of two machines differ, a process writes without a lease.
 */
export class WriteLease {
  private readonly owner = randomUUID();
  private contendedUntil = -Infinity;
  private isHolder = false;
  private acquiredAt = -Infinity;
  private checkedAt = -Infinity;

  constructor(private readonly models: Pick<Models, 'system'>) {}

  /** Notes a conflict with another process, and waits for the lease. */
  async acquireAfterConflict(): Promise<void> {
    this.noteContention();
    await this.acquire();
  }

  /** Waits for the lease, if other processes have written lately. */
  async acquire(): Promise<void> {
    this.checkIfBusy();
    if (this.isHolder || performance.now() > this.contendedUntil) return;
    const givesUpAt = performance.now() + LEASE_MS;
    try {
      while (performance.now() < givesUpAt) {
        this.isHolder = await this.tryAcquire();
        if (this.isHolder) return;
        this.noteContention();
        await this.reserve();
        await sleep(PAUSE_MS * (1 + Math.random()));
      }
      await this.models.system.updateOne({ _id: WRITE_LEASE }, { $set: this.lease() });
      this.isHolder = true;
    } catch {
      // The transaction reports what is wrong with the database.
    }
  }

  /** Ends the lease of this process, if it holds one. */
  async release(): Promise<void> {
    if (!this.isHolder) return;
    this.isHolder = false;
    try {
      await this.models.system.updateOne({ _id: WRITE_LEASE, owner: this.owner }, { $set: { until: 0 } });
    } catch {
      // The lease expires.
    }
  }

  private noteContention(): void {
    this.contendedUntil = performance.now() + CONTENDED_MS;
  }

  /**
   * Checks whether another process holds the lease, while this one goes on. A process that always commits first has no conflict, so
   * it would not notice that others wait.
   */
  private checkIfBusy(): void {
    const now = performance.now();
    const isBusy = now - this.acquiredAt < CHECK_MS;
    this.acquiredAt = now;
    if (!isBusy || now - this.checkedAt < CHECK_MS) return;
    this.checkedAt = now;
    this.models.system.findOne({ _id: WRITE_LEASE, until: trusted({ $gt: Date.now() }) }).then(
      (lease) => {
        if (lease && lease.owner !== this.owner) this.noteContention();
      },
      // The transaction reports what is wrong with the database.
      () => undefined,
    );
  }

  private lease() {
    return { owner: this.owner, until: Date.now() + LEASE_MS, nextUntil: 0 };
  }

  /** Takes the lease if nobody holds it and no other process is next. */
  private tryAcquire(): Promise<boolean> {
    const isOver = trusted({ $lt: Date.now() });
    const isFree = { _id: WRITE_LEASE, until: isOver, $or: [{ next: this.owner }, { nextUntil: isOver }] };
    return wasStored(this.models.system.updateOne(isFree, { $set: this.lease() }, { upsert: true }).exec());
  }

  /** Makes this process the next one, unless another one is. */
  private async reserve(): Promise<void> {
    const now = Date.now();
    await this.models.system.updateOne(
      { _id: WRITE_LEASE, nextUntil: trusted({ $lt: now }) },
      { $set: { next: this.owner, nextUntil: now + LEASE_MS } },
    );
  }
}
