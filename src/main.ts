import 'reflect-metadata';
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { runPrimary } from './server/workers/run-primary';
import { runWorker } from './server/workers/run-worker';
import { configOfProcess } from './server/environment';
import { runAlone } from './server/run-server';
import { messageOf } from './shared/failure';

/** Starts the gateway, in one process or several, and leaves it running until a signal ends it. */
async function main(): Promise<void> {
  const config = configOfProcess();
  const count = config.workers === 'auto' ? availableParallelism() : config.workers;
  if (cluster.isWorker) await runWorker(config);
  else if (count > 1) await runPrimary(config, count);
  else await runAlone(config);
}

// A server must not end because what it says of itself cannot be written, as on a full disk or to a pipe that was closed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

main().catch((error: unknown) => {
  console.error(messageOf(error));
  // What is open by now (a connection, the database) must not keep a server alive that did not start.
  process.exit(1);
});
