import { Timestamp } from 'bson';
import { CommandError } from '../errors';
import { tableOfNames } from '../profile';
import { isDocument, type Document } from '../query/value';
import type { Snapshot } from '../store/access';
import type { Store } from '../store/store';

/** How long a snapshot can be asked for after it was last read. Source: minSnapshotHistoryWindowInSeconds of MongoDB. */
const KEPT_MILLISECONDS = 5 * 60 * 1000;
/** Each one keeps old pages of the file from being used again. */
const MAX_KEPT = 100;

/** A share in a snapshot that outlives one reading. */
export interface SharedSnapshot {
  readonly reader: Snapshot;
  /** How it is asked for again; absent when it is for one reading alone. */
  readonly time?: Timestamp;
  readonly release: () => void;
}

interface Kept {
  readonly reader: Snapshot;
  readonly time: Timestamp;
  readonly timer: NodeJS.Timeout;
  shares: number;
}

/** The snapshots that sessions read again by their cluster time, one for each session. */
export class Snapshots {
  private readonly kept = new Map<string, Kept>();
  private last = 0;

  constructor(private readonly store: Store) {}

  /**
   * A share in the snapshot of the session: a new one, or the one of the time that is given.
   *
   * @throws CommandError SnapshotTooOld when it is gone, 96 when too many are kept
   */
  share(session: string, at: Timestamp | undefined): SharedSnapshot {
    const kept = at ? this.kept.get(session) : this.take(session);
    if (!kept || (at && !kept.time.equals(at)))
      throw new CommandError('SnapshotTooOld', 'the snapshot of this cluster time is not kept any more');
    kept.timer.refresh();
    kept.shares += 1;
    return {
      reader: kept.reader,
      time: kept.time,
      release: () => {
        if (this.kept.get(session) === kept) kept.timer.refresh();
        giveBack(kept);
      },
    };
  }

  /** Keeps the session's snapshot no longer than its cursors need it. */
  forget(session: string): void {
    const kept = this.kept.get(session);
    if (!kept) return;
    this.kept.delete(session);
    clearTimeout(kept.timer);
    giveBack(kept);
  }

  forgetAll(): void {
    for (const session of [...this.kept.keys()]) this.forget(session);
  }

  private take(session: string): Kept {
    this.forget(session);
    if (this.kept.size >= MAX_KEPT) throw new CommandError(96, `More than ${MAX_KEPT} snapshots are kept`);
    this.last += 1;
    const kept: Kept = {
      reader: this.store.snapshot(),
      time: new Timestamp({ t: Math.floor(Date.now() / 1000), i: this.last }),
      timer: setTimeout(() => {
        // What a cursor still reads will be asked for again.
        if (kept.shares > 1) kept.timer.refresh();
        else this.forget(session);
      }, KEPT_MILLISECONDS),
      shares: 1,
    };
    this.kept.set(session, kept);
    return kept;
  }
}

/** What a command says of the snapshot it wants to read; undefined when any will do. */
export function snapshotAsked(body: Document): { readonly at: Timestamp | undefined } | undefined {
  const concern = body.get('readConcern');
  if (!isDocument(concern) || concern.get('level') !== 'snapshot') return undefined;
  const at = concern.get('atClusterTime');
  return { at: at instanceof Timestamp ? at : undefined };
}

const READ_LEVELS = tableOfNames('read concern', ['snapshot']);

/** @throws CommandError for a read concern that this engine cannot honour */
export function assertReadConcern(body: Document): void {
  const concern = body.get('readConcern');
  for (const [name, value] of isDocument(concern) ? concern : []) {
    if (name === 'atClusterTime' && value instanceof Timestamp && isSnapshotRead(body)) continue;
    if (name === 'level' && typeof value === 'string' && READ_LEVELS.get(value)) continue;
    throw new CommandError(
      'InvalidOptions',
      `readConcern.${name} is outside the profile of the embedded database`,
    );
  }
}

/** The reads that MongoDB answers from a snapshot outside transactions. The driver repeats its time with each getMore. */
function isSnapshotRead(body: Document): boolean {
  const isReading = ['find', 'aggregate', 'getMore'].some((name) => body.has(name));
  return isReading && !body.has('autocommit') && snapshotAsked(body) !== undefined;
}

function giveBack(kept: Kept): void {
  kept.shares -= 1;
  if (kept.shares === 0) kept.reader.release();
}
