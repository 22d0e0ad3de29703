import type { ChildProcess } from 'node:child_process';
import { PATIENT } from './patient';
import { startProgram } from './command';

/** A gateway as its operator runs it: the compiled program in a separate process. */
export interface ServerProcess {
  readonly url: string;
  /** Its standard output so far. */
  readonly output: () => string;
  readonly process: ChildProcess;
  /** Sends a signal and waits for the end. Resolves to the exit code; null when a signal ended it. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts the server and waits until it prints its address. Rejects with its output if it ends before. */
export function startServer(env: Readonly<Record<string, string>>, folder?: string): Promise<ServerProcess> {
  const child = startProgram('main', [], { PORT: '0', LOG_LEVEL: 'warn', ...PATIENT, ...env }, folder);
  let output = '';
  let problems = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stderr?.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /GraphQL\s+(\S+)\/graphql[\s\S]*\n/.exec(output)?.[1];
      if (url === undefined) return;
      const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
        child.kill(signal);
        return ended;
      };
      resolve({ url, output: () => output, process: child, stop });
    });
    void ended.then((code) => {
      reject(new Error(`ended with ${String(code)}: ${output}${problems}`));
    });
  });
}
