import { randomUUID } from 'node:crypto';
import { Int32 } from 'bson';
import { decode } from '../query/decode';
import { encode } from '../query/encode';
import { compileIndex } from '../query/index-keys';
import { amountOf, documentOf, type Document } from '../query/value';
import type { Reader, Writer } from './access';
import type { Catalogue, Collection, Index } from './collection';
import {
  CATALOGUE_KEY,
  CATALOGUE_VERSION_KEY,
  FIRST_FREE_KEYSPACE,
  markersOf,
  nameInMarker,
} from './file/keys';
import { putCount, withChecksum, verifiedContent } from './file/checksum';

const EMPTY_CATALOGUE: Catalogue = { collections: new Map(), nextKeyspace: FIRST_FREE_KEYSPACE };
const REMEMBERED_VERSIONS = 16;

const ID_KEY = documentOf({ _id: new Int32(1) });
export const ID_DESCRIPTION = documentOf({ v: new Int32(2), key: ID_KEY, name: '_id_', unique: true });

export function catalogueOf(reader: Reader): Catalogue {
  const version = reader.get(CATALOGUE_VERSION_KEY)?.toString('latin1');
  if (version === undefined) return EMPTY_CATALOGUE;
  const known = reader.memory.catalogues.get(version);
  if (known) return known;
  const stored = reader.get(CATALOGUE_KEY);
  const bytes = verifiedContent(CATALOGUE_KEY, stored, 'the list of collections');
  return remember(reader, version, parseCatalogue(reader, decode(bytes)));
}

export function collectionOf(reader: Reader, namespace: string): Collection | undefined {
  return catalogueOf(reader).collections.get(namespace);
}

/** Adds a collection without indexes. */
export function addCollection(writer: Writer, namespace: string): Collection {
  const { nextKeyspace: keyspace } = catalogueOf(writer);
  const collection = { namespace, keyspace, idIndex: idIndexOf(writer, keyspace), indexes: [], building: [] };
  putCount(writer, keyspace, 0);
  return putCollection(writer, collection, keyspace + 1);
}

/** Replaces the indexes of a collection. New indexes get the keyspaces from `nextKeyspace`. */
export function putIndexes(
  writer: Writer,
  collection: Collection,
  indexes: Pick<Collection, 'indexes' | 'building'>,
): Collection {
  const keyspaces = [...indexes.indexes, ...indexes.building].map(({ keyspace }) => keyspace + 1);
  const nextKeyspace = Math.max(catalogueOf(writer).nextKeyspace, ...keyspaces);
  return putCollection(writer, { ...collection, ...indexes }, nextKeyspace);
}

export function removeCollection(writer: Writer, { namespace }: Collection): void {
  const { collections, nextKeyspace } = catalogueOf(writer);
  store(writer, {
    collections: new Map([...collections].filter(([name]) => name !== namespace)),
    nextKeyspace,
  });
}

function putCollection(
  writer: Writer,
  collection: Omit<Collection, 'revision'>,
  nextKeyspace: number,
): Collection {
  const changed = { ...collection, revision: randomUUID() };
  const { collections } = catalogueOf(writer);
  store(writer, { collections: new Map([...collections, [collection.namespace, changed]]), nextKeyspace });
  return changed;
}

/**
 * Versions are never reused, so that an uncommitted version is not mistaken for another. The catalogue itself is
 * written once, at the end of a commit. Until then, it is identified by its version.
 */
function store(writer: Writer, catalogue: Catalogue): void {
  const version = randomUUID();
  writer.put(CATALOGUE_VERSION_KEY, Buffer.from(version, 'latin1'));
  remember(writer, version, catalogue);
  writer.putLast(CATALOGUE_KEY, () => withChecksum(CATALOGUE_KEY, encode(describeCatalogue(catalogue))));
}

function remember({ memory }: Reader, version: string, catalogue: Catalogue): Catalogue {
  const [oldest] = memory.catalogues.keys();
  if (memory.catalogues.size >= REMEMBERED_VERSIONS && oldest !== undefined) memory.catalogues.delete(oldest);
  memory.catalogues.set(version, catalogue);
  return catalogue;
}

/**
 * Creates an index from its description.
 *
 * @throws CommandError CannotCreateIndex or NotImplemented for keys that are not in the profile
 */
export function indexOf(
  reader: Reader,
  collectionKeyspace: number,
  { keyspace, description }: Pick<Index, 'keyspace' | 'description'>,
): Index {
  const key = description.get('key') as Document;
  return {
    ...compileIndex(key),
    keyspace,
    description,
    key,
    name: description.get('name') as string,
    isUnique: description.get('unique') === true,
    marks: marksOf(reader, collectionKeyspace, keyspace),
  };
}

function idIndexOf(reader: Reader, keyspace: number): Index {
  return indexOf(reader, keyspace, { keyspace, description: ID_DESCRIPTION });
}

function marksOf(reader: Reader, collectionKeyspace: number, keyspace: number): Set<string> {
  const { marks } = reader.memory;
  const known = marks.get(keyspace) ?? new Set();
  if (!marks.has(keyspace)) {
    for (const { key } of reader.range(markersOf(collectionKeyspace, keyspace))) known.add(nameInMarker(key));
  }
  marks.set(keyspace, known);
  return known;
}

/** The catalogue as it is stored. `room` and `nextRoom` are the stored names of keyspace numbers. */
function describeCatalogue({ collections, nextKeyspace }: Catalogue): Document {
  const describe = (indexes: readonly Index[]): Document[] =>
    indexes.map(({ keyspace, description }) => documentOf({ room: new Int32(keyspace), description }));
  const described = [...collections.values()].map(({ namespace, keyspace, revision, indexes, building }) =>
    documentOf({
      namespace,
      room: new Int32(keyspace),
      revision,
      indexes: describe(indexes),
      building: building.length > 0 ? describe(building) : undefined,
    }),
  );
  return documentOf({ nextRoom: new Int32(nextKeyspace), collections: described });
}

/** Parses a document of `describeCatalogue`, without checking types. */
function parseCatalogue(reader: Reader, stored: Document): Catalogue {
  const described = stored.get('collections') as readonly Document[];
  const collections = described.map((fields): Collection => {
    const keyspace = amountOf(fields.get('room'));
    const indexesIn = (name: string): Index[] =>
      ((fields.get(name) ?? []) as readonly Document[]).map((index) =>
        indexOf(reader, keyspace, {
          keyspace: amountOf(index.get('room')),
          description: index.get('description') as Document,
        }),
      );
    const [namespace, revision] = [fields.get('namespace') as string, fields.get('revision') as string];
    const indexes = { indexes: indexesIn('indexes'), building: indexesIn('building') };
    return { namespace, keyspace, revision, idIndex: idIndexOf(reader, keyspace), ...indexes };
  });
  return {
    collections: new Map(collections.map((collection) => [collection.namespace, collection])),
    nextKeyspace: amountOf(stored.get('nextRoom')),
  };
}
