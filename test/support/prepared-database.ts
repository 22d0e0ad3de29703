import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { dataFileIn } from '#embedded-database';
import { loadConfig } from '../../src/config/load-config';
import { importFolder } from '../../src/formats/dictionary/import-folder';
import { gatewayOver } from '../../src/server/compose';
import { type Database, openDatabase } from '../../src/server/database';
import { createLogger } from '../../src/observability/logger';
import { migrate } from '../../src/storage/migrations/migrate';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import { modelsOf } from '../../src/storage/models';
import { connect } from '../../src/storage/mongo/connection';
import { PATIENT } from './patient';
import { embeddedDatabase, runEngine, testDatabase, type TestDatabase } from './database';

const SAMPLE = join(__dirname, '..', '..', 'samples', 'yor_eng_fra_griot');

/** Creates the content of a prepared database. */
type Filling = (database: Database, env: TestDatabase['env']) => Promise<void>;

/**
 * A new empty database in the format of this version. An embedded one is a copy, so that migrations, which take half
 * of the start of a gateway, run once in a run of tests.
 */
export function preparedDatabase(): Promise<TestDatabase> {
  return copyOf('prepared-database', migrated);
}

/**
 * The same with the sample dictionary, whose import takes most of the first start of a server in development. It has no demo
 * application, so tests of the first start do not use it.
 *
 * @param empty the database to fill, for tests of one kind of it
 */
export function databaseWithSample(empty?: TestDatabase): Promise<TestDatabase> {
  return copyOf('database-with-sample', fillWithSample, empty);
}

async function fillWithSample(database: Database, env: TestDatabase['env']): Promise<void> {
  await migrated(database);
  const config = loadConfig({ LOG_LEVEL: 'silent', ...PATIENT, ...env });
  const gateway = await gatewayOver(
    { ...database, close: () => Promise.resolve() },
    { config, logger: createLogger(config) },
  );
  await importFolder(gateway.imports, SAMPLE);
  await gateway.storage.once.markDone('sample');
  await gateway.close();
}

async function migrated(database: Database): Promise<void> {
  const connection = await connect(database.address);
  await migrate({ models: modelsOf(connection), migrations: MIGRATIONS, report: () => undefined });
  await connection.destroy();
}

async function copyOf(name: string, fill: Filling, database = testDatabase()): Promise<TestDatabase> {
  const { DATA_DIR: dataDir } = database.env;
  // Tests with deliberate errors create databases that other tests must not use.
  if (dataDir === undefined || process.env['STRYKER_MUTATOR_WORKER'] !== undefined) return database;
  const file = dataFileIn(dataDir);
  mkdirSync(dirname(file), { recursive: true });
  cpSync(await preparedFile(name, fill), file);
  return database;
}

async function preparedFile(name: string, fill: Filling): Promise<string> {
  const file = join(tmpdir(), name);
  if (existsSync(file)) return file;
  const { env, drop } = embeddedDatabase();
  const { DATA_DIR: dataDir = '' } = env;
  const endEngine = await runEngine(env);
  const database = await openDatabase(
    { mongodbUri: undefined, dataDir },
    createLogger({ logLevel: 'silent' }),
  );
  await fill(database, env);
  await database.close();
  await endEngine();
  // Several workers may create it at once, and none may read a part of it.
  const temporaryFile = `${file}.${process.pid}`;
  cpSync(dataFileIn(dataDir), temporaryFile);
  renameSync(temporaryFile, file);
  await drop();
  return file;
}
