import type { ServerResponse } from 'node:http';
import type { Handler } from '../../shared/http';
import { onceAnswered } from '../once-answered';

/** Bytes that a process keeps for slow lines, all together: eight of the largest bodies. */
const MOST_BYTES = 128 * 1_048_576;

/**
 * What is kept for the lines of clients: bodies that have not come whole, and answers that have not been taken. Slow lines hold
 * nobody up but themselves, and where all of them together keep too much, the connection that began first ends.
 */
export class Backlog {
  private readonly kept = new Map<ServerResponse, number>();
  private bytes = 0;

  constructor(private readonly most: number = MOST_BYTES) {}

  /** @param response says whose line it is */
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

/** So long, in milliseconds, nothing of an answer may be taken; Node looks whether anything was. */
const STALLED_MS = 20_000;

export interface SlowReaderOptions {
  readonly backlog: Backlog;
  /** Milliseconds; the usual limit when absent. */
  readonly stalledMs?: number | undefined;
}

/** Ends connections that do not take their answers: each keeps memory, and is asked for in a moment. */
export function slowReaders({ backlog, stalledMs = STALLED_MS }: SlowReaderOptions): Handler {
  return (_request, response, next) => {
    // Work takes as long as it takes: only what is there and not taken counts.
    response.setTimeout(stalledMs, () => {
      if (response.writableLength > 0) response.destroy();
    });
    onceAnswered(response, () => {
      process.nextTick(keepUntaken, backlog, response);
    });
    next();
  };
}

function keepUntaken(backlog: Backlog, response: ServerResponse): void {
  backlog.keep(response, response.writableLength);
}
