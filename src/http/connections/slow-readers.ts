import type { ServerResponse } from 'node:http';
import type { Handler } from '../../shared/http';
import type { Backlog } from './backlog';
import { onceAnswered } from '../once-answered';

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
