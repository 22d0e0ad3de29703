import { createLogger, type Logger } from '../../../src/observability/logger';

export interface MemoryLog {
  readonly logger: Logger;
  /** The lines so far, as they would stand on standard output. */
  readonly text: () => string;
  /** The lines so far, read as JSON. */
  readonly lines: () => Record<string, unknown>[];
}

export function memoryLog(): MemoryLog {
  let text = '';
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void (text += line) });
  const lines = (): Record<string, unknown>[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { logger, text: () => text, lines };
}
