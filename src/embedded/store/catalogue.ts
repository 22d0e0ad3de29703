import { randomUUID } from 'node:crypto';
import { Int32 } from 'bson';
import { CommandError } from '../errors';
import { decode } from '../query/decode';
import { encode } from '../query/encode';
import { compileIndex } from '../query/index-keys';
import { isArray, isDocument, isNumber, numberOf, type Document, type Value } from '../query/value';
import type { Reader, Writer } from './access';
import type { Catalogue, Collection, Index } from './collection';
import { CATALOGUE_KEY, CATALOGUE_VERSION_KEY, FIRST_FREE_ROOM, markersOf, pathOfMarker } from './keys';

const EMPTY: Catalogue = { collections: new Map(), nextRoom: FIRST_FREE_ROOM };
const REMEMBERED_VERSIONS = 16;

export const ID_DESCRIPTION: Document = new Map<string, Value>([
  ['v', new Int32(2)],
  ['key', new Map([['_id', new Int32(1)]])],
  ['name', '_id_'],
  ['unique', true],
]);

export function catalogueOf(reader: Reader): Catalogue {
  const version = reader.get(CATALOGUE_VERSION_KEY)?.toString('latin1');
  if (version === undefined) return EMPTY;
  const known = reader.memory.catalogues.get(version);
  if (known) return known;
  const stored = reader.get(CATALOGUE_KEY);
  if (!stored) throw new CommandError('InternalError', 'the catalogue is missing');
  return remember(reader, version, parseCatalogue(reader, decode(stored)));
}

export function collectionOf(reader: Reader, namespace: string): Collection | undefined {
  return catalogueOf(reader).collections.get(namespace);
}

/** Adds a collection without indexes. */
export function addCollection(writer: Writer, namespace: string): Collection {
  const { collections, nextRoom: room } = catalogueOf(writer);
  const idIndex = indexOf(writer, room, { room, description: ID_DESCRIPTION });
  const collection = { namespace, room, revision: randomUUID(), idIndex, indexes: [] };
  store(writer, { collections: new Map([...collections, [namespace, collection]]), nextRoom: room + 1 });
  return collection;
}

/** Adds indexes whose rooms are those from `nextRoom` on. */
export function addIndexes(writer: Writer, collection: Collection, added: readonly Index[]): void {
  const { collections, nextRoom } = catalogueOf(writer);
  const changed = {
    ...collection,
    revision: randomUUID(),
    indexes: [...collection.indexes, ...added],
  };
  store(writer, {
    collections: new Map([...collections, [collection.namespace, changed]]),
    nextRoom: nextRoom + added.length,
  });
}

export function removeCollection(writer: Writer, { namespace }: Collection): void {
  const { collections, nextRoom } = catalogueOf(writer);
  store(writer, {
    collections: new Map([...collections].filter(([name]) => name !== namespace)),
    nextRoom,
  });
}

/** Versions are never used twice, so that one that was not committed cannot be taken for another. */
function store(writer: Writer, catalogue: Catalogue): void {
  const version = randomUUID();
  writer.put(CATALOGUE_KEY, encode(describeCatalogue(catalogue)));
  writer.put(CATALOGUE_VERSION_KEY, Buffer.from(version, 'latin1'));
  remember(writer, version, catalogue);
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
 * @throws CommandError CannotCreateIndex or NotImplemented for keys and filters outside the profile
 */
export function indexOf(
  reader: Reader,
  collectionRoom: number,
  { room, description }: Pick<Index, 'room' | 'description'>,
): Index {
  const key = documentAt(description, 'key');
  const partial = description.get('partialFilterExpression');
  const expiry = description.get('expireAfterSeconds');
  const spec = {
    key,
    ...(isDocument(partial) && { partialFilterExpression: partial }),
  };
  return {
    ...compileIndex(spec),
    ...{ room, description, key },
    name: textAt(description, 'name'),
    isUnique: description.get('unique') === true,
    marks: marksOf(reader, collectionRoom, room),
    ...(isNumber(expiry) && { expireAfterSeconds: Number(numberOf(expiry)) }),
  };
}

function marksOf(reader: Reader, collectionRoom: number, room: number): Set<string> {
  const { marks } = reader.memory;
  const known = marks.get(room) ?? new Set();
  if (!marks.has(room)) {
    for (const { key } of reader.range(markersOf(collectionRoom, room), false)) known.add(pathOfMarker(key));
  }
  marks.set(room, known);
  return known;
}

function describeCatalogue({ collections, nextRoom }: Catalogue): Document {
  const described = [...collections.values()].map(({ namespace, room, revision, indexes }) =>
    documentOf({
      namespace,
      room: new Int32(room),
      revision,
      indexes: indexes.map((index) =>
        documentOf({ room: new Int32(index.room), description: index.description }),
      ),
    }),
  );
  return documentOf({ nextRoom: new Int32(nextRoom), collections: described });
}

function parseCatalogue(reader: Reader, stored: Document): Catalogue {
  const collections = documentsAt(stored, 'collections').map((described): [string, Collection] => {
    const namespace = textAt(described, 'namespace');
    const room = numberAt(described, 'room');
    const indexes = documentsAt(described, 'indexes').map((index) =>
      indexOf(reader, room, {
        room: numberAt(index, 'room'),
        description: documentAt(index, 'description'),
      }),
    );
    const idIndex = indexOf(reader, room, { room, description: ID_DESCRIPTION });
    return [namespace, { namespace, room, revision: textAt(described, 'revision'), idIndex, indexes }];
  });
  return { collections: new Map(collections), nextRoom: numberAt(stored, 'nextRoom') };
}

function documentOf(fields: Readonly<Record<string, Value>>): Document {
  return new Map(Object.entries(fields));
}

function documentsAt(document: Document, name: string): readonly Document[] {
  const value = document.get(name);
  return isArray(value) ? value.filter((element) => isDocument(element)) : [];
}

function documentAt(document: Document, name: string): Document {
  const value = document.get(name);
  return isDocument(value) ? value : new Map();
}

function numberAt(document: Document, name: string): number {
  const value = document.get(name);
  return isNumber(value) ? Number(numberOf(value)) : 0;
}

function textAt(document: Document, name: string): string {
  const value = document.get(name);
  return typeof value === 'string' ? value : '';
}
