import type { Entry, Writer } from '../access';
import { catalogueOf } from '../catalogue';
import type { Collection } from '../collection';
import {
  allOutcomes,
  CATALOGUE_KEY,
  FORMAT_KEY,
  FORMAT_VALUE,
  keyspaceRange,
  UPGRADE_KEY,
  type KeyRange,
} from './keys';
import { damaged, putCount, withChecksum } from './checksum';
import type { Store } from '../store';

/** Maximum number of documents, and of their bytes, that one commit rewrites. They limit its memory. */
const COMMIT_DOCUMENTS = 1000;
const COMMIT_BYTES = 16 * 1024 * 1024;

/**
 * Upgrades a file to the current format. Format 2 has checksums and the number of documents of each collection; they
 * are added in commits of many documents. From the first commit, the file has the number of the new format, which older
 * engines refuse, and the last upgraded key, from which the next engine continues after a crash. Format 3 has index
 * entries without a value, which engines of format 2 would report as damaged. Existing entries remain unchanged.
 *
 * @returns whether the file was upgraded
 * @throws CommandError DataCorruptionDetected for an invalid document, OutOfDiskSpace if the disk is full
 */
export async function upgradeFile(store: Store): Promise<boolean> {
  const stored = store.current.get(FORMAT_KEY);
  const isNew = stored?.equals(FORMAT_VALUE) === true;
  if (isNew && !store.current.get(UPGRADE_KEY)) return false;
  if (!isNew) await store.write(stored?.toString() === 'griot 1' ? beginUpgrade : putFormat);
  while (await store.write(sealPiece));
  return true;
}

function putFormat(writer: Writer): void {
  writer.put(FORMAT_KEY, FORMAT_VALUE);
}

function beginUpgrade(writer: Writer): void {
  const catalogue = writer.get(CATALOGUE_KEY);
  if (catalogue) writer.put(CATALOGUE_KEY, withChecksum(CATALOGUE_KEY, catalogue));
  for (const { key, value } of [...writer.range(allOutcomes())]) writer.put(key, withChecksum(key, value));
  for (const { keyspace } of catalogueOf(writer).collections.values()) putCount(writer, keyspace, 0);
  writer.put(UPGRADE_KEY, Buffer.alloc(1));
  putFormat(writer);
}

/** @returns whether there may be further documents */
function sealPiece(writer: Writer): boolean {
  const done = writer.get(UPGRADE_KEY);
  if (!done) return false;
  const collections = [...catalogueOf(writer).collections.values()].sort((a, b) => a.keyspace - b.keyspace);
  for (const collection of collections) {
    const piece = pieceAfter(writer, collection, done);
    const last = piece.at(-1);
    if (!last) continue;
    for (const { key, value } of piece) writer.put(key, withChecksum(key, value));
    writer.grow(collection, piece.length);
    writer.put(UPGRADE_KEY, last.key);
    return true;
  }
  writer.remove(UPGRADE_KEY);
  return false;
}

function pieceAfter(writer: Writer, { keyspace, namespace }: Collection, done: Buffer): readonly Entry[] {
  const piece: Entry[] = [];
  let bytes = 0;
  for (const entry of writer.range(after(done, keyspaceRange(keyspace)))) {
    const { value } = entry;
    if (value.length < 5 || value.readInt32LE() !== value.length)
      throw damaged(`the length of a document of ${namespace} is wrong`);
    piece.push(entry);
    bytes += value.length;
    if (piece.length >= COMMIT_DOCUMENTS || bytes >= COMMIT_BYTES) break;
  }
  return piece;
}

function after(done: Buffer, { from, to }: KeyRange): KeyRange {
  const next = Buffer.concat([done, Buffer.alloc(1)]);
  if (Buffer.compare(next, from) <= 0) return { from, to };
  return { from: Buffer.compare(next, to) < 0 ? next : to, to };
}
