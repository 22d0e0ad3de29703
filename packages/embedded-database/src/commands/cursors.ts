import { Long } from 'bson';
import { CommandError } from '../errors';
import type { Operation } from '../operation';
import { documentOf } from '../query/value';
import type { Reply } from '../wire/reply';
import { Cursor, type CursorOptions } from './cursor';

const FIRST_BATCH_DOCUMENTS = 101;
/** Lifetime of a cursor that is not read, in milliseconds. Source: cursorTimeoutMillis of MongoDB. */
const IDLE_CURSOR_MS = 10 * 60 * 1000;
/** Maximum number of open cursors. Each keeps a snapshot, and with it old pages of the file. */
const MAX_OPEN_CURSORS = 1000;

export interface Batch {
  /**
   * Number of documents of a batch. Defaults to 101 for the first batch. Later batches are limited by their bytes
   * alone.
   */
  readonly size: number | undefined;
  /** Whether the cursor ends with its first batch. */
  readonly isSingle: boolean;
  /** The command that requests the batch. */
  readonly operation: Operation;
}

/** The open cursors of all connections. */
export class Cursors {
  private readonly open = new Map<string, Cursor>();
  /** The last cursor identifier. It starts above those of earlier engines. */
  private last = Date.now() * 1000;

  /**
   * Begins a cursor and returns its first batch. It stays open only if there are more. @throws CommandError 96 if too
   * many cursors are open
   */
  begin(
    options: CursorOptions,
    { size = FIRST_BATCH_DOCUMENTS, isSingle, operation }: Batch,
  ): Promise<Reply> {
    const cursor = new Cursor(options, Long.fromNumber(++this.last), operation);
    options.transaction?.onEnd(() => {
      this.end(cursor);
    });
    return this.read(cursor, { size, isSingle, operation });
  }

  /** @throws CommandError CursorNotFound, CursorInUse; 50738 for a cursor of another transaction */
  async more(
    id: Long,
    { namespace, transaction }: Pick<CursorOptions, 'namespace' | 'transaction'>,
    { size = 0, operation }: Pick<Batch, 'size' | 'operation'>,
  ): Promise<Reply> {
    const cursor = this.open.get(id.toString());
    if (cursor?.options.namespace !== namespace) {
      throw new CommandError('CursorNotFound', `cursor id ${id.toString()} not found`);
    }
    if (cursor.isInUse) throw new CommandError('CursorInUse', `cursor id ${id.toString()} is already in use`);
    if (cursor.options.transaction !== transaction) {
      throw new CommandError(50738, `cursor id ${id.toString()} belongs to another transaction`);
    }
    operation.limit(cursor.timeLeft);
    return this.read(cursor, { size: size === 0 ? Infinity : size, operation });
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
    if (this.open.size >= MAX_OPEN_CURSORS)
      throw new CommandError(96, `More than ${MAX_OPEN_CURSORS} cursors are open`);
    this.open.set(cursor.id.toString(), cursor);
  }

  closeIdle(now: number): void {
    for (const [id, cursor] of this.open) {
      // A time in the future comes from a clock that was ahead.
      cursor.usedAt = Math.min(cursor.usedAt, now);
      if (!cursor.isInUse && cursor.usedAt < now - IDLE_CURSOR_MS) this.close(id);
    }
  }

  closeAll(): void {
    for (const id of this.open.keys()) this.close(id);
  }

  /** @param of `isSingle` tells whether the first batch is the only one; it is absent for later batches */
  private async read(
    cursor: Cursor,
    of: { readonly size: number; readonly isSingle?: boolean; readonly operation: Operation },
  ): Promise<Reply> {
    const { namespace, atClusterTime } = cursor.options;
    cursor.isInUse = true;
    try {
      const batch = await cursor.next(of.size, of.operation);
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
