import { open, type RootDatabase } from 'lmdb';
import { decode } from '../../src/query/decode';
import { Snapshot, type Entry } from '../../src/store/access';
import { catalogueOf } from '../../src/store/catalogue';
import type { Collection } from '../../src/store/collection';
import {
  allOutcomes,
  CATALOGUE_KEY,
  countKey,
  FORMAT_KEY,
  idKeyOf,
  keyspaceRange,
  type KeyRange,
} from '../../src/store/file/keys';

const CHECKSUM_BYTES = 4;

/** Opens a data file without the engine, which must have ended. */
export interface RawFile {
  readonly lmdb: RootDatabase<Buffer, Buffer>;
  readonly collections: readonly Collection[];
  readonly entries: (range: KeyRange) => Entry[];
}

/** Changes a data file without the engine. */
export async function changeRaw(path: string, change: (file: RawFile) => void): Promise<void> {
  const lmdb = open<Buffer, Buffer>({ path, noSubdir: true, keyEncoding: 'binary', encoding: 'binary' });
  const snapshot = new Snapshot(lmdb, { catalogues: new Map(), marks: new Map() });
  const entries = (range: KeyRange): Entry[] => [...snapshot.range(range)];
  try {
    const collections = [...catalogueOf(snapshot).collections.values()];
    lmdb.transactionSync(() => {
      change({ lmdb, collections, entries });
    });
  } finally {
    snapshot.release();
    await lmdb.close();
  }
}

/** Writes a data file in format 2: the value of each index entry is the `_id` key. */
export function makeFormatTwo(path: string): Promise<void> {
  return changeRaw(path, (raw) => {
    putIdKeys(raw);
    raw.lmdb.putSync(FORMAT_KEY, Buffer.from('griot 2'));
  });
}

function putIdKeys({ lmdb, collections, entries }: RawFile): void {
  for (const { keyspace } of collections.flatMap(({ indexes }) => indexes))
    for (const entry of entries(keyspaceRange(keyspace)))
      lmdb.putSync(entry.key, Buffer.from(idKeyOf(entry)));
}

/**
 * Writes a data file in format 1: documents, catalogue and outcomes unchanged, without counts.
 *
 * @param isCut whether the first document lacks its last byte
 */
export function makeFormatOne(path: string, isCut = false): Promise<void> {
  return changeRaw(path, (raw) => {
    const { lmdb, collections, entries } = raw;
    putIdKeys(raw);
    const documents = collections.flatMap(({ keyspace }) => entries(keyspaceRange(keyspace)));
    const catalogue = { key: CATALOGUE_KEY, value: lmdb.get(CATALOGUE_KEY)! };
    for (const { key, value } of [catalogue, ...documents, ...entries(allOutcomes())]) {
      const bytes = Buffer.from(value.subarray(CHECKSUM_BYTES));
      decode(bytes); // it is BSON
      lmdb.putSync(key, bytes);
    }
    for (const { keyspace } of collections) lmdb.removeSync(countKey(keyspace));
    const [first] = documents;
    if (isCut) lmdb.putSync(first!.key, Buffer.from(first!.value.subarray(CHECKSUM_BYTES, -1)));
    lmdb.putSync(FORMAT_KEY, Buffer.from('griot 1'));
  });
}
