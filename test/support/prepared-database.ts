import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { dataFileIn } from '#embedded-database';
import { openDatabase } from '../../src/server/database';
import { createLogger } from '../../src/observability/logger';
import { migrate } from '../../src/storage/migrations/migrate';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import { modelsOf } from '../../src/storage/models';
import { connect } from '../../src/storage/mongo/connection';
import { embeddedDatabase, runEngine, testDatabase, type TestDatabase } from './database';

/**
 * A database of a test's own in the format of this Griot, with nothing in it. An embedded one is a copy: the migrations, half of what
 * a gateway needs for its start, take place once in a run of tests.
 */
export async function preparedDatabase(): Promise<TestDatabase> {
  const database = testDatabase();
  const { DATA_DIR: dataDir } = database.env;
  // What is broken on purpose makes databases that the other tests must not get.
  if (dataDir === undefined || process.env['STRYKER_MUTATOR_WORKER'] !== undefined) return database;
  const file = dataFileIn(dataDir);
  mkdirSync(dirname(file), { recursive: true });
  cpSync(await preparedFile(), file);
  return database;
}

async function preparedFile(): Promise<string> {
  const file = join(tmpdir(), 'prepared-database');
  if (existsSync(file)) return file;
  const { env, drop } = embeddedDatabase();
  const { DATA_DIR: dataDir = '' } = env;
  const endEngine = await runEngine(env);
  const logger = createLogger({ logLevel: 'silent' });
  const database = await openDatabase({ mongodbUri: undefined, dataDir }, logger);
  const connection = await connect(database.address);
  await migrate({ models: modelsOf(connection), migrations: MIGRATIONS, report: () => undefined });
  await connection.destroy();
  await database.close();
  await endEngine();
  // Workers may make it at the same time: none of them reads a part of it.
  const own = `${file}.${process.pid}`;
  cpSync(dataFileIn(dataDir), own);
  renameSync(own, file);
  await drop();
  return file;
}
