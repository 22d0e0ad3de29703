import { Double, Int32 } from 'bson';
import { CommandError } from '../errors';
import { compileFilter } from '../query/match';
import type { Document, Value } from '../query/value';
import { atOnce, type Writer } from '../store/access';
import { catalogueOf, changeCatalogue, collectionOf, type Collection } from '../store/catalogue';
import { removeContents } from '../store/index-build';
import { Arguments } from './arguments';
import { addCollection, reading, type Command } from './context';
import { ID_DESCRIPTION } from './index-description';
import { wholeCursor } from './indexes';

export const createCommand: Command = {
  options: ['create'],
  run: async (context) => {
    const namespace = `${context.database}.${new Arguments('create', context.body, createCommand.options).text('create')}`;
    await context.store.write((writer) =>
      atOnce(() => {
        if (collectionOf(writer, namespace)) {
          throw new CommandError('NamespaceExists', `Collection ${namespace} already exists.`);
        }
        addCollection(writer, namespace);
      }),
    );
    return { fields: new Map() };
  },
};

export const dropCommand: Command = {
  options: ['drop'],
  run: async (context) => {
    const namespace = `${context.database}.${new Arguments('drop', context.body, dropCommand.options).text('drop')}`;
    const dropped = await context.store.write((writer) =>
      atOnce(() => {
        const collection = collectionOf(writer, namespace);
        if (collection) drop(writer, [collection]);
        return collection;
      }),
    );
    const fields = new Map<string, Value>([['ns', namespace]]);
    if (dropped) fields.set('nIndexesWas', new Int32(dropped.indexes.length + 1));
    return { fields };
  },
};

export const dropDatabaseCommand: Command = {
  options: ['dropDatabase'],
  run: async ({ store, database, body }) => {
    new Arguments('dropDatabase', body, dropDatabaseCommand.options).count('dropDatabase');
    await store.write((writer) =>
      atOnce(() => {
        const all = [...catalogueOf(writer).collections.values()];
        drop(
          writer,
          all.filter(({ namespace }) => databaseOf(namespace) === database),
        );
      }),
    );
    return { fields: new Map([['dropped', database]]) };
  },
};

function drop(writer: Writer, dropped: readonly Collection[]): void {
  for (const collection of dropped) removeContents(writer, collection);
  const names = new Set(dropped.map(({ namespace }) => namespace));
  changeCatalogue(writer, (catalogue) => ({
    ...catalogue,
    collections: new Map([...catalogue.collections].filter(([namespace]) => !names.has(namespace))),
  }));
}

export const listCollectionsCommand: Command = {
  options: ['listCollections', 'filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  run: async (context) => {
    const args = new Arguments('listCollections', context.body, listCollectionsCommand.options);
    const matches = compileFilter(args.document('filter'));
    const collections = await reading(context, (reader) => [...catalogueOf(reader).collections.keys()]);
    const described = collections
      .filter((namespace) => databaseOf(namespace) === context.database)
      .map((namespace) => describe(namespace.slice(context.database.length + 1), args.flag('nameOnly')));
    return wholeCursor(`${context.database}.$cmd.listCollections`, described.filter(matches));
  },
};

function describe(name: string, isNameOnly: boolean): Document {
  const short: readonly (readonly [string, Value])[] = [
    ['name', name],
    ['type', 'collection'],
  ];
  if (isNameOnly) return new Map(short);
  return new Map<string, Value>([
    ...short,
    ['options', new Map()],
    ['info', new Map([['readOnly', false]])],
    ['idIndex', ID_DESCRIPTION],
  ]);
}

export const listDatabasesCommand: Command = {
  options: ['listDatabases', 'filter', 'nameOnly', 'authorizedDatabases'],
  run: async (context) => {
    const args = new Arguments('listDatabases', context.body, listDatabasesCommand.options);
    const matches = compileFilter(args.document('filter'));
    const namespaces = await reading(context, (reader) => [...catalogueOf(reader).collections.keys()]);
    const databases = [...new Set(namespaces.map(databaseOf))].map(
      (name): Document =>
        new Map<string, Value>([
          ['name', name],
          ['sizeOnDisk', new Double(0)],
          ['empty', false],
        ]),
    );
    return {
      fields: new Map<string, Value>([
        ['databases', databases.filter(matches)],
        ['totalSize', new Double(0)],
      ]),
    };
  },
};

function databaseOf(namespace: string): string {
  return namespace.slice(0, namespace.indexOf('.'));
}
