import { ObjectId, type Collection } from 'mongodb';
import { connect, failureOf, isEmbedded, type Connection } from '../support/engines';

describe('unique indexes', () => {
  let connection: Connection;
  let users: Collection;

  beforeAll(async () => {
    connection = await connect({}, { maxPoolSize: 50 });
  });
  afterAll(() => connection.close());
  beforeEach(async () => {
    users = connection.db.collection(`users_${new ObjectId().toHexString()}`);
    await users.createIndex({ app: 1, email: 1 }, { unique: true }, {});
  });

  it('let one of 200 concurrent writers succeed', async () => {
    const attempts = Array.from({ length: 200 }, (_, n) =>
      users.insertOne({ app: 'a', email: 'x@example.org', n }),
    );
    const results = await Promise.allSettled(attempts);

    const rejected = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { code: number }] : [],
    );
    expect(rejected).toHaveLength(199);
    expect(new Set(rejected.map(({ code }) => code))).toEqual(new Set([11000]));
    expect(await users.countDocuments()).toBe(1);
  });

  it('name the pattern and the value that are taken', async () => {
    await users.insertOne({ app: 'a', email: 'x@example.org' });

    const error = await failureOf(users.insertOne({ app: 'a', email: 'x@example.org' }));

    expect(error.code).toBe(11000);
    expect(error.keyPattern).toEqual({ app: 1, email: 1 });
    expect(error.keyValue).toEqual({ app: 'a', email: 'x@example.org' });
  });

  it('name the element that is taken of an array', async () => {
    await users.createIndex({ t: 1 }, { unique: true }, {});
    await users.insertOne({ email: 1, t: [1, 2] });

    const error = await failureOf(users.insertOne({ email: 2, t: [3, 2] }));

    expect(error.code).toBe(11000);
    if (isEmbedded) expect(error.keyValue).toEqual({ t: 2 });
  });

  it('hold for updates too, and free the value that a document gives up', async () => {
    await users.insertMany([
      { _id: 1 as never, app: 'a', email: 'one' },
      { _id: 2 as never, app: 'a', email: 'two' },
    ]);

    const duplicate = await failureOf(users.updateOne({ _id: 2 as never }, { $set: { email: 'one' } }));
    await users.updateOne({ _id: 1 as never }, { $set: { email: 'three' } });
    const free = await users.updateOne({ _id: 2 as never }, { $set: { email: 'one' } });

    expect(duplicate.code).toBe(11000);
    expect(free.modifiedCount).toBe(1);
  });

  it('distinguish long values that agree in their first 3,000 characters', async () => {
    const long = 'é'.repeat(3000);

    await users.insertOne({ app: 'a', email: `${long}1` });
    await users.insertOne({ app: 'a', email: `${long}2` });
    const error = await failureOf(users.insertOne({ app: 'a', email: `${long}1` }));

    expect(error.code).toBe(11000);
    expect(await users.countDocuments({ app: 'a', email: `${long}2` })).toBe(1);
  });

  it('let one of 50 concurrent upserts insert', async () => {
    const upserts = Array.from({ length: 50 }, () =>
      users.updateOne({ app: 'a', email: 'u' }, { $inc: { n: 1 } }, { upsert: true }),
    );
    const results = await Promise.all(upserts);

    expect(results.filter(({ upsertedCount }) => upsertedCount === 1)).toHaveLength(1);
    expect(await users.findOne({}, { projection: { _id: 0, n: 1 } })).toEqual({ n: 50 });
  });

  it('cannot be created over documents that contradict them, and leave nothing', async () => {
    const words = connection.db.collection(`words_${new ObjectId().toHexString()}`);
    await words.insertMany([{ k: 1 }, { k: 2 }, { k: 1 }]);

    const error = await failureOf(words.createIndex({ k: 1 }, { unique: true }, {}));

    expect(error.code).toBe(11000);
    expect((await words.indexes()).map(({ name }) => name)).toEqual(['_id_']);
    await expect(words.insertOne({ k: 2 })).resolves.toBeDefined();
  });
});
