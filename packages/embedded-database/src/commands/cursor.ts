import type { Long, Timestamp } from 'bson';
import { CommandError } from '../errors';
import type { Operation } from '../operation';
import type { Transaction } from '../store/transactions/transaction';

/** Bytes of documents in one batch. Source: MongoDB's manual on cursor batches. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/** Documents for a client, and undefined wherever the reader may yield before the next document is found. */
export type Source = Iterator<Buffer | undefined>;

export interface CursorOptions {
  readonly namespace: string;
  /** @param isDue whether the command that reads should yield */
  readonly open: (isDue: () => boolean) => Source;
  readonly transaction: Transaction | undefined;
  /** The cluster time, for a client that may request the same snapshot again. */
  readonly atClusterTime?: Timestamp;
  /** Called once when the cursor ends, for any reason. */
  readonly release: () => void;
}

/** A result that is read in batches, each by a separate command. */
export class Cursor {
  isInUse = true;
  usedAt = Date.now();
  /** Remainder of the `maxTimeMS` of the command that opened the cursor, for later batches, in milliseconds. */
  timeLeft = Infinity;
  private readonly source: Source;
  private ahead: Buffer | undefined;
  private isOver = false;
  private isClosed = false;

  constructor(
    readonly options: CursorOptions,
    readonly id: Long,
    private operation: Operation,
  ) {
    this.source = options.open(() => this.operation.isDue);
  }

  get isExhausted(): boolean {
    return this.isOver && this.ahead === undefined;
  }

  /** @throws CommandError MaxTimeMSExpired; ClientDisconnect; CursorNotFound if it was closed during the read */
  async next(size: number, operation: Operation): Promise<Buffer[]> {
    this.operation = operation;
    operation.begin();
    try {
      return await this.batch(size, operation);
    } finally {
      operation.pause();
      this.timeLeft = operation.timeLeft;
    }
  }

  private async batch(size: number, operation: Operation): Promise<Buffer[]> {
    const batch: Buffer[] = [];
    let bytes = 0;
    operation.check();
    while (!this.isOver) {
      this.assertOpen();
      // One document is read ahead, so that the last batch is known as the last.
      if (this.ahead) {
        if (batch.length >= size || (bytes > 0 && bytes + this.ahead.length > MAX_BATCH_BYTES)) return batch;
        bytes += this.ahead.length;
        batch.push(this.ahead);
      }
      this.ahead = this.pull();
      if (operation.isDue) await operation.yield();
    }
    this.assertOpen();
    return batch;
  }

  /** It may have been closed while other commands ran, so its result is incomplete. */
  private assertOpen(): void {
    if (this.isClosed) throw new CommandError('CursorNotFound', `cursor id ${this.id.toString()} was closed`);
  }

  private pull(): Buffer | undefined {
    const step = this.source.next();
    if (step.done !== true) return step.value;
    this.isOver = true;
    return undefined;
  }

  end(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.isOver = true;
    this.ahead = undefined;
    this.source.return?.();
    this.options.release();
  }
}
