/**
 * The keys that open transactions have claimed, and the writes that wait for them. Transactions never wait for each
 * other (the second one fails immediately), so there are no deadlocks. Plain writes wait and claim nothing.
 */
export class Claims {
  private readonly owners = new Map<string, object>();
  private readonly waiting = new Map<string, Set<() => void>>();

  get isEmpty(): boolean {
    return this.owners.size === 0;
  }

  ownerOf(key: string): object | undefined {
    return this.owners.get(key);
  }

  take(key: string, owner: object): void {
    this.owners.set(key, owner);
  }

  /** Releases the keys and wakes the commands that wait for them. */
  release(keys: Iterable<string>): void {
    for (const key of keys) {
      this.owners.delete(key);
      const waiters = this.waiting.get(key);
      this.waiting.delete(key);
      for (const wake of waiters ?? []) wake();
    }
  }

  /** Calls `wake` once the key is free. */
  wait(key: string, wake: () => void): void {
    if (!this.owners.has(key)) {
      wake();
      return;
    }
    const waiters = this.waiting.get(key) ?? new Set();
    this.waiting.set(key, waiters.add(wake));
  }
}

export function claimName(key: Buffer): string {
  return key.toString('latin1');
}
