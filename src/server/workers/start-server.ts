import 'reflect-metadata';
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { createLogger } from '../../observability/logger';
import { openDatabase } from '../database';
import { configOfProcess, unknownVariablesOfProcess } from '../../config/load-config';
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
  for (const sentence of unknownVariablesOfProcess()) logger.warn(sentence);
  const database = openDatabase(config, logger);
  // The code below awaits the promise and reports the failure.
  database.catch(() => undefined);
  // The engine starts in the next iteration of the event loop, while the modules below are loaded.
  await nextIteration();
  const count = config.workers === 'auto' ? availableParallelism() : config.workers;
  const started = { config, logger, database };
  if (count > 1) await (await import('./run-primary.js')).runPrimary(started, count);
  else await (await import('../run-server.js')).runAlone(started);
}

/** Starts the server. If that fails, the process ends with exit code 1 after one line with the reason. */
export async function startServer(): Promise<void> {
  // The server must not end because its output cannot be written, for example to a full disk or a closed pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    await start();
  } catch (error) {
    console.error(messageOf(error));
    // Open handles, such as the database, must not keep the process alive after a failed start.
    process.exit(1);
  }
}
