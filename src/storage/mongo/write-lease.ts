import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { trusted } from 'mongoose';
import type { Models } from '../models';
import { wasStored } from './database-error';

/** The record in `system` that names the process that writes and the one that is next. */
export const WRITE_TURNS = 'write-turns';

/**
 * Maximum duration of a turn, in milliseconds. After that other processes no longer wait for its owner, which was killed or is
 * slow. It is also the longest wait for a turn.
 */
const TURN_MS = 1000;

/** Time for which a process takes turns after the last sign of another one that writes, in milliseconds. */
const CONTENDED_MS = 5000;

/** Minimum time between two looks of a busy process at who has the turn, in milliseconds. */
const LOOK_MS = 250;

/** Pause before a process asks again for its turn, in milliseconds, with up to as much again at random. */
const PAUSE_MS = 5;

/**
 * The turns of the processes that write to one database. Their transactions conflict in the counters of a dictionary and in the
 * lists of all dictionaries. If each of them only retried, the process that commits would win the next conflict too, and the
 * others would run into their deadlines.
 *
 * A process takes turns only for some seconds after it has noticed another one. One that writes alone sends no command for them,
 * except for a read now and then while it is busy. Turns only order the writers; the transactions alone keep the data correct. So
 * nothing here fails: without a database, or if the clocks of two machines differ, a process writes without waiting for its turn.
 */
export class WriteTurns {
  private readonly owner = randomUUID();
  private contendedUntil = -Infinity;
  private hasTurn = false;
  private enteredAt = -Infinity;
  private lookedAt = -Infinity;

  constructor(private readonly models: Pick<Models, 'system'>) {}

  /** Notes a conflict with another process, and waits for the turn of this one. */
  async enterAfterConflict(): Promise<void> {
    this.noteOthers();
    await this.enter();
  }

  /** Waits for the turn of this process, if other processes have written lately. */
  async enter(): Promise<void> {
    this.lookIfBusy();
    if (this.hasTurn || performance.now() > this.contendedUntil) return;
    const givesUpAt = performance.now() + TURN_MS;
    try {
      while (performance.now() < givesUpAt) {
        this.hasTurn = await this.take();
        if (this.hasTurn) return;
        this.noteOthers();
        await this.reserve();
        await sleep(PAUSE_MS * (1 + Math.random()));
      }
      await this.models.system.updateOne({ _id: WRITE_TURNS }, { $set: this.turn() });
      this.hasTurn = true;
    } catch {
      // The transaction reports what is wrong with the database.
    }
  }

  /** Ends the turn of this process, if it has one. */
  async leave(): Promise<void> {
    if (!this.hasTurn) return;
    this.hasTurn = false;
    try {
      await this.models.system.updateOne({ _id: WRITE_TURNS, owner: this.owner }, { $set: { until: 0 } });
    } catch {
      // The turn ends by itself.
    }
  }

  private noteOthers(): void {
    this.contendedUntil = performance.now() + CONTENDED_MS;
  }

  /**
   * Looks whether another process has the turn, while this one goes on. A process that always commits first has no conflict, so
   * it would not notice that others wait.
   */
  private lookIfBusy(): void {
    const now = performance.now();
    const isBusy = now - this.enteredAt < LOOK_MS;
    this.enteredAt = now;
    if (!isBusy || now - this.lookedAt < LOOK_MS) return;
    this.lookedAt = now;
    this.models.system.findOne({ _id: WRITE_TURNS, until: trusted({ $gt: Date.now() }) }).then(
      (turn) => {
        if (turn && turn.owner !== this.owner) this.noteOthers();
      },
      // The transaction reports what is wrong with the database.
      () => undefined,
    );
  }

  private turn() {
    return { owner: this.owner, until: Date.now() + TURN_MS, nextUntil: 0 };
  }

  /** Takes the turn if nobody has it and no other process is next. */
  private take(): Promise<boolean> {
    const isOver = trusted({ $lt: Date.now() });
    const isFree = { _id: WRITE_TURNS, until: isOver, $or: [{ next: this.owner }, { nextUntil: isOver }] };
    return wasStored(this.models.system.updateOne(isFree, { $set: this.turn() }, { upsert: true }).exec());
  }

  /** Makes this process the next one, unless another one is. */
  private async reserve(): Promise<void> {
    const now = Date.now();
    await this.models.system.updateOne(
      { _id: WRITE_TURNS, nextUntil: trusted({ $lt: now }) },
      { $set: { next: this.owner, nextUntil: now + TURN_MS } },
    );
  }
}
