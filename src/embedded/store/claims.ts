import type { ClaimedKey } from './access';

/**
 * Which open transaction has claimed which keys, and who waits for them. Transactions never wait for each other (the
 * second one fails at once), so that no two can wait in a circle; plain writes wait and claim nothing.
 */
export class Claims {
  private readonly owners = new Map<ClaimedKey, object>();
  private readonly waiting = new Map<ClaimedKey, Set<() => void>>();

  ownerOf(key: ClaimedKey): object | undefined {
    return this.owners.get(key);
  }

  take(key: ClaimedKey, owner: object): void {
    this.owners.set(key, owner);
  }

  /** Frees the keys and wakes those who wait for them. */
  release(keys: Iterable<ClaimedKey>): void {
    for (const key of keys) {
      this.owners.delete(key);
      const waiters = this.waiting.get(key);
      this.waiting.delete(key);
      for (const wake of waiters ?? []) wake();
    }
  }

  /** Calls `wake` once the key is free. @returns how to stop waiting */
  wait(key: ClaimedKey, wake: () => void): () => void {
    const waiters = this.waiting.get(key) ?? new Set();
    this.waiting.set(key, waiters.add(wake));
    return () => waiters.delete(wake);
  }
}

export function claimName(key: Buffer): ClaimedKey {
  return key.toString('latin1');
}
