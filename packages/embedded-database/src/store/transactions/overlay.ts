import { CommandError } from '../../errors';
import type { Entry, Memory, Reader, Writer } from '../access';
import { keyspaceOf, type KeyRange } from '../file/keys';
import type { Counted } from '../file/checksum';

/** Maximum size of all keys and values that one transaction changes, in bytes. */
const MAX_CHANGED_BYTES = 128 * 1024 * 1024;

export interface Change {
  readonly key: Buffer;
  /** Undefined if the key is removed. */
  readonly value: Buffer | undefined;
}

/** The changes of one keyspace. Most keyspaces are never read, so keys are sorted on the first read only. */
class Keyspace {
  /** Changes by key. Keys are Latin-1 strings, whose order is that of the bytes. */
  private readonly byName = new Map<string, Change>();
  /** Changes since the keyspace was last read, in their order. */
  private fresh: Change[] = [];
  /** The sorted keys. Rebuilt if keys were added since. */
  private ordered: readonly string[] | undefined;

  add(change: Change): void {
    this.fresh.push(change);
  }

  /** Applied in order, they have the effect of all added changes. */
  get all(): readonly Change[] {
    return [...this.byName.values(), ...this.fresh];
  }

  get(key: Buffer): Change | undefined {
    return this.known.get(key.toString('latin1'));
  }

  within({ from, to }: KeyRange): Change[] {
    const { known } = this;
    const ordered = (this.ordered ??= [...known.keys()].sort());
    const stretch = ordered.slice(firstFrom(ordered, from), firstFrom(ordered, to));
    return stretch.flatMap((name) => known.get(name) ?? []);
  }

  private get known(): ReadonlyMap<string, Change> {
    for (const change of this.fresh) {
      const name = change.key.toString('latin1');
      if (!this.byName.has(name)) this.ordered = undefined;
      this.byName.set(name, change);
    }
    if (this.fresh.length > 0) this.fresh = [];
    return this.byName;
  }
}

interface Growth {
  readonly collection: Counted;
  readonly by: number;
}

/** The changes of a transaction, over the snapshot that it reads. */
export class Overlay implements Writer {
  readonly isContended = false;
  readonly isChanging = true;
  /**
   * Changes by keyspace, the first four bytes of the keys. Each read is within one keyspace, and most keyspaces are
   * never read.
   */
  private readonly keyspaces = new Map<number, Keyspace>();
  private bytes = 0;
  /** Changes of the number of documents, by the keyspace of the collection. */
  private readonly growth = new Map<number, Growth>();

  constructor(
    private readonly snapshot: Reader,
    readonly claim: (keys: readonly Buffer[]) => void,
  ) {}

  get memory(): Memory {
    return this.snapshot.memory;
  }

  get all(): readonly Change[] {
    return [...this.keyspaces.values()].flatMap(({ all }) => all);
  }

  get isEmpty(): boolean {
    return this.keyspaces.size === 0;
  }

  get growths(): Iterable<Growth> {
    return this.growth.values();
  }

  get(key: Buffer): Buffer | undefined {
    const change = this.keyspaces.get(keyspaceOf(key))?.get(key);
    return change ? change.value : this.snapshot.get(key);
  }

  view(key: Buffer): Buffer | undefined {
    return this.get(key);
  }

  put(key: Buffer, value: Buffer): void {
    this.change({ key, value });
  }

  putLast(key: Buffer, value: () => Buffer): void {
    this.put(key, value());
  }

  remove(key: Buffer): void {
    this.change({ key, value: undefined });
  }

  countOf(collection: Counted): number {
    return this.snapshot.countOf(collection) + (this.growth.get(collection.keyspace)?.by ?? 0);
  }

  grow(collection: Counted, by: number): void {
    const before = this.growth.get(collection.keyspace)?.by ?? 0;
    this.growth.set(collection.keyspace, { collection, by: before + by });
  }

  piece(work: () => void): void {
    work();
  }

  private change(change: Change): void {
    this.bytes += change.key.length + (change.value?.length ?? 0);
    if (this.bytes > MAX_CHANGED_BYTES) {
      const message = `a transaction may change ${MAX_CHANGED_BYTES} bytes at most`;
      throw new CommandError('TransactionTooLarge', message);
    }
    const number = keyspaceOf(change.key);
    const keyspace = this.keyspaces.get(number) ?? new Keyspace();
    this.keyspaces.set(number, keyspace);
    keyspace.add(change);
  }

  /** Shows the changes as they are when the read begins. */
  *range(range: KeyRange, reverse = false): Generator<Entry> {
    const changes = this.keyspaces.get(keyspaceOf(range.from))?.within(range) ?? [];
    if (reverse) changes.reverse();
    let at = 0;
    for (const entry of this.snapshot.range(range, reverse)) {
      let change = changes[at];
      while (change && isBefore(change.key, entry.key, reverse)) {
        yield* shown(change);
        change = changes[++at];
      }
      if (change?.key.equals(entry.key)) {
        yield* shown(change);
        at++;
      } else {
        yield entry;
      }
    }
    for (const change of changes.slice(at)) yield* shown(change);
  }
}

/** The index of the first name that is not less than a key. */
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

function isBefore(left: Buffer, right: Buffer, reverse: boolean): boolean {
  const order = Buffer.compare(left, right);
  return reverse ? order > 0 : order < 0;
}

function* shown({ key, value }: Change): Generator<Entry> {
  if (value) yield { key, value };
}
