import { CommandError } from '../errors';
import type { Entry, Reader, Steps, Writer } from './access';
import type { KeyRange } from './keys';
import { OverlayRoom, type Change } from './overlay-room';

/** Largest sum of keys and values that one transaction may change, in bytes. */
const MAX_CHANGED_BYTES = 128 * 1024 * 1024;

/** What a transaction has changed so far, laid over the snapshot it reads. */
export class Overlay implements Writer {
  /** By the first four bytes of the keys. Readings stay within a room, and most rooms are never read. */
  private readonly rooms = new Map<number, OverlayRoom>();
  private bytes = 0;

  constructor(
    private readonly snapshot: Reader,
    readonly claim: (keys: readonly Buffer[]) => Steps<boolean>,
  ) {}

  get all(): Iterable<Change> {
    return [...this.rooms.values()].flatMap((room) => [...room.all]);
  }

  get isEmpty(): boolean {
    return this.rooms.size === 0;
  }

  get(key: Buffer): Buffer | undefined {
    const change = this.rooms.get(roomOf(key))?.get(key.toString('latin1'));
    return change ? change.value : this.snapshot.get(key);
  }

  put(key: Buffer, value: Buffer): void {
    this.change({ key, value });
  }

  remove(key: Buffer): void {
    this.change({ key, value: undefined });
  }

  private change(change: Change): void {
    this.bytes += change.key.length + (change.value?.length ?? 0);
    if (this.bytes > MAX_CHANGED_BYTES) {
      throw new CommandError(
        'TransactionTooLarge',
        `a transaction may change ${MAX_CHANGED_BYTES} bytes at most`,
      );
    }
    const room = roomOf(change.key);
    const changes = this.rooms.get(room) ?? new OverlayRoom();
    this.rooms.set(room, changes);
    changes.set(change.key.toString('latin1'), change);
  }

  /** Shows the changes as they are when the reading begins. */
  *range(range: KeyRange, reverse: boolean): Generator<Entry> {
    const changes = this.rooms.get(roomOf(range.from))?.within(range) ?? [];
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

function roomOf(key: Buffer): number {
  return key.readUInt32BE(0);
}

function isBefore(left: Buffer, right: Buffer, reverse: boolean): boolean {
  const order = Buffer.compare(left, right);
  return reverse ? order > 0 : order < 0;
}

function* shown({ key, value }: Change): Generator<Entry> {
  if (value) yield { key, value };
}
