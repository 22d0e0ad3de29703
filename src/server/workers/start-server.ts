import 'reflect-metadata';
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { createLogger } from '../../observability/logger';
import { openDatabase } from '../database';
import { configOfProcess } from '../environment';
import { messageOf } from '../../shared/failure';

/** Starts the gateway, in one process or several, and leaves it running until a signal ends it. */
async function start(): Promise<void> {
  const config = configOfProcess();
  if (cluster.isWorker) {
    const { runWorker } = await import('./run-worker.js');
    await runWorker(config);
    return;
  }
  const logger = createLogger(config);
  const database = openDatabase(config, logger);
  // The code that awaits it below reports the failure.
  database.catch(() => undefined);
  // After one iteration of the event loop the engine starts, beside the modules that are loaded now.
  await nextIteration();
  const count = config.workers === 'auto' ? availableParallelism() : config.workers;
  const started = { config, logger, database };
  if (count > 1) await (await import('./run-primary.js')).runPrimary(started, count);
  else await (await import('../run-server.js')).runAlone(started);
}

/** Starts the server; a start that fails ends the process with 1, after one line that says why. */
export async function startServer(): Promise<void> {
  // A server must not end because what it says of itself cannot be written, as on a full disk or to a pipe that was closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    await start();
  } catch (error) {
    console.error(messageOf(error));
    // Open handles (a connection, the database) must not keep a process alive whose server did not start.
    process.exit(1);
  }
}
