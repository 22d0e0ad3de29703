import pino, { type DestinationStream } from 'pino';

const STDOUT = 1;

/** What a pipe takes in one piece, in bytes: the lines of several processes that write to one are not mixed. */
const ONE_PIECE = 4096;

/** How long lines are dropped after one could not be written, in milliseconds. */
const PAUSE_MS = 5000;

/**
 * Standard output, written without blocking the requests; what is left is flushed when the process exits. Where it takes nothing,
 * as a file on a full disk, lines are dropped for some seconds: a server must not end, or wait, for its log.
 */
export class LogLines implements DestinationStream {
  private lines: ReturnType<typeof pino.destination> | undefined;
  private brokenUntil = 0;

  constructor(private readonly isAlone: boolean) {
    this.lines = this.opened();
  }

  write(line: string): void {
    if (this.lines === undefined && performance.now() >= this.brokenUntil) this.lines = this.opened();
    this.lines?.write(line);
  }

  private opened(): ReturnType<typeof pino.destination> {
    const lines = pino.destination({
      ...{ dest: STDOUT, sync: false },
      ...(this.isAlone ? {} : { maxWrite: ONE_PIECE }),
    });
    return lines.on('error', () => {
      // A destination that is destroyed is not flushed at the exit, which would try for ever.
      lines.destroy();
      this.lines = undefined;
      this.brokenUntil = performance.now() + PAUSE_MS;
    });
  }
}
