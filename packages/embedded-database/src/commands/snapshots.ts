import { Timestamp } from 'bson';
import { CommandError } from '../errors';
import { tableOfNames } from '../profile/profile';
import { isDocument, type Document } from '../query/value';
import type { Snapshot } from '../store/access';
import type { Store } from '../store/store';

/** Time for which a snapshot can be requested after its last read. Source: minSnapshotHistoryWindowInSeconds of MongoDB. */
const SNAPSHOT_MS = 5 * 60 * 1000;
/** Maximum number of stored snapshots. Each keeps old pages of the file from being reused. */
const MAX_SNAPSHOTS_KEPT = 100;

interface HeldSnapshot {
  readonly reader: Snapshot;
  readonly time: Timestamp;
  usedAt: number;
}

/** The snapshots that sessions read again by their cluster time, one for each session. */
export class Snapshots {
  private readonly held = new Map<string, HeldSnapshot>();
  private last = 0;

  constructor(private readonly store: Store) {}

  /**
   * The snapshot of a session: a new one, or the one of the given time. The caller releases it.
   *
   * @throws CommandError SnapshotTooOld if it no longer exists, 96 if there are too many snapshots
   */
  share(session: string, at: Timestamp | undefined): Readonly<Pick<HeldSnapshot, 'reader' | 'time'>> {
    const held = at ? this.held.get(session) : this.take(session);
    if (!held || (at && !held.time.equals(at)))
      throw new CommandError('SnapshotTooOld', 'the snapshot of this cluster time is no longer available');
    held.usedAt = Date.now();
    return { reader: held.reader.share(), time: held.time };
  }

  /** Keeps the session's snapshot no longer than its cursors need it. */
  forget(session: string): void {
    this.held.get(session)?.reader.release();
    this.held.delete(session);
  }

  /** Releases snapshots that were not read for this time. A cursor that still reads one requests it again. */
  forgetOld(now: number): void {
    for (const [session, held] of this.held) {
      // A time in the future comes from a clock that was ahead.
      if (held.reader.isShared || held.usedAt > now) held.usedAt = now;
      else if (held.usedAt < now - SNAPSHOT_MS) this.forget(session);
    }
  }

  forgetAll(): void {
    for (const session of this.held.keys()) this.forget(session);
  }

  private take(session: string): HeldSnapshot {
    this.forget(session);
    if (this.held.size >= MAX_SNAPSHOTS_KEPT)
      throw new CommandError(96, `More than ${MAX_SNAPSHOTS_KEPT} snapshots are kept`);
    const time = new Timestamp({ t: Math.floor(Date.now() / 1000), i: ++this.last });
    const held = { reader: this.store.snapshot(), time, usedAt: Date.now() };
    this.held.set(session, held);
    return held;
  }
}

/** A requested snapshot: a new one that can be read again, or the one of time `at`. */
export interface SnapshotRequest {
  readonly at: Timestamp | undefined;
}

const READ_LEVELS = tableOfNames('read concern', ['snapshot']);

/** The reads that MongoDB answers from a snapshot outside transactions. The driver repeats its time with each getMore. */
const SNAPSHOT_COMMANDS = ['find', 'aggregate', 'getMore'];

/**
 * Returns the snapshot that a command requests; undefined if it accepts any.
 *
 * @throws CommandError for a read concern that this engine cannot honour
 */
export function snapshotRequestIn(body: Document): SnapshotRequest | undefined {
  const concern = body.get('readConcern');
  if (!isDocument(concern) || concern.size === 0) return undefined;
  const { level, atClusterTime: at, ...others } = Object.fromEntries(concern);
  const isInTransaction = body.has('autocommit');
  const isRead = SNAPSHOT_COMMANDS.some((name) => body.has(name)) && !isInTransaction;
  const [other] = Object.keys(others);
  if (other !== undefined) throw notHonoured(other);
  if (typeof level !== 'string' || !READ_LEVELS.get(level)) throw notHonoured('level');
  // Writes of a session that reads one snapshot would not be visible in it.
  if (!isRead && !isInTransaction) throw notHonoured('level');
  if (at === undefined) return { at };
  if (at instanceof Timestamp && isRead) return { at };
  throw notHonoured('atClusterTime');
}

function notHonoured(name: string): CommandError {
  const message = `readConcern.${name} is outside the profile of the embedded database`;
  return new CommandError('InvalidOptions', message);
}
