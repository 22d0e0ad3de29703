import { Int32, Long } from 'bson';
import { CommandError, outsideProfile } from '../errors';
import { encode } from '../query/encode';
import { compare } from '../query/key';
import { amountOf, type Document, documentOf, type Value } from '../query/value';
import type { Writer } from '../store/access';
import { catalogueOf, collectionOf, ID_DESCRIPTION, indexOf, removeCollection } from '../store/catalogue';
import type { Collection, Index } from '../store/collection';
import { IndexBuild, removeContents } from '../store/index-build';
import type { Store } from '../store/store';
import type { Reply } from '../wire/reply';
import { Arguments, optionsOf } from './arguments';
import { type Command, createCollection, namespaceOf } from './context';

const ARGUMENT = 'createIndexes.indexes';
const INDEX_OPTIONS = optionsOf(ARGUMENT, ['key', 'name', 'unique', 'expireAfterSeconds']);

/** Source: MongoDB's manual on TTL indexes. */
const MAX_EXPIRY_SECONDS = 2_147_483_647;

/**
 * Reads an index of `createIndexes`. Returns it in the form of `listIndexes`.
 *
 * @throws CommandError CannotCreateIndex; 40415 for unknown options
 */
function describeIndex(fields: Document): Document {
  const args = new Arguments(ARGUMENT, fields, INDEX_OPTIONS);
  const key = args.document('key');
  const expireAfterSeconds = args.value('expireAfterSeconds');
  if (key.size === 0) throw cannot('Index keys cannot be an empty object');
  if (expireAfterSeconds !== undefined) assertExpiry(key, expireAfterSeconds);
  const unique = args.flag('unique') || undefined;
  return documentOf({ v: new Int32(2), key, name: args.text('name'), unique, expireAfterSeconds });
}

function assertExpiry(key: Document, expiry: Value): void {
  if (key.size > 1 || key.has('_id')) throw cannot('TTL indexes are single-field indexes, and not on _id');
  const seconds = amountOf(expiry);
  if (seconds >= 0 && seconds <= MAX_EXPIRY_SECONDS) return;
  throw cannot(`TTL index 'expireAfterSeconds' option must be between 0 and ${MAX_EXPIRY_SECONDS}`);
}

function cannot(message: string): CommandError {
  return new CommandError('CannotCreateIndex', message);
}

/**
 * Whether the index already exists. Indexes with the same key may coexist if their distinguishing options differ.
 *
 * @throws CommandError IndexKeySpecsConflict if another index has this name, IndexOptionsConflict if the index has
 *   another name or other options
 */
function isPresent(indexes: readonly Index[], description: Document): boolean {
  if (compare(description.get('key'), ID_DESCRIPTION.get('key')) === 0) return true;
  const sameName = indexes.find(({ name }) => name === description.get('name'));
  if (sameName && compare(sameName.description, description) === 0) return true;
  const same = indexes.find((index) => isSame(index.description, description));
  if (sameName && sameName !== same) {
    throw new CommandError('IndexKeySpecsConflict', `Another index named '${sameName.name}' exists`);
  }
  if (!same) return false;
  const message = `Index already exists with different options or another name: ${same.name}`;
  throw new CommandError('IndexOptionsConflict', message);
}

/** Whether two descriptions mean the same index. Source: IndexDescriptor of the MongoDB server, since 5.0. */
function isSame(left: Document, right: Document): boolean {
  return ['key', 'unique'].every((name) => compare(left.get(name), right.get(name)) === 0);
}

export const createCommand: Command = {
  options: optionsOf('create', ['create']),
  run: async (context) => {
    const namespace = namespaceOf(context, 'create');
    // To create an existing collection succeeds in MongoDB if the options are the same. This engine has no options.
    await context.store.write(
      (writer) => collectionOf(writer, namespace) ?? createCollection(writer, namespace),
      context.operation,
    );
    return { fields: new Map() };
  },
};

export const dropCommand: Command = {
  options: optionsOf('drop', ['drop']),
  run: async (context) => {
    const namespace = namespaceOf(context, 'drop');
    const dropped = await context.store.write((writer) => {
      const collection = collectionOf(writer, namespace);
      if (collection) {
        removeContents(writer, collection);
        removeCollection(writer, collection);
      }
      return collection;
    }, context.operation);
    const nIndexesWas = dropped && new Int32(dropped.indexes.length + 1);
    return { fields: documentOf({ ns: namespace, nIndexesWas }) };
  },
};

