import type { Griot } from '../server/express-handler';

/** The build bundles this module with all that it imports. A program loads its own modules when it starts. */

/** The gateway; see docs/operations.md. */
export async function server(): Promise<void> {
  const { startServer } = await import('../server/workers/start-server.js');
  await startServer();
}

/** The command `griot`; `griot --help` lists what it does. */
export async function griot(): Promise<void> {
  const { runGriot } = await import('../cli/program.js');
  // A reader that stops early (`| head`) closes the pipe. The command still runs to its end and returns its exit code.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  await runGriot(process.argv.slice(2));
}

/** The gateway as a request handler for Express; see `src/index.ts`. */
export async function handler(variables?: Readonly<Record<string, string>>): Promise<Griot> {
  const { createExpressHandler } = await import('../server/express-handler.js');
  return createExpressHandler(variables);
}
