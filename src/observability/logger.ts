import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import type { Config } from '../config/load-config';

/** Keys whose values never reach a log line, however they are spelled: app_token, passwordHash, x-access-token … */
const SECRET_KEY = /pass(word|wd|phrase)|token|secret|authorization|basic-?auth|cookie/i;

/** Deeper values are dropped: a log line has no use for them, and a cycle would have no end. */
const MAX_DEPTH = 8;

/** Replaces a secret. */
export const HIDDEN = '[hidden]';

/**
 * A copy of what is to be logged, with every secret replaced, at any depth.
 * Errors pass as they are: they are written by their own serialiser.
 */
function redacted(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactedEntries(fields, 0);
}

function redactedEntries(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      SECRET_KEY.test(key) ? HIDDEN : redactedValue(value, depth + 1),
    ]),
  );
}

function redactedValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date)
    return value;
  if (depth > MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => redactedValue(item, depth + 1));
  return redactedEntries(value, depth);
}

const STDOUT = 1;

/** Number of bytes that a pipe writes atomically (PIPE_BUF), so that lines of several processes are not mixed. */
const ATOMIC_WRITE_BYTES = 4096;

/** Time for which lines are dropped after a failed write, in milliseconds. */
const DROPPING_MS = 5000;

/**
 * Standard output, written without blocking the requests; what is left is flushed when the process exits. Where it takes nothing,
 * as a file on a full disk, lines are dropped for some seconds: a server must not end, or wait, for its log.
 */
class LogLines implements DestinationStream {
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
      dest: STDOUT,
      sync: false,
      ...(this.isAlone ? {} : { maxWrite: ATOMIC_WRITE_BYTES }),
    });
    return lines.on('error', () => {
      // A destination that is destroyed is not flushed at the exit, which would try forever.
      lines.destroy();
      this.lines = undefined;
      this.brokenUntil = performance.now() + DROPPING_MS;
    });
  }
}

export type Logger = PinoLogger;

/** Bindings of a child logger pass no formatter, only the serialisers of their keys. */
const HIDDEN_BINDINGS = Object.fromEntries(
  ['authorization', 'x-access-token', 'basic-auth', 'cookie', 'password', 'token'].map((key) => [
    key,
    () => HIDDEN,
  ]),
);

/**
 * The log of the process: one JSON object a line, on standard output, secrets hidden at any depth.
 *
 * @param destination where lines go; standard output unless a test gives another
 */
export function createLogger(
  config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'workers'>>,
  destination?: DestinationStream,
): Logger {
  const lines = destination ?? new LogLines((config.workers ?? 1) === 1);
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redacted },
      serializers: { ...HIDDEN_BINDINGS, err: errorFields },
    },
    lines,
  );
}

/** Only these: other members of an error can hold the raw request, passwords included. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'A value that is not an Error was thrown' };
  return { type: error.name, message: error.message, stack: error.stack };
}
