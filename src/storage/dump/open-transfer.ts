import { connect, type DatabaseAddress } from '../mongo/connection';
import { usableFormat } from '../migrations/migrate';
import { KNOWN_FORMAT } from '../migrations/migrations';
import { modelsOf } from '../models';
import { addressFor, BATCH_PATIENCE } from '../mongo/patience';
import { type LoadWish, withLoading } from './begin-load';
import type { Loading } from './loading';
import { openSnapshot, type SnapshotSource } from './snapshot-source';

/** The whole database, to be copied; nothing is migrated when it is opened. */
export interface Transfer {
  /**
   * The database as it is now.
   *
   * @throws Error with a sentence when it is half loaded, of a newer format or without data
   */
  readonly snapshot: () => Promise<SnapshotSource>;
  /** Fills the database: see `withLoading`. */
  readonly load: (wish: LoadWish, work: (loading: Loading) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param report gets sentences for people */
export async function openTransfer(
  address: DatabaseAddress,
  report: (sentence: string) => void,
): Promise<Transfer> {
  const connection = await connect(addressFor(address, BATCH_PATIENCE));
  const models = modelsOf(connection);
  return {
    snapshot: async () => {
      const { version } = await usableFormat(models, KNOWN_FORMAT);
      if (version === 0) throw new Error('There is nothing to dump: the database holds no data of Griot.');
      return openSnapshot(connection);
    },
    load: (wish, work) => withLoading({ connection, models, report }, wish, work),
    close: () => connection.close(),
  };
}
