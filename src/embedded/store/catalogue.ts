import { randomUUID } from 'node:crypto';
import { Int32 } from 'bson';
import { CommandError } from '../errors';
import { decode, encode } from '../query/document';
import { compileIndex, type IndexKeys } from '../query/index-keys';
import { isArray, isDocument, isNumber, numberOf, type Document, type Value } from '../query/value';
import type { Reader, Writer } from './access';
import { CATALOGUE_KEY, CATALOGUE_VERSION_KEY, FIRST_FREE_ROOM } from './keys';

export interface Index {
  readonly room: number;
  readonly name: string;
  /** The index as `listIndexes` shows it. */
  readonly description: Document;
  readonly key: Document;
  readonly isUnique: boolean;
  readonly sparse: boolean;
  readonly partialFilterExpression?: Document;
  readonly expireAfterSeconds?: number;
  readonly keysOf: (document: Document) => IndexKeys;
}

export interface Collection {
  /** Database and collection, joined by a dot. */
  readonly namespace: string;
  readonly room: number;
  /** Changes whenever the collection's indexes do; an open transaction that sees another one must start again. */
  readonly revision: string;
  /** Without the one on `_id`, which is the order of the documents themselves. */
  readonly indexes: readonly Index[];
}

/** All collections at one moment. It is data like any other: each snapshot has the catalogue that was in force. */
export interface Catalogue {
  readonly collections: ReadonlyMap<string, Collection>;
  readonly nextRoom: number;
}

const EMPTY: Catalogue = { collections: new Map(), nextRoom: FIRST_FREE_ROOM };
const REMEMBERED_VERSIONS = 16;
/** Versions are never used twice, so that one that was not committed cannot be taken for another. */
const remembered = new Map<string, Catalogue>();

export function catalogueOf(reader: Reader): Catalogue {
  const version = reader.get(CATALOGUE_VERSION_KEY)?.toString('latin1');
  if (version === undefined) return EMPTY;
  const known = remembered.get(version);
  if (known) return known;
  const stored = reader.get(CATALOGUE_KEY);
  if (!stored) throw new CommandError('InternalError', 'the catalogue is missing');
  return remember(version, parseCatalogue(decode(stored)));
}

export function collectionOf(reader: Reader, namespace: string): Collection | undefined {
  return catalogueOf(reader).collections.get(namespace);
}

/** Stores what the change makes of the catalogue. */
export function changeCatalogue(writer: Writer, change: (catalogue: Catalogue) => Catalogue): Catalogue {
  const next = change(catalogueOf(writer));
  const version = randomUUID();
  writer.put(CATALOGUE_KEY, encode(describeCatalogue(next)));
  writer.put(CATALOGUE_VERSION_KEY, Buffer.from(version, 'latin1'));
  return remember(version, next);
}

export function withCollection(catalogue: Catalogue, collection: Collection): Catalogue {
  const changed = { ...collection, revision: randomUUID() };
  return { ...catalogue, collections: new Map([...catalogue.collections, [changed.namespace, changed]]) };
}

function remember(version: string, catalogue: Catalogue): Catalogue {
  const [oldest] = remembered.keys();
  if (remembered.size >= REMEMBERED_VERSIONS && oldest !== undefined) remembered.delete(oldest);
  remembered.set(version, catalogue);
  return catalogue;
}

/**
 * Makes an index of its description.
 *
 * @throws CommandError CannotCreateIndex or NotImplemented for keys and filters outside the profile
 */
export function indexOf(room: number, description: Document): Index {
  const key = documentAt(description, 'key');
  const partial = description.get('partialFilterExpression');
  const expiry = description.get('expireAfterSeconds');
  const spec = {
    key,
    sparse: description.get('sparse') === true,
    ...(isDocument(partial) && { partialFilterExpression: partial }),
  };
  return {
    ...spec,
    room,
    description,
    name: textAt(description, 'name'),
    isUnique: description.get('unique') === true,
    ...(isNumber(expiry) && { expireAfterSeconds: Number(numberOf(expiry)) }),
    keysOf: compileIndex(spec),
  };
}

function describeCatalogue({ collections, nextRoom }: Catalogue): Document {
  const described = [...collections.values()].map(
    ({ namespace, room, revision, indexes }): Document =>
      new Map<string, Value>([
        ['namespace', namespace],
        ['room', new Int32(room)],
        ['revision', revision],
        [
          'indexes',
          indexes.map(
            (index): Document =>
              new Map<string, Value>([
                ['room', new Int32(index.room)],
                ['description', index.description],
              ]),
          ),
        ],
      ]),
  );
  return new Map<string, Value>([
    ['nextRoom', new Int32(nextRoom)],
    ['collections', described],
  ]);
}

function parseCatalogue(stored: Document): Catalogue {
  const collections = documentsAt(stored, 'collections').map((described): [string, Collection] => {
    const namespace = textAt(described, 'namespace');
    const indexes = documentsAt(described, 'indexes').map((index) =>
      indexOf(numberAt(index, 'room'), documentAt(index, 'description')),
    );
    const revision = textAt(described, 'revision');
    return [namespace, { namespace, room: numberAt(described, 'room'), revision, indexes }];
  });
  return { collections: new Map(collections), nextRoom: numberAt(stored, 'nextRoom') };
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
