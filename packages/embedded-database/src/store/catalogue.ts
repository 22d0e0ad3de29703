import { randomUUID } from 'node:crypto';
import { Int32 } from 'bson';
import { decode } from '../query/decode';
import { encode } from '../query/encode';
import { compileIndex } from '../query/index-keys';
import { amountOf, documentOf, type Document } from '../query/value';
import type { Reader, Writer } from './access';
import type { Catalogue, Collection, Index } from './collection';
import { CATALOGUE_KEY, CATALOGUE_VERSION_KEY, FIRST_FREE_ROOM, markersOf, nameInMarker } from './file/keys';
import { putCount, seal, unseal } from './file/seal';

const EMPTY_CATALOGUE: Catalogue = { collections: new Map(), nextRoom: FIRST_FREE_ROOM };
const REMEMBERED_VERSIONS = 16;

const ID_KEY = documentOf({ _id: new Int32(1) });
export const ID_DESCRIPTION = documentOf({ v: new Int32(2), key: ID_KEY, name: '_id_', unique: true });

export function catalogueOf(reader: Reader): Catalogue {
  const version = reader.get(CATALOGUE_VERSION_KEY)?.toString('latin1');
  if (version === undefined) return EMPTY_CATALOGUE;
  const known = reader.memory.catalogues.get(version);
  if (known) return known;
  const stored = reader.get(CATALOGUE_KEY);
  const bytes = unseal(CATALOGUE_KEY, stored, 'the list of collections');
  return remember(reader, version, parseCatalogue(reader, decode(bytes)));
}

export function collectionOf(reader: Reader, namespace: string): Collection | undefined {
  return catalogueOf(reader).collections.get(namespace);
}

/** Adds a collection without indexes. */
export function addCollection(writer: Writer, namespace: string): Collection {
  const { nextRoom: room } = catalogueOf(writer);
  const collection = { namespace, room, idIndex: idIndexOf(writer, room), indexes: [], building: [] };
  putCount(writer, room, 0);
  return putCollection(writer, collection, room + 1);
}

/** Gives a collection other indexes; the rooms of new ones are those from `nextRoom` on. */
export function putIndexes(
  writer: Writer,
  collection: Collection,
  indexes: Pick<Collection, 'indexes' | 'building'>,
): Collection {
  const rooms = [...indexes.indexes, ...indexes.building].map(({ room }) => room + 1);
  const nextRoom = Math.max(catalogueOf(writer).nextRoom, ...rooms);
  return putCollection(writer, { ...collection, ...indexes }, nextRoom);
}

export function removeCollection(writer: Writer, { namespace }: Collection): void {
  const { collections, nextRoom } = catalogueOf(writer);
  store(writer, { collections: new Map([...collections].filter(([name]) => name !== namespace)), nextRoom });
}

function putCollection(
  writer: Writer,
  collection: Omit<Collection, 'revision'>,
  nextRoom: number,
): Collection {
  const changed = { ...collection, revision: randomUUID() };
  const { collections } = catalogueOf(writer);
  store(writer, { collections: new Map([...collections, [collection.namespace, changed]]), nextRoom });
  return changed;
}

/**
 * Versions are never used twice, so that one that was not committed cannot be taken for another. The list itself is written once in a
 * commit, as the commit leaves it: until then, it is known by its version.
 */
function store(writer: Writer, catalogue: Catalogue): void {
  const version = randomUUID();
  writer.put(CATALOGUE_VERSION_KEY, Buffer.from(version, 'latin1'));
  remember(writer, version, catalogue);
  writer.putLast(CATALOGUE_KEY, () => seal(CATALOGUE_KEY, encode(describeCatalogue(catalogue))));
}

function remember({ memory }: Reader, version: string, catalogue: Catalogue): Catalogue {
  const [oldest] = memory.catalogues.keys();
  if (memory.catalogues.size >= REMEMBERED_VERSIONS && oldest !== undefined) memory.catalogues.delete(oldest);
  memory.catalogues.set(version, catalogue);
  return catalogue;
}

/**
 * Makes an index of its description.
 *
 * @throws CommandError CannotCreateIndex or NotImplemented for keys outside the profile
 */
export function indexOf(
  reader: Reader,
  collectionRoom: number,
  { room, description }: Pick<Index, 'room' | 'description'>,
): Index {
  const key = description.get('key') as Document;
  return {
    ...compileIndex(key),
    room,
    description,
    key,
    name: description.get('name') as string,
    isUnique: description.get('unique') === true,
    marks: marksOf(reader, collectionRoom, room),
  };
}

function idIndexOf(reader: Reader, room: number): Index {
  return indexOf(reader, room, { room, description: ID_DESCRIPTION });
}

function marksOf(reader: Reader, collectionRoom: number, room: number): Set<string> {
  const { marks } = reader.memory;
  const known = marks.get(room) ?? new Set();
  if (!marks.has(room)) {
    for (const { key } of reader.range(markersOf(collectionRoom, room))) known.add(nameInMarker(key));
  }
  marks.set(room, known);
  return known;
}

function describeCatalogue({ collections, nextRoom }: Catalogue): Document {
  const describe = (indexes: readonly Index[]): Document[] =>
    indexes.map(({ room, description }) => documentOf({ room: new Int32(room), description }));
  const described = [...collections.values()].map(({ namespace, room, revision, indexes, building }) =>
    documentOf({
      namespace,
      room: new Int32(room),
      revision,
      indexes: describe(indexes),
      building: building.length > 0 ? describe(building) : undefined,
    }),
  );
  return documentOf({ nextRoom: new Int32(nextRoom), collections: described });
}

/** Parses the document that `describeCatalogue` makes, without checking types. */
function parseCatalogue(reader: Reader, stored: Document): Catalogue {
  const described = stored.get('collections') as readonly Document[];
  const collections = described.map((fields): Collection => {
    const room = amountOf(fields.get('room'));
    const indexesIn = (name: string): Index[] =>
      ((fields.get(name) ?? []) as readonly Document[]).map((index) =>
        indexOf(reader, room, {
          room: amountOf(index.get('room')),
          description: index.get('description') as Document,
        }),
      );
    const [namespace, revision] = [fields.get('namespace') as string, fields.get('revision') as string];
    const indexes = { indexes: indexesIn('indexes'), building: indexesIn('building') };
    return { namespace, room, revision, idIndex: idIndexOf(reader, room), ...indexes };
  });
  return {
    collections: new Map(collections.map((collection) => [collection.namespace, collection])),
    nextRoom: amountOf(stored.get('nextRoom')),
  };
}
