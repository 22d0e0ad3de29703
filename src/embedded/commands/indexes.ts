import { Int32, Long } from 'bson';
import { CommandError } from '../errors';
import { encode } from '../query/document';
import { isArray, isDocument, type Document, type Value } from '../query/value';
import { atOnce, type Writer } from '../store/access';
import {
  changeCatalogue,
  collectionOf,
  indexOf,
  withCollection,
  type Collection,
  type Index,
} from '../store/catalogue';
import { buildIndex, removeIndex } from '../store/index-build';
import type { Reply } from '../wire/reply';
import { Arguments } from './arguments';
import { addCollection, reading, type Command, type Context } from './context';
import { describeIndex, ID_DESCRIPTION, isEqual, isIdIndex, isPresent } from './index-description';

export const createIndexesCommand: Command = {
  options: ['createIndexes', 'indexes', 'commitQuorum'],
  run: async (context) => {
    const args = new Arguments('createIndexes', context.body, createIndexesCommand.options);
    const namespace = namespaceOf(context, args, 'createIndexes');
    const descriptions = args.documents('indexes', context.sequences).map(describeIndex);
    if (descriptions.length === 0)
      throw new CommandError('BadValue', 'Must specify at least one index to create');
    const counts = await context.store.write((writer) =>
      atOnce(() => create(writer, namespace, descriptions)),
    );
    return {
      fields: new Map<string, Value>([
        ['numIndexesBefore', new Int32(counts.before)],
        ['numIndexesAfter', new Int32(counts.after)],
        ['createdCollectionAutomatically', counts.isNew],
      ]),
    };
  },
};

/** All of the indexes or, when one cannot be built, none of them. */
function create(writer: Writer, namespace: string, descriptions: readonly Document[]) {
  const found = collectionOf(writer, namespace);
  if (!found) addCollection(writer, namespace);
  const collection = found ?? collectionOf(writer, namespace);
  if (!collection) throw new CommandError('InternalError', `${namespace} was not created`);
  const planned: Index[] = [];
  for (const description of descriptions) {
    const index = newIndex(writer, [...collection.indexes, ...planned], description);
    if (index) planned.push(index);
  }
  const built: Index[] = [];
  try {
    for (const index of planned) {
      buildIndex(writer, collection, index);
      built.push(index);
    }
  } catch (error) {
    if (error instanceof CommandError) for (const index of built) removeIndex(writer, collection, index);
    throw error;
  }
  if (built.length > 0) {
    const indexes = [...collection.indexes, ...built];
    changeCatalogue(writer, (catalogue) => withCollection(catalogue, { ...collection, indexes }));
  }
  const before = collection.indexes.length + 1;
  return { before, after: before + built.length, isNew: !found };
}

function newIndex(writer: Writer, existing: readonly Index[], description: Document): Index | undefined {
  const key = description.get('key');
  if (isDocument(key) && isIdIndex(key)) return undefined;
  if (isPresent(existing, description)) return undefined;
  const index = indexOf(0, description);
  const { nextRoom } = changeCatalogue(writer, (catalogue) => ({
    ...catalogue,
    nextRoom: catalogue.nextRoom + 1,
  }));
  return { ...index, room: nextRoom - 1 };
}

export const listIndexesCommand: Command = {
  options: ['listIndexes', 'cursor'],
  run: async (context) => {
    const args = new Arguments('listIndexes', context.body, listIndexesCommand.options);
    const namespace = namespaceOf(context, args, 'listIndexes');
    const { indexes } = await reading(context, (reader) =>
      existing(collectionOf(reader, namespace), namespace),
    );
    const descriptions = [ID_DESCRIPTION, ...indexes.map(({ description }) => description)];
    return wholeCursor(namespace, descriptions);
  },
};

/** A cursor that is over with its first batch. */
export function wholeCursor(namespace: string, documents: readonly Document[]): Reply {
  const id = new Map<string, Value>([
    ['id', Long.ZERO],
    ['ns', namespace],
  ]);
  const batch = documents.map((document) => encode(document));
  return { fields: new Map(), cursor: { id, batchName: 'firstBatch', batch } };
}

export const dropIndexesCommand: Command = {
  options: ['dropIndexes', 'deleteIndexes', 'index'],
  run: async (context) => {
    const args = new Arguments('dropIndexes', context.body, dropIndexesCommand.options);
    const namespace = namespaceOf(context, args, context.name);
    const which = args.value('index') ?? null;
    const count = await context.store.write((writer) =>
      atOnce(() => {
        const collection = existing(collectionOf(writer, namespace), namespace);
        const dropped = chosen(collection, which);
        for (const index of dropped) removeIndex(writer, collection, index);
        const indexes = collection.indexes.filter((index) => !dropped.includes(index));
        changeCatalogue(writer, (catalogue) => withCollection(catalogue, { ...collection, indexes }));
        return collection.indexes.length + 1;
      }),
    );
    return { fields: new Map([['nIndexesWas', new Int32(count)]]) };
  },
};

/** @throws CommandError IndexNotFound, InvalidOptions for the index on _id */
function chosen(collection: Collection, which: Value): readonly Index[] {
  if (which === '*') return collection.indexes;
  if (isArray(which)) return which.flatMap((one) => chosen(collection, one));
  if (which === '_id_' || (isDocument(which) && isIdIndex(which))) {
    throw new CommandError('InvalidOptions', 'cannot drop _id index');
  }
  const index = collection.indexes.find(({ name, key }) =>
    isDocument(which) ? isEqual(key, which) : name === which,
  );
  if (index) return [index];
  throw new CommandError('IndexNotFound', `index not found with name or key ${JSON.stringify(which)}`);
}

/** @throws CommandError NamespaceNotFound */
function existing(collection: Collection | undefined, namespace: string): Collection {
  if (collection) return collection;
  throw new CommandError('NamespaceNotFound', `ns does not exist: ${namespace}`);
}

function namespaceOf({ database }: Context, args: Arguments, name: string): string {
  return `${database}.${args.text(name)}`;
}
