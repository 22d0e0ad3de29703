import { SingleBar } from 'cli-progress';

/** Interval between two plain lines of progress, in milliseconds. */
const LINE_EVERY_MS = 2000;

/** Shows progress: a bar on a terminal, otherwise a line from time to time. */
export interface Progress {
  /** @param total the final value of `done`, in any unit */
  readonly begins: (name: string, total: number) => void;
  readonly proceeds: (done: number, amount: number, name?: string) => void;
  readonly ends: () => void;
  readonly says: (line: string) => void;
}

/** @param things the unit of `amount`, such as "articles" */
export function progressOn(stream: NodeJS.WriteStream, things: string): Progress {
  return stream.isTTY ? bar(stream, things) : lines(stream, things);
}

function bar(stream: NodeJS.WriteStream, things: string): Progress {
  const shown = new SingleBar({
    stream,
    format: `{name} {bar} {percentage} % | {amount} ${things}`,
    clearOnComplete: true,
  });
  let total = 0;
  return {
    begins: (name, all) => {
      total = all;
      shown.start(total, 0, { name, amount: 0 });
    },
    proceeds: (done, amount, name) => {
      shown.update(Math.min(done, total), { amount, ...(name !== undefined && { name }) });
    },
    ends: () => {
      shown.stop();
    },
    says: (line) => {
      stream.write(`\r${line}\n`);
    },
  };
}

function lines(stream: NodeJS.WriteStream, things: string): Progress {
  let begun = '';
  let said = Date.now();
  return {
    begins: (name) => {
      begun = name;
    },
    proceeds: (_done, amount, name = begun) => {
      if (Date.now() - said < LINE_EVERY_MS) return;
      said = Date.now();
      stream.write(`${name}: ${amount} ${things}\n`);
    },
    ends: () => undefined,
    says: (line) => {
      stream.write(`${line}\n`);
    },
  };
}
