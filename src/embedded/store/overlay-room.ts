import type { KeyRange } from './keys';

export interface Change {
  readonly key: Buffer;
  /** undefined: the key is removed. */
  readonly value: Buffer | undefined;
}

/** The changes of one room, by key. Keys are kept as latin1 text, whose order is the order of the bytes. */
export class OverlayRoom {
  private readonly changes = new Map<string, Change>();
  /** The keys in order; taken anew when keys have come since. */
  private ordered: readonly string[] | undefined;

  get all(): Iterable<Change> {
    return this.changes.values();
  }

  get(name: string): Change | undefined {
    return this.changes.get(name);
  }

  set(name: string, change: Change): void {
    if (!this.changes.has(name)) this.ordered = undefined;
    this.changes.set(name, change);
  }

  /** The changes of a stretch, in the order of their keys. */
  within({ from, to }: KeyRange): Change[] {
    this.ordered ??= [...this.changes.keys()].sort();
    const stretch = this.ordered.slice(firstFrom(this.ordered, from), firstFrom(this.ordered, to));
    return stretch.flatMap((name) => this.changes.get(name) ?? []);
  }
}

/** Where the first name that is not below a key stands. */
function firstFrom(names: readonly string[], key: Buffer): number {
  const sought = key.toString('latin1');
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] ?? '') < sought) low = middle + 1;
    else high = middle;
  }
  return low;
}
