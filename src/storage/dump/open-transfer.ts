import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type DatabaseAddress } from '../mongo/connection';
import { usableFormat } from '../migrations/migrate';
import { KNOWN_FORMAT } from '../migrations/migrations';
import { modelsOf } from '../models';
import { addressFor, COMMAND_TIME_LIMITS } from '../mongo/transaction';
import { Loading, type LoadingParts } from './loading';
import { openSnapshot, type SnapshotSource } from './snapshot-source';
import type { DataFormat } from '../../domain/imports/dump';
import { translatingErrors } from '../mongo/database-error';
import { loadProgress, type LoadProgress, saveLoadProgress } from './load-marker';
import { MigrationLock } from '../migrations/migration-lock';
import { collectionNames, databaseOf, SYSTEM_COLLECTION } from './dumped-collections';

/** The whole database, for dumps. Opening it runs no migration. */
export interface Transfer {
  /**
   * A snapshot of the database.
   *
   * @throws Error with a sentence when it is half loaded, of a newer format or without data
   */
  readonly snapshot: () => Promise<SnapshotSource>;
  /** Fills the database: see `withLoading`. */
  readonly load: (request: LoadRequest, work: (loading: Loading) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param report gets sentences for people */
export async function openTransfer(
  address: DatabaseAddress,
  report: (sentence: string) => void,
): Promise<Transfer> {
  const connection = await connect(addressFor(address, COMMAND_TIME_LIMITS));
  const models = modelsOf(connection);
  return {
    snapshot: async () => {
      const { version } = await usableFormat(models, KNOWN_FORMAT);
      if (version === 0) throw new Error('There is nothing to dump: the database contains no Griot data.');
      return openSnapshot(connection);
    },
    load: (request, work) => withLoading({ connection, models, report }, request, work),
    close: () => connection.destroy(),
  };
}

/** Polling interval of the lock, in milliseconds. */
const POLL_MS = 250;
/** Maximum wait for the lock, in milliseconds: longer than the lease of a killed process. */
const LOCK_WAIT_MS = 20_000;

export interface LoadRequest {
  /** Checksum that identifies the dump. */
  readonly dump: string;
  readonly format: DataFormat;
  /** Whether to resume an interrupted load of the same dump. */
  readonly isContinued: boolean;
}

/**
 * Runs a load while no gateway can start on the database.
 *
 * @throws Error with a sentence when the dump is of a newer format, the database is not empty, or another process
 *   loads or migrates
 */
async function withLoading(
  parts: Omit<LoadingParts, 'lock'>,
  request: LoadRequest,
  work: (loading: Loading) => Promise<void>,
): Promise<void> {
  refuseNewer(request.format);
  const lock = new MigrationLock(parts.models.system);
  await takeInTime(lock, parts.report);
  await lock.hold(async () => {
    const progress = await progressOf(parts, request);
    await saveLoadProgress(parts.models, progress);
    const loading = translatingErrors(new Loading({ ...parts, lock }, progress));
    await loading.prepare(request.format);
    await work(loading);
  });
}

function refuseNewer({ version }: DataFormat): void {
  if (version > KNOWN_FORMAT)
    throw new Error(
      `The dump has data of format ${version}, and this version of Griot knows ${KNOWN_FORMAT}. Nothing was changed. Use the newer version.`,
    );
}

async function takeInTime(lock: MigrationLock, report: (sentence: string) => void): Promise<void> {
  const end = performance.now() + LOCK_WAIT_MS;
  let hasWaited = false;
  while (!(await lock.take())) {
    if (performance.now() > end)
      throw new Error('Another process is loading or migrating this database. Nothing was changed.');
    if (!hasWaited)
      report('Waiting for another process that is loading or migrating this database, or was killed.');
    hasWaited = true;
    await sleep(POLL_MS);
  }
}

async function progressOf(parts: Omit<LoadingParts, 'lock'>, request: LoadRequest): Promise<LoadProgress> {
  const earlier = await loadProgress(parts.models);
  if (earlier && !request.isContinued)
    throw new Error('A load of this database was interrupted. Continue it with --continue.');
  if (earlier && earlier.dump !== request.dump)
    throw new Error(
      'The interrupted load of this database used another dump. Continue with that dump, or use an empty database.',
    );
  return earlier ?? (await beginning(parts, request));
}

async function beginning(
  { connection, models }: Pick<LoadingParts, 'connection' | 'models'>,
  { dump, isContinued }: LoadRequest,
): Promise<LoadProgress> {
  await usableFormat(models, KNOWN_FORMAT);
  const database = databaseOf(connection);
  // Migrations write their own records, and counts of an empty database.
  const made: readonly string[] = [SYSTEM_COLLECTION, models.counters.collection.collectionName];
  const names = (await collectionNames(database)).filter((name) => !made.includes(name));
  for (const name of names) {
    if ((await database.collection(name).findOne({}, { projection: { _id: 1 } })) === null) continue;
    throw new Error(
      `The database is not empty: ${name} holds documents${isContinued ? ', and no load was interrupted' : ''}. ` +
        'Nothing was changed. Load into an empty one.',
    );
  }
  return { dump };
}
