import type { Griot } from '../server/express-handler';

/** What the build puts into one file: each program is loaded when it starts. */

/** The gateway; see docs/operations.md. */
export async function server(): Promise<void> {
  const { startServer } = await import('../server/workers/start-server.js');
  await startServer();
}

/** The command line; `griot --help` lists the commands. */
export async function griot(): Promise<void> {
  const { runGriot } = await import('../cli/program.js');
  // A reader that stops early (`| head`) closes the pipe. The command still runs to its end and returns its exit code.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  await runGriot(process.argv.slice(2));
}

/** The gateway as a request handler for Express; see `src/index.ts`. */
export async function handler(variables?: Readonly<Record<string, string>>): Promise<Griot> {
  const { griot: open } = await import('../server/express-handler.js');
  return open(variables);
}
