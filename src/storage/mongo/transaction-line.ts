/** So many transactions in a line are a burst of writes; fewer take no time unless something is wrong. */
const LONG_LINE = 10;

/** The transactions of a process that wait for their turn, and how they go on. */
export class TransactionLine {
  private waiting = 0;
  private storedAt = -Infinity;
  private storedBefore = -Infinity;

  join(): void {
    this.waiting++;
  }

  begin(): void {
    this.waiting--;
  }

  store(): void {
    [this.storedBefore, this.storedAt] = [this.storedAt, performance.now()];
  }

  /** Whether one was stored in so many milliseconds before now. */
  hasStoredWithin(ms: number): boolean {
    return performance.now() - this.storedAt <= ms;
  }

  /** Whether there is a long line that moves: one after the other is stored, in steps of at most so many milliseconds. */
  isMoving(ms: number): boolean {
    return this.waiting >= LONG_LINE && this.hasStoredWithin(ms) && this.storedAt - this.storedBefore <= ms;
  }
}
