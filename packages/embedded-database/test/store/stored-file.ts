import { open } from 'lmdb';
import { Snapshot } from '../../src/store/access';
import { catalogueOf } from '../../src/store/catalogue';
import type { Collection, Index } from '../../src/store/collection';
import { entryKey } from '../../src/store/documents';
import { idKeyOf, keyspaceRange, KEYSPACE_BYTES } from '../../src/store/file/keys';
import { decode } from '../../src/query/decode';

/** Length of the checksum before each document, in bytes. */
const CHECKSUM_BYTES = 4;

/** The counts of a data file, and its inconsistencies. */
export interface FileCheck {
  readonly documents: number;
  readonly entries: number;
  /** A sentence for each missing or superfluous index entry. */
  readonly disagreements: readonly string[];
}

/**
 * Reads a data file without the engine: all documents of every collection, and all entries of its indexes, which must be exactly those
 * that follow from the documents.
 */
export async function checkStoredFile(path: string): Promise<FileCheck> {
  const lmdb = open<Buffer, Buffer>({
    path,
    noSubdir: true,
    readOnly: true,
    keyEncoding: 'binary',
    encoding: 'binary',
  });
  const snapshot = new Snapshot(lmdb, { catalogues: new Map(), marks: new Map() });
  try {
    const checks = [...catalogueOf(snapshot).collections.values()].map((collection) =>
      checkCollection(snapshot, collection),
    );
    return {
      documents: sum(checks.map(({ documents }) => documents)),
      entries: sum(checks.map(({ entries }) => entries)),
      disagreements: checks.flatMap(({ disagreements }) => disagreements),
    };
  } finally {
    snapshot.release();
    await lmdb.close();
  }
}

function checkCollection(snapshot: Snapshot, collection: Collection): FileCheck {
  const expected = new Map(collection.indexes.map((index) => [index, new Map<string, string>()]));
  let documents = 0;
  const disagreements: string[] = [];
  for (const { key, value } of snapshot.range(keyspaceRange(collection.keyspace))) {
    documents++;
    const idKey = key.subarray(KEYSPACE_BYTES);
    for (const [index, entries] of expected) {
      for (const name of namesOf(index, value, idKey)) {
        if (entries.has(name)) disagreements.push(`${nameOf(collection, index)} holds two for one key`);
        entries.set(name, idKey.toString('hex'));
      }
    }
  }
  for (const [index, entries] of expected)
    disagreements.push(
      ...compare(snapshot, index, entries).map((what) => `${nameOf(collection, index)} ${what}`),
    );
  const counted = snapshot.countOf(collection);
  if (counted !== documents)
    disagreements.push(`${collection.namespace} counts ${counted} documents, not ${documents}`);
  return { documents, entries: sum([...expected.values()].map(({ size }) => size)), disagreements };
}

function namesOf(index: Index, bytes: Buffer, idKey: Buffer): Set<string> {
  const { keys } = index.keysOf(decode(bytes.subarray(CHECKSUM_BYTES)));
  return new Set(keys.map((key) => entryKey(index, key, idKey).toString('hex')));
}

function compare(snapshot: Snapshot, index: Index, expected: ReadonlyMap<string, string>): string[] {
  const stored = new Map<string, string>();
  for (const entry of snapshot.range(keyspaceRange(index.keyspace)))
    stored.set(entry.key.toString('hex'), idKeyOf(entry).toString('hex'));
  const missing = [...expected].filter(([key, id]) => stored.get(key) !== id);
  const surplus = [...stored.keys()].filter((key) => !expected.has(key));
  return [
    ...missing.map(([key]) => `lacks ${key} or points elsewhere with it`),
    ...surplus.map((key) => `has ${key}, which no document gives`),
  ];
}

function nameOf({ namespace }: Collection, { name }: Index): string {
  return `${namespace}.${name}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
