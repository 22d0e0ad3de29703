import type { Connection, mongo } from 'mongoose';

/** The driver's database of a connection: dumps copy documents without models and schemas. */
export function databaseOf(connection: Connection): mongo.Db {
  if (connection.db === undefined) throw new Error('the connection is closed');
  return connection.db;
}

/** Names of the collections, without views. */
export async function collectionNames(database: mongo.Db): Promise<string[]> {
  const described = await database.listCollections({}, { nameOnly: true }).toArray();
  return described
    .filter(({ type }) => type !== 'view')
    .map(({ name }) => name)
    .sort();
}
