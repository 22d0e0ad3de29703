import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mongoose';
import { EngineProcess } from '../../packages/embedded-database/src/process/engine-process';
import { observeFeatures } from '../../packages/embedded-database/src/profile/profile';

/** A database for one test: embedded in a temporary folder, or on the server that MONGODB_URI names. */
export interface TestDatabase {
  /** The variables that point a gateway or a command at it. */
  readonly env: Readonly<Record<string, string>>;
  readonly drop: () => Promise<void>;
}

export function testDatabase(): TestDatabase {
  const server = process.env['MONGODB_URI'];
  return server === undefined || server === '' ? embeddedDatabase() : databaseOn(server);
}

export function embeddedDatabase(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'griot-'));
  return {
    env: { DATA_DIR: folder },
    drop: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

export function databaseOn(server: string): TestDatabase {
  const uri = new URL(server);
  uri.pathname = `/griot_test_${randomBytes(6).toString('hex')}`;
  return {
    env: { MONGODB_URI: uri.href },
    drop: async () => {
      const connection = await createConnection(uri.href).asPromise();
      await connection.dropDatabase();
      await connection.destroy();
    },
  };
}

interface RunningEngine {
  readonly engine: EngineProcess;
  readonly started: Promise<unknown>;
  users: number;
}

const engines = new Map<string, RunningEngine>();

/**
 * Runs the engine of a data folder in this process, which has already compiled its code, so that no gateway has to start a process.
 * Gateways and commands join it like any running engine.
 *
 * @returns a function; the engine ends when every caller has called its function
 */
export async function runEngine({ DATA_DIR: dataDir }: TestDatabase['env']): Promise<() => Promise<void>> {
  if (dataDir === undefined) return () => Promise.resolve();
  const running = engines.get(dataDir) ?? startEngine(dataDir);
  running.users += 1;
  await running.started;
  return async () => {
    running.users -= 1;
    if (running.users > 0) return;
    engines.delete(dataDir);
    await running.engine.end();
    if (engines.size === 0) observeFeatures(undefined);
  };
}

function startEngine(dataDir: string): RunningEngine {
  observeFeatures(noteFeature);
  // While a test moves the clock (`later`), the engine would remove documents that have expired by then.
  const seconds = { idleSeconds: 86_400, expirySeconds: 86_400, transactionSeconds: 60 };
  const engine = new EngineProcess({ dataDir, ...seconds, log: () => undefined }, () => undefined);
  const running = { engine, started: engine.start(), users: 0 };
  engines.set(dataDir, running);
  return running;
}

/** Records use as the main file of the engine does; see scripts/profile-check.cjs. */
function noteFeature(feature: string): void {
  const log = process.env['GRIOT_PROFILE_LOG'];
  if (log !== undefined) appendFileSync(log, `${feature}\n`);
}
