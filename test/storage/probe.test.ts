import { UNLIMITED } from '../../src/domain/usage/usage';
import { openDatabase } from '../../src/server/database';
import { createLogger } from '../../src/observability/logger';
import { FORMAT_RECORD } from '../../src/storage/migrations/migrate';
import { connect } from '../../src/storage/mongo/connection';
import { modelsOf } from '../../src/storage/models';
import { openStorage } from '../../src/storage/storage';
import { runEngine } from '../support/database';
import { preparedDatabase } from '../support/prepared-database';

test('the storage is no longer ready when a newer Griot has marked the data as its own', async () => {
  const { env, drop } = await preparedDatabase();
  const endEngine = await runEngine(env);
  const { MONGODB_URI: mongodbUri, DATA_DIR: dataDir = '' } = env;
  const database = await openDatabase({ mongodbUri, dataDir }, createLogger({ logLevel: 'silent' }));
  const storage = await openStorage(database.address, { report: () => undefined, quotas: UNLIMITED });
  const newer = await connect(database.address);
  try {
    await expect(storage.probe()).resolves.toBeUndefined();
    expect(storage.isAway()).toBe(false);

    await modelsOf(newer).system.updateOne({ _id: FORMAT_RECORD }, { $set: { oldestGateway: 1_000_000 } });

    await expect(storage.probe()).rejects.toThrow('Use the newer version');
  } finally {
    await newer.destroy();
    await storage.close();
    await database.close();
    await endEngine();
    await drop();
  }
});
