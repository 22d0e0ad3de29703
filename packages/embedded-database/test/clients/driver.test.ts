import { Binary, Long, MongoClient, ObjectId, UUID, type CommandStartedEvent, type Db } from 'mongodb';
import { failureOf } from '../support/engines';
import { startDatabase, type Server } from './server';

describe('the official driver', () => {
  let server: Server;
  let client: MongoClient;
  let db: Db;

  beforeAll(async () => {
    server = await startDatabase();
    client = await new MongoClient(server.uri, { monitorCommands: true, appName: 'compat' }).connect();
    db = client.db(server.dbName);
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  it('gets back every type as it was stored', async () => {
    const values = {
      _id: new ObjectId(),
      text: 'ŋàà\u0000',
      integer: 7,
      real: 0.1,
      large: Long.fromString('9007199254740993'),
      yes: true,
      nothing: null,
      day: new Date('2024-02-29T12:00:00.123Z'),
      bytes: new Binary(Buffer.from([0, 1, 255])),
      uuid: new UUID('0195b2a0-0000-7000-8000-000000000000'),
      list: [1, 'a', { b: [] }],
      part: { '10': 1, '9': 2, a: { b: {} } },
    };
    const types = db.collection('types');
    await types.insertOne(values);

    const found = await types.findOne({ _id: values._id }, { promoteLongs: false, bsonRegExp: true });

    expect(found?.['large']).toEqual(values.large);
    expect((await types.findOne({ uuid: values.uuid }))?._id).toEqual(values._id);
    expect(await types.findOne({ _id: values._id })).toMatchObject({
      ...values,
      large: expect.anything() as unknown,
    });
  });

  it('answers ordered and unordered bulk writes with what was done before and after an error', async () => {
    const bulk = db.collection<{ _id: number }>('bulk');
    const writes = [1, 1, 2].map((_id) => ({ insertOne: { document: { _id } } }));

    const ordered = await failureOf(bulk.bulkWrite(writes));
    await bulk.deleteMany({});
    const unordered = await failureOf(bulk.bulkWrite(writes, { ordered: false }));

    expect([ordered.code, ordered.result?.insertedCount]).toEqual([11000, 1]);
    expect([unordered.code, unordered.result?.insertedCount]).toEqual([11000, 2]);
  });

  it('pages through a cursor and closes it early', async () => {
    const many = db.collection<{ n: number }>('many');
    await many.insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
    const started: string[] = [];
    const note = ({ commandName }: CommandStartedEvent): void => void started.push(commandName);
    client.on('commandStarted', note);

    const read: number[] = [];
    const cursor = many
      .find({ n: { $gte: 100 } })
      .sort({ n: 1 })
      .batchSize(50);
    for await (const { n } of cursor) {
      read.push(n);
      if (read.length === 120) break;
    }
    client.off('commandStarted', note);

    expect(read).toEqual(Array.from({ length: 120 }, (_, n) => 100 + n));
    expect(started).toEqual(['find', 'getMore', 'getMore', 'killCursors']);
  });

  it('repeats a transaction that met a conflict, until both have happened', async () => {
    const counts = db.collection<{ _id: string; n: number }>('counts');
    await counts.insertOne({ _id: 'a', n: 0 });
    const increment = () =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          const { n } = (await counts.findOne({ _id: 'a' }, { session }))!;
          await counts.updateOne({ _id: 'a' }, { $set: { n: n + 1 } }, { session });
        }),
      );

    await Promise.all(Array.from({ length: 5 }, increment));

    expect(await counts.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 5 });
  });

  it('keeps one document under a unique key when many upsert it at once', async () => {
    const names = db.collection('names');
    await names.createIndex({ name: 1 }, { unique: true }, {});

    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        names.findOneAndUpdate({ name: 'x' }, { $inc: { n: 1 } }, { upsert: true, returnDocument: 'after' }),
      ),
    );

    expect(results.map((result) => Number(result?.['n'])).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
  });

  it('names collections and indexes, and drops collections', async () => {
    const collection = await db.createCollection('gone');
    await collection.createIndex({ a: 1, b: 1 }, { name: 'ab', unique: true }, {});

    const index = (await collection.indexes()).find(({ name }) => name === 'ab');
    await collection.drop();
    const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);

    expect(index).toMatchObject({ key: { a: 1, b: 1 }, unique: true });
    expect(names).not.toContain('gone');
  });
});