export const listCollectionsCommand: Command = {
  options: optionsOf('listCollections', [
    'listCollections',
    'filter',
    'nameOnly',
    'authorizedCollections',
    'cursor',
  ]),
  run: ({ store, database, args }) => {
    if (args.document('filter').size > 0) throw outsideProfile('a filter of listCollections');
    if (!args.flag('nameOnly')) throw outsideProfile('listCollections without nameOnly');
    const names = [...catalogueOf(store.current).collections.keys()].flatMap((namespace) =>
      namespace.startsWith(`${database}.`) ? [namespace.slice(database.length + 1)] : [],
    );
    const described = names.map((name) => documentOf({ name, type: 'collection' }));
    return wholeCursor(`${database}.$cmd.listCollections`, described);
  },
};

export const listIndexesCommand: Command = {
  options: optionsOf('listIndexes', ['listIndexes', 'cursor']),
  run: (context) => {
    const namespace = namespaceOf(context, 'listIndexes');
    const collection = collectionOf(context.store.current, namespace);
    if (!collection) throw new CommandError('NamespaceNotFound', `ns does not exist: ${namespace}`);
    // MongoDB does not list this index as unique.
    const ofId = new Map([...ID_DESCRIPTION].filter(([name]) => name !== 'unique'));
    return wholeCursor(namespace, [ofId, ...collection.indexes.map((index) => index.description)]);
  },
};

/** A cursor whose first batch is also the last one. */
function wholeCursor(namespace: string, documents: readonly Document[]): Reply {
  const id = documentOf({ id: Long.ZERO, ns: namespace });
  const batch = documents.map((document) => encode(document));
  return { fields: new Map(), cursor: { id, batchName: 'firstBatch', batch } };
}

export const createIndexesCommand: Command = {
  options: optionsOf('createIndexes', ['createIndexes', 'indexes']),
  run: async (context) => {
    const namespace = namespaceOf(context, 'createIndexes');
    const descriptions = context.args.documents('indexes', context.sequences).map(describeIndex);
    if (descriptions.length === 0)
      throw new CommandError('BadValue', 'Must specify at least one index to create');
    const { store, operation } = context;
    let begun: Begun | undefined;
    try {
      await store.write((writer) => {
        begun ??= beginIndexes(writer, namespace, descriptions);
        begun.build.run(writer, operation);
      }, operation);
    } catch (error) {
      // Either all indexes are built, or none. Remains that cannot be removed now are removed when the engine starts.
      if (begun) await abandoned(store, begun.build);
      throw error;
    }
    return { fields: begun?.answer ?? new Map() };
  },
};

async function abandoned(store: Store, build: IndexBuild): Promise<void> {
  const work = (writer: Writer): void => {
    build.abandon(writer);
  };
  await store.write(work).catch(() => undefined);
}

interface Begun {
  readonly build: IndexBuild;
  readonly answer: Document;
}

function beginIndexes(writer: Writer, namespace: string, descriptions: readonly Document[]): Begun {
  const existing = collectionOf(writer, namespace);
  const collection = existing ?? createCollection(writer, namespace);
  const planned = plannedIndexes(writer, collection, descriptions);
  const build = new IndexBuild(namespace, planned);
  build.begin(writer, collection);
  const before = collection.indexes.length + 1;
  const answer = documentOf({
    numIndexesBefore: new Int32(before),
    numIndexesAfter: new Int32(before + planned.length),
    createdCollectionAutomatically: !existing,
  });
  return { build, answer };
}

function plannedIndexes(
  writer: Writer,
  { keyspace, indexes, building }: Collection,
  descriptions: readonly Document[],
): Index[] {
  const { nextKeyspace } = catalogueOf(writer);
  const planned: Index[] = [];
  let added = 0;
  // As in MongoDB, the indexes are first checked against existing ones, and then against each other.
  for (const description of descriptions.filter((each) => !isPresent(indexes, each))) {
    if (isPresent(planned, description)) continue;
    const begun = isPresent(building, description)
      ? building.find((index) => isNamed(index, description))
      : undefined;
    planned.push(begun ?? indexOf(writer, keyspace, { keyspace: nextKeyspace + added++, description }));
  }
  return planned;
}

function isNamed({ name }: Index, description: Document): boolean {
  return name === description.get('name');
}
