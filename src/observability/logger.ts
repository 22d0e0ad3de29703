import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import type { Config } from '../config/load-config';
import { LogLines } from './log-lines';
import { HIDDEN, redacted } from './redaction';

export type Logger = PinoLogger;

/** What a child logger is bound to passes no formatter, only the serialisers of its keys. */
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
  if (!(error instanceof Error)) return { message: 'Something that is no error was thrown' };
  return { type: error.name, message: error.message, stack: error.stack };
}
