import { openDatabase } from '../../src/server/database';
import { createLogger } from '../../src/observability/logger';
import { connect } from '../../src/storage/mongo/connection';
import { findAll } from '../../src/storage/mongo/find-all';
import { modelsOf } from '../../src/storage/models';
import { proxyBefore } from '../../packages/embedded-database/test/support/database-proxy';
import { testDatabase } from '../support/database';
import { recordCommands } from '../support/recorded-commands';

const KILOBYTES_250 = 'x'.repeat(250 * 1024);

const closings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

test('documents that do not fit into one response are all read', async () => {
  const { models } = await opened();
  const documents = Array.from({ length: 80 }, (_, number) => ({ number, source: KILOBYTES_250 }));
  await models.articles.collection.insertMany(documents);

  const found = await findAll(models.articles, { filter: {}, sort: { number: 1 }, skip: 5, limit: 74 });

  expect(found.map(({ number }) => number)).toEqual(Array.from({ length: 74 }, (_, i) => i + 5));
  expect(found.every(({ source }) => source === KILOBYTES_250)).toBe(true);
});

test('a read continues when its connection breaks', async () => {
  const { models, between } = await opened();
  await models.articles.collection.insertMany([{ number: 1 }, { number: 2 }]);

  const broken = between.breakNext('find\0');
  const found = await findAll(models.articles, { filter: { number: 2 }, fields: { number: 1 } });

  expect(found).toEqual([{ number: 2 }]);
  expect(broken()).toBe(true);
});

test('a query that the database refuses is not repeated', async () => {
  const { models } = await opened();
  await models.articles.collection.insertMany([{ number: 1 }]);
  const { commands, stop } = recordCommands();

  const refused = findAll(models.articles, { filter: { number: { $in: 1 } } });

  await expect(refused).rejects.toMatchObject({ name: 'MongoServerError' });
  stop();
  expect(commands.map(({ name }) => name)).toEqual(['find']);
});

/** Models over a connection that can be broken in the middle of a command. */
async function opened() {
  const test = testDatabase();
  const { MONGODB_URI: mongodbUri, DATA_DIR: dataDir = '' } = test.env;
  const database = await openDatabase({ mongodbUri, dataDir }, createLogger({ logLevel: 'silent' }));
  closings.push(test.drop, database.close);
  const between = await proxyBefore(database.address.uri);
  closings.push(between.close);
  const connection = await connect({ ...database.address, uri: between.uri });
  closings.push(() => connection.close());
  return { models: modelsOf(connection), between };
}
