import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { openEmbeddedDatabase } = require('@griot/embedded-database');
const { connect } = require('../../dist/storage/mongo/connection.js');
const { KNOWN_FORMAT } = require('../../dist/storage/migrations/migrations.js');
const { modelsOf } = require('../../dist/storage/models.js');

/** Creates an embedded database of the current format with all indexes except those of search keys. */
export async function withoutKeyIndexes(dataDir) {
  const database = await openEmbeddedDatabase({ dataDir });
  const connection = await connect({ uri: database.uri, isEmbedded: true });
  const models = modelsOf(connection);
  for (const model of Object.values(models)) {
    await model.createCollection();
    for (const [key, options] of model.schema.indexes())
      if (!Object.keys(key).some((path) => path.startsWith('keys.')))
        await model.collection.createIndex(key, options.unique ? { unique: true } : {});
  }
  await models.system.collection.insertOne({ _id: 'format', version: KNOWN_FORMAT, oldestGateway: 0 });
  await connection.close();
  await database.close();
}
