import { createInterface } from 'node:readline';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ChildServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** Lets /slow respond. */
  readonly release: () => void;
  /** Everything that the process wrote so far. */
  readonly output: () => string;
  /** The exit code, once the process has ended. */
  readonly ended: () => Promise<number | null>;
}

/**
 * Runs a server as a process of its own, as an operator does, with routes /quick, /slow and /stuck. The last two say in the output
 * that they were asked; /slow answers when it is told to.
 */
export async function childServer(): Promise<ChildServer> {
  const child = spawn(process.execPath, [join(__dirname, 'child-main.cjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => (output += `${line}\n`));
  const exit = once(child, 'close') as Promise<[number | null]>;
  const early = exit.then(([code]) =>
    Promise.reject(new Error(`The server ended with ${code} at its start`)),
  );
  const [first] = (await Promise.race([once(lines, 'line'), early])) as [string];
  const ended = async (): Promise<number | null> => (await exit)[0];
  const release = (): void => void child.stdin.write('go on\n');
  return { release, url: (JSON.parse(first) as { url: string }).url, child, output: () => output, ended };
}
