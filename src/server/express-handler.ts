import 'reflect-metadata';
import { configOfProcess, loadConfig } from '../config/load-config';
import { createLogger } from '../observability/logger';
import { firstStartLines } from './start-up-message';
import { openGateway } from './compose';
import { createTransports } from './transports';
import { prepareFirstStart } from './first-start';
import { createLifecycle } from './lifecycle/shutdown';
import type { HttpApp } from '../http/create-http-app';

/** The gateway as a request handler for Express. Requests for other paths go on to the next handler. */
export interface Griot extends HttpApp {
  /** Answers `/health/ready` with 503 from now on, and closes the database. Call it after the server has closed. */
  readonly close: () => Promise<void>;
}

/** `src/index.ts` exports this function as `griot` and documents it. */
export async function createExpressHandler(variables?: Readonly<Record<string, string>>): Promise<Griot> {
  const config = variables === undefined ? configOfProcess() : loadConfig(variables);
  const logger = createLogger(config);
  const gateway = await openGateway(config, logger);
  for (const line of firstStartLines(await prepareFirstStart(gateway, config))) console.log(line);
  const lifecycle = createLifecycle();
  const transports = await createTransports(gateway, { config, logger, lifecycle });
  const handler: HttpApp = (request, response, next) => {
    transports.app(request, response, next);
  };
  const close = async (): Promise<void> => {
    lifecycle.drain();
    await transports.stop();
    await gateway.close();
  };
  return Object.assign(handler, { close });
}
