import { setImmediate } from 'node:timers/promises';
import { Long, type Timestamp } from 'bson';
import { CommandError } from '../errors';
import { documentOf } from '../query/value';
import type { Transaction } from '../store/transaction';
import type { Reply } from '../wire/reply';

/** Bytes of documents in one batch. Source: MongoDB's manual on cursor batches. */
const BATCH_BYTES = 16 * 1024 * 1024;
const FIRST_BATCH = 101;
/** Life of a cursor that nobody reads, in milliseconds. Source: cursorTimeoutMillis of MongoDB. */
const IDLE_MILLISECONDS = 10 * 60 * 1000;
/** Each open cursor keeps a snapshot, and with it old pages of the file. */
const MAX_OPEN = 1000;
/** How long a command reads before others have their turn. */
const TURN_MILLISECONDS = 20;

/** Documents on their way to a client; undefined where none was found for a while. */
export type Source = Iterator<Buffer | undefined>;

export interface CursorOptions {
  readonly namespace: string;
  readonly source: Source;
  readonly transaction: Transaction | undefined;
  /** Told to a client that may ask for the same snapshot again. */
  readonly atClusterTime?: Timestamp;
  /** Called once when the cursor ends, for whatever reason. */
  readonly release: () => void;
}

export interface Batch {
  /** Absent: 101 documents in the first batch, and no bound but the bytes in later ones. */
  readonly size: number | undefined;
  /** Whether the cursor ends with its first batch. */
  readonly isSingle: boolean;
}

class Cursor {
  isInUse = true;
  usedAt = Date.now();
  private ahead: Buffer | undefined;
  private isOver = false;
  private isClosed = false;

  constructor(
    readonly options: CursorOptions,
    readonly id: Long,
  ) {}

  get isExhausted(): boolean {
    return this.isOver && this.ahead === undefined;
  }

  async next(size: number): Promise<Buffer[]> {
    const batch: Buffer[] = [];
    let bytes = 0;
    let turn = performance.now() + TURN_MILLISECONDS;
    while (!this.isOver) {
      this.assertOpen();
      // One document is read ahead, so that the last batch is known as the last.
      if (this.ahead) {
        if (batch.length >= size || (bytes > 0 && bytes + this.ahead.length > BATCH_BYTES)) return batch;
        bytes += this.ahead.length;
        batch.push(this.ahead);
      }
      this.ahead = this.pull();
      if (performance.now() < turn) continue;
      await setImmediate();
      turn = performance.now() + TURN_MILLISECONDS;
    }
    this.assertOpen();
    return batch;
  }

  /** It may have been closed while others had their turn: what it has read so far is not all there is. */
  private assertOpen(): void {
    if (this.isClosed) throw new CommandError('CursorNotFound', `cursor id ${this.id.toString()} was closed`);
  }

  private pull(): Buffer | undefined {
    const step = this.options.source.next();
    if (step.done !== true) return step.value;
    this.isOver = true;
    return undefined;
  }

  end(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.isOver = true;
    this.ahead = undefined;
    this.options.source.return?.();
    this.options.release();
  }
}

/** The open cursors of all connections. */
export class Cursors {
  private readonly open = new Map<string, Cursor>();
  /** Not one that an engine before this has given out. */
  private last = Date.now() * 1000;

  /** Begins a cursor and gives its first batch. It stays open only when there is more. @throws CommandError 96 when too many do */
  begin(options: CursorOptions, { size = FIRST_BATCH, isSingle }: Batch): Promise<Reply> {
    const cursor = new Cursor(options, Long.fromNumber(++this.last));
    options.transaction?.onEnd(() => {
      this.end(cursor);
    });
    return this.read(cursor, { size, isSingle });
  }

  /** @throws CommandError CursorNotFound, CursorInUse; 50738 for a cursor of another transaction */
  async more(
    id: Long,
    { namespace, transaction }: Pick<CursorOptions, 'namespace' | 'transaction'>,
    size = 0,
  ): Promise<Reply> {
    const cursor = this.open.get(id.toString());
    if (cursor?.options.namespace !== namespace) {
      throw new CommandError('CursorNotFound', `cursor id ${id.toString()} not found`);
    }
    if (cursor.isInUse) throw new CommandError('CursorInUse', `cursor id ${id.toString()} is already in use`);
    if (cursor.options.transaction !== transaction) {
      throw new CommandError(50738, `cursor id ${id.toString()} belongs to another transaction`);
    }
    return this.read(cursor, { size: size === 0 ? Infinity : size });
  }

  /** @returns whether it was open */
  close(id: string): boolean {
    const cursor = this.open.get(id);
    if (cursor) this.end(cursor);
    return cursor !== undefined;
  }

  private end(cursor: Cursor): void {
    this.open.delete(cursor.id.toString());
    cursor.end();
  }

  private keep(cursor: Cursor): void {
    if (this.open.size >= MAX_OPEN) throw new CommandError(96, `More than ${MAX_OPEN} cursors are open`);
    this.open.set(cursor.id.toString(), cursor);
  }

  closeIdle(now: number): void {
    for (const [id, { isInUse, usedAt }] of this.open) {
      if (!isInUse && usedAt < now - IDLE_MILLISECONDS) this.close(id);
    }
  }

  closeAll(): void {
    for (const id of this.open.keys()) this.close(id);
  }

  /** @param of whether the batch is the only one; absent for a later one */
  private async read(
    cursor: Cursor,
    of: { readonly size: number; readonly isSingle?: boolean },
  ): Promise<Reply> {
    const { namespace, atClusterTime } = cursor.options;
    cursor.isInUse = true;
    try {
      const batch = await cursor.next(of.size);
      const isOver = cursor.isExhausted || of.isSingle === true;
      const isFirst = of.isSingle !== undefined;
      if (isOver) this.end(cursor);
      else if (isFirst) this.keep(cursor);
      const id = documentOf({
        id: isOver ? Long.ZERO : cursor.id,
        ns: namespace,
        atClusterTime: isFirst ? atClusterTime : undefined,
      });
      return { fields: new Map(), cursor: { id, batchName: isFirst ? 'firstBatch' : 'nextBatch', batch } };
    } catch (error) {
      this.end(cursor);
      throw error;
    } finally {
      cursor.isInUse = false;
      cursor.usedAt = Date.now();
    }
  }
}
