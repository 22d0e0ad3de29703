import { Snapshot, type Steps, type Writer } from './access';
import { Claims } from './claims';
import type { Lmdb } from './environment';
import type { StoreFailure } from './store-failure';
import { WriteQueue } from './write-queue';

/** The data of one folder: what everything else reads from and writes to. */
export class Store {
  readonly claims = new Claims();
  readonly queue: WriteQueue;

  constructor(
    private readonly lmdb: Lmdb,
    onFailure: (failure: StoreFailure) => void,
  ) {
    this.queue = new WriteQueue(lmdb, this.claims, onFailure);
  }

  snapshot(): Snapshot {
    return new Snapshot(this.lmdb);
  }

  /** The newest committed value. */
  newest(key: Buffer): Buffer | undefined {
    return this.lmdb.get(key);
  }

  write<T>(work: (writer: Writer) => Steps<T>, deadline?: number): Promise<T> {
    return this.queue.submit(work, deadline);
  }

  close(): Promise<void> {
    return this.lmdb.close();
  }
}
