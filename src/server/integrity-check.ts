import { existsSync } from 'node:fs';
import { dataFileIn } from '#embedded-database';
import { type Doctor, openDoctor } from '../storage/integrity/open-doctor';
import type { Config } from '../config/load-config';
import { openDatabase } from './database';
import type { Logger } from '../observability/logger';
import { StartError } from './lifecycle/listen';

/**
 * Opens the configured database for integrity checks. It creates nothing if there is no database.
 *
 * @throws Error with a sentence for the operator when there is no database, or it cannot be used
 */
export async function openIntegrityCheck(config: Config, logger: Logger): Promise<Doctor> {
  const { mongodbUri, dataDir } = config;
  if (mongodbUri === undefined && !existsSync(dataFileIn(dataDir)))
    throw new StartError(
      `DATA_DIR, ${dataDir}, contains no database. \`npm start\` creates one; if you already have one, set DATA_DIR to its folder.`,
    );
  const database = await openDatabase(config, logger);
  try {
    const doctor = await openDoctor(database.address);
    return {
      ...doctor,
      close: async () => {
        await doctor.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
