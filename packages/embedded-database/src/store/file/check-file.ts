import { open } from 'lmdb';
import { decode } from '../../query/decode';
import type { Plan } from '../../query/plan';
import { Snapshot } from '../access';
import { catalogueOf } from '../catalogue';
import type { Collection, Index } from '../collection';
import { entriesOf, readStored, type Marker } from '../documents';
import type { Lmdb } from './environment';
import { FORMAT_KEY, idKeyOf, markerKey, keyspaceRange, UPGRADE_KEY } from './keys';
import { damaged } from './checksum';
import { scan } from '../scan';

const WHOLE_INDEX_PLAN: Plan<Index> = {
  ranges: [],
  reverse: false,
  merge: false,
  isLookup: false,
  covers: true,
  sorted: true,
  multikeyDedupe: false,
  hasDoublesWithin: false,
  hasSameEnds: false,
};

/**
 * Reads every key and value of a data file, checks the checksum of each document, and counts them.
 *
 * @throws Error if a part of it is missing or damaged; LMDB may also end the process
 */
export async function readFile(path: string): Promise<void> {
  await readDataFile(path, () => undefined);
}

/**
 * Reads a data file like `readFile`, and checks that its indexes have exactly the entries of the documents.
 *
 * @throws Error for the first wrong entry
 */
export async function checkFile(path: string): Promise<void> {
  await readDataFile(path, checkIndexes);
}

async function readDataFile(
  path: string,
  look: (snapshot: Snapshot, collection: Collection) => void,
): Promise<void> {
  const lmdb: Lmdb = open<Buffer, Buffer>({
    path,
    noSubdir: true,
    readOnly: true,
    keyEncoding: 'binary',
    encoding: 'binary',
  });
  const snapshot = new Snapshot(lmdb, { catalogues: new Map(), marks: new Map() });
  try {
    let bytes = 0;
    for (const { value } of lmdb.getRange({ start: Buffer.from([0]) })) bytes += value.length;
    // The files of an older engine are only read in this way, before they are upgraded to this format.
    const isSealed = lmdb.get(FORMAT_KEY)?.toString() !== 'griot 1' && !lmdb.get(UPGRADE_KEY);
    if (bytes === 0 || !isSealed) return;
    for (const collection of catalogueOf(snapshot).collections.values()) {
      for (const document of scan(snapshot, collection, WHOLE_INDEX_PLAN)) decode(document.bytes);
      look(snapshot, collection);
    }
  } finally {
    snapshot.release();
    await lmdb.close();
  }
}

function checkIndexes(snapshot: Snapshot, collection: Collection): void {
  const { namespace, keyspace } = collection;
  const counts = new Map(collection.indexes.map((index) => [index, 0]));
  for (const { idKey } of scan(snapshot, collection, WHOLE_INDEX_PLAN)) {
    const markers: Marker[] = [];
    const stored = readStored(snapshot, collection, idKey);
    if (!stored) throw damaged(`a document of ${namespace} is missing`);
    for (const { index, key } of entriesOf({ ...collection, building: [] }, stored, markers)) {
      const value = snapshot.get(key);
      if (!value || !idKeyOf({ key, value }).equals(idKey))
        throw damaged(`the index ${index.name} of ${namespace} lacks an entry`);
      counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    const lost = markers.find(
      ({ index, field }) => !snapshot.get(markerKey(keyspace, index.keyspace, field)),
    );
    if (lost) throw damaged(`the index ${lost.index.name} of ${namespace} does not know of the arrays in it`);
  }
  for (const [index, count] of counts) {
    let stored = 0;
    for (const { key } of snapshot.range(keyspaceRange(index.keyspace))) stored += Math.min(key.length, 1);
    if (stored !== count)
      throw damaged(`the index ${index.name} of ${namespace} has ${stored} entries instead of ${count}`);
  }
}
