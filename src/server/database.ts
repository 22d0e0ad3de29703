import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { compactData, dataFileIn, openEmbeddedDatabase } from '#embedded-database';
import { messageOf } from '../shared/failure';
import type { DatabaseAddress } from '../storage/mongo/connection';
import type { Config } from '../config/load-config';
import type { Logger } from '../observability/logger';
import { NotReady } from './lifecycle/health';

export interface Database {
  readonly address: DatabaseAddress;
  readonly close: () => Promise<void>;
  /**
   * Checks conditions that a connection does not report.
   *
   * @throws NotReady when writes would be lost
   */
  readonly probe?: () => Promise<void>;
}

/**
 * Opens the configured database: a MongoDB server, or the embedded database in the data folder.
 *
 * @throws Error that names DATA_DIR when the folder cannot be used
 */
export async function openDatabase(
  { mongodbUri, dataDir }: Pick<Config, 'mongodbUri' | 'dataDir'>,
  logger: Logger,
): Promise<Database> {
  if (mongodbUri !== undefined)
    return { address: { uri: mongodbUri, isEmbedded: false }, close: () => Promise.resolve() };
  const embedded = await openEmbeddedDatabase({
    dataDir,
    onRestart: (error) => {
      if (error)
        logger.error({ err: error }, 'The embedded database could not be restarted; the server keeps trying');
      else logger.warn('The embedded database had stopped and was restarted');
    },
  }).catch((error: unknown) => {
    throw new Error(`DATA_DIR: ${messageOf(error)}`, { cause: error });
  });
  return {
    address: { uri: embedded.uri, isEmbedded: true },
    close: embedded.close,
    probe: fileProbe(dataFileIn(dataDir)),
  };
}

/**
 * Checks that there is a database, for commands that create none.
 *
 * @throws Error when the data folder has no embedded database
 */
export function requireDatabase({ mongodbUri, dataDir }: Pick<Config, 'mongodbUri' | 'dataDir'>): void {
  if (mongodbUri === undefined && !existsSync(dataFileIn(dataDir)))
    throw new Error(
      `DATA_DIR, ${dataDir}, contains no database. \`npm start\` creates one; if you already have one, set DATA_DIR to its folder.`,
    );
}

/**
 * Opens the configured database, and creates nothing if there is none.
 *
 * @throws Error with a sentence for the operator when there is no database, or it cannot be used
 */
export async function openExistingDatabase(
  config: Pick<Config, 'mongodbUri' | 'dataDir'>,
  logger: Logger,
): Promise<Database> {
  requireDatabase(config);
  return openDatabase(config, logger);
}

/**
 * Compacts the data file of the embedded database.
 *
 * @returns its size in bytes, before and after
 * @throws Error that names the setting when there is no embedded database, or it is in use
 */
export async function compactDatabase({ mongodbUri, dataDir }: Pick<Config, 'mongodbUri' | 'dataDir'>) {
  if (mongodbUri !== undefined)
    throw new Error('MONGODB_URI: only the data file of the embedded database can be compacted.');
  requireDatabase({ mongodbUri, dataDir });
  return compactData(dataDir).catch((error: unknown) => {
    throw new Error(`DATA_DIR: ${messageOf(error)}`, { cause: error });
  });
}

/**
 * Detects a deleted or replaced data file. The engine would continue to use the old file, and all later writes would be lost when it
 * ends.
 */
function fileProbe(file: string): () => Promise<void> {
  const inode = () =>
    stat(file).then(
      ({ dev, ino }) => `${dev}/${ino}`,
      () => undefined,
    );
  const opened = inode();
  return async () => {
    const now = await inode();
    if (now === undefined) throw new NotReady('The data file was deleted.');
    if (now !== (await opened)) throw new NotReady('The data file was replaced.');
  };
}
