import express from 'express';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayOver, type Gateway } from '../../src/server/compose';
import { type Config, loadConfig } from '../../src/config/load-config';
import { type Database, openDatabase } from '../../src/server/database';
import { createTransports } from '../../src/server/transports';
import { createLifecycle } from '../../src/server/lifecycle/shutdown';
import { createLogger, type Logger } from '../../src/observability/logger';
import { importFolder } from '../../src/formats/dictionary/import-folder';
import { Failure } from '../../src/shared/failure';
import { runEngine } from './database';
import { preparedDatabase } from './prepared-database';
import { PATIENT, PATIENT_SERVER } from './patient';

/** A gateway with a new database, on a free port. */
export interface TestGateway {
  readonly url: string;
  readonly gateway: Gateway;
  readonly env: Readonly<Record<string, string>>;
  readonly load: (...folders: string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the database of a configuration. */
export type Opening = (config: Config, logger: Logger) => Promise<Database>;

/** @param open opens the database in another way */
export async function startGateway(
  env: Readonly<Record<string, string>> = {},
  open: Opening = openDatabase,
): Promise<TestGateway> {
  const database = await preparedDatabase();
  const variables = { ...database.env, ...env };
  const config = loadConfig({ LOG_LEVEL: 'silent', ...PATIENT, ...variables });
  const logger = createLogger(config);
  const endEngine = await runEngine(variables);
  const opened = async () => gatewayOver(await open(config, logger), { config, logger });
  const gateway = await opened().catch(async (error: unknown) => {
    await endEngine();
    await database.drop();
    throw error;
  });
  const transports = await createTransports(gateway, { config, logger, lifecycle: createLifecycle() });
  // The same tests run on an Express host and on a server of the gateway.
  const server = createServer(
    PATIENT_SERVER,
    process.env['GATEWAY_HOST'] === 'express' ? express().use(transports.app) : transports.app,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    gateway,
    env: database.env,
    load: async (...folders) => {
      for (const folder of folders) await loadFolder(gateway, folder);
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve).closeAllConnections();
      });
      await transports.stop();
      await gateway.close();
      await endEngine();
      await database.drop();
    },
  };
}

/** Repeats an import that a busy machine did not finish within the time limit of a request. A repeated import changes nothing. */
async function loadFolder(gateway: Gateway, folder: string, attempts = 5): Promise<void> {
  try {
    await importFolder(gateway.imports, folder);
  } catch (error) {
    if (attempts === 1 || !(error instanceof Failure && error.reason === 'UNAVAILABLE')) throw error;
    await loadFolder(gateway, folder, attempts - 1);
  }
}
