import type { ServerResponse } from 'node:http';
import { type Handler, onceAnswered } from '../../shared/http';

/** Maximum number of bytes that a process buffers for slow clients: eight of the largest bodies. */
const MOST_BYTES = 128 * 1_048_576;

/**
 * Buffers of slow clients: bodies that have not fully arrived, and responses that have not been taken. Slow clients
 * delay nobody else. If all buffers together exceed the limit, the connection whose buffer began first is closed.
 */
export class BufferBudget {
  private readonly kept = new Map<ServerResponse, number>();
  private bytes = 0;

  constructor(private readonly most: number = MOST_BYTES) {}

  /** @param response identifies the connection */
  keep(response: ServerResponse, bytes: number): void {
    if (bytes <= 0 || response.req.socket.destroyed) return;
    const before = this.kept.get(response);
    if (before === undefined) {
      response.once('close', () => {
        this.drop(response);
      });
    }
    this.kept.set(response, (before ?? 0) + bytes);
    this.bytes += bytes;
    for (const [first] of this.kept) {
      if (this.bytes <= this.most) return;
      this.drop(first);
      first.req.socket.destroy();
    }
  }

  drop(response: ServerResponse): void {
    this.bytes -= this.kept.get(response) ?? 0;
    this.kept.delete(response);
  }
}

/** Time after which a response of which nothing was taken is aborted, in milliseconds. Node checks this. */
const STALLED_MS = 20_000;

export interface SlowReaderOptions {
  readonly bufferBudget: BufferBudget;
  /** Milliseconds. Defaults to the usual limit. */
  readonly stalledMs?: number | undefined;
}

/** Closes connections that do not take their responses, since each occupies memory. */
export function slowReaders({ bufferBudget, stalledMs = STALLED_MS }: SlowReaderOptions): Handler {
  return (_request, response, next) => {
    // Processing may take any time: only data that are ready and not taken count.
    response.setTimeout(stalledMs, () => {
      if (response.writableLength > 0) response.destroy();
    });
    onceAnswered(response, () => {
      process.nextTick(keepUntaken, bufferBudget, response);
    });
    next();
  };
}

function keepUntaken(bufferBudget: BufferBudget, response: ServerResponse): void {
  bufferBudget.keep(response, response.writableLength);
}
