import { Double, Long, type Collection, type Document } from 'mongodb';
import { connect, failureOf, type Connection } from '../support/engines';

/** A filter so costly that examining all documents takes seconds on any machine. */
const slow = (last: Document): Document => ({
  $or: [...Array.from({ length: 5000 }, (_, n) => ({ a: -n - 1 })), last],
});
const DOCUMENTS = 20_000;

interface Numbered {
  readonly _id: number;
  readonly a?: number;
}

describe('a time limit', () => {
  let connection: Connection;
  let words: Collection<Numbered>;

  beforeAll(async () => {
    connection = await connect({}, { maxPoolSize: 1 });
    words = connection.db.collection<Numbered>('words');
    await words.insertMany(Array.from({ length: DOCUMENTS }, (_, n) => ({ _id: n, a: n })));
  });
  afterAll(() => connection.close());

  const command = (fields: Document) => connection.db.command(fields);
  const sum = { $group: { _id: 1, n: { $sum: 1 } } };

  it.each<[string, Document]>([
    ['find', { find: 'words', filter: slow({ x: 1 }) }],
    ['find with a sort', { find: 'words', filter: slow({ a: { $gte: 0 } }), sort: { x: 1 } }],
    ['aggregate', { aggregate: 'words', pipeline: [{ $match: slow({ x: 1 }) }, sum], cursor: {} }],
    ['update', { update: 'words', updates: [{ q: slow({ x: 1 }), u: { $set: { b: 1 } } }] }],
    [
      'update of many',
      { update: 'words', updates: [{ q: slow({ x: 1 }), u: { $set: { b: 1 } }, multi: true }] },
    ],
    ['upsert', { update: 'words', updates: [{ q: slow({ x: 1 }), u: { $set: { b: 1 } }, upsert: true }] }],
    ['delete', { delete: 'words', deletes: [{ q: slow({ x: 1 }), limit: 0 }] }],
    ['findAndModify', { findAndModify: 'words', query: slow({ x: 1 }), remove: true }],
  ])('ends %s, after which the connection remains usable', async (_, fields) => {
    const error = await failureOf(command({ ...fields, maxTimeMS: 30 }));

    expect([error.code, error.message]).toEqual([
      50,
      expect.stringContaining('operation exceeded time limit'),
    ]);
    expect(await words.findOne({ _id: 7 })).toEqual({ _id: 7, a: 7 });
    expect(await words.countDocuments()).toBe(DOCUMENTS);
  });

  it('ends the build of an index, of which nothing remains', async () => {
    const index = { key: { a: 1 }, name: 'a_1', unique: true };

    const error = await failureOf(command({ createIndexes: 'words', indexes: [index], maxTimeMS: 1 }));

    expect(error.code).toBe(50);
    expect(await words.indexes()).toHaveLength(1);
  });

  it('holds for all batches of a cursor together', async () => {
    const cursor = words.find(slow({ a: { $gte: 0 } }), { maxTimeMS: 300, batchSize: 10 });

    expect((await failureOf(cursor.toArray())).code).toBe(50);
  });

  it('is not taken from a command that asks for the next batch', async () => {
    const { cursor } = (await connection.db.command(
      { find: 'words', batchSize: 2 },
      { promoteLongs: false },
    )) as { cursor: { id: Long } };

    const error = await failureOf(command({ getMore: cursor.id, collection: 'words', maxTimeMS: 1000 }));

    expect([error.code, error.message]).toEqual([2, expect.stringContaining('non-awaitData cursor')]);
    await command({ killCursors: 'words', cursors: [cursor.id] });
  });

  it.each([-1, 1.5, 'long', Long.fromNumber(2 ** 31), new Double(1e200)])(
    'is refused as %p',
    async (maxTimeMS) => {
      const error = await failureOf(command({ find: 'words', limit: 1, maxTimeMS }));

      expect([error.code, error.message]).toEqual([2, expect.stringContaining('maxTimeMS')]);
    },
  );

  it('of 0 sets no limit, and one that is long enough has no effect', async () => {
    const name = 'others';
    const commands: Document[] = [
      { create: name },
      {
        insert: name,
        documents: [
          { _id: 1, n: 1 },
          { _id: 2, n: 1 },
        ],
      },
      { update: name, updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] },
      { findAndModify: name, query: { _id: 1 }, update: { $inc: { n: 1 } } },
      { createIndexes: name, indexes: [{ key: { n: 1 }, name: 'n_1' }] },
      { listIndexes: name },
      { aggregate: name, pipeline: [{ $match: {} }, sum], cursor: {} },
      { delete: name, deletes: [{ q: { _id: 1 }, limit: 1 }] },
      { listCollections: 1, nameOnly: true },
      { drop: name },
    ];

    expect(await command({ find: 'words', limit: 1, maxTimeMS: 0 })).toMatchObject({ ok: 1 });
    for (const fields of commands)
      expect(await command({ ...fields, maxTimeMS: 60_000 })).toMatchObject({ ok: 1 });
  });
});

describe('a time limit during a transaction', () => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connect();
  });
  afterAll(() => connection.close());

  it('ends a waiting write, which then does not happen, and does not apply to a commit', async () => {
    const { client, db } = connection;
    await db.collection('words').insertOne({ _id: 1 as never, n: 0 });
    const session = client.startSession();
    session.startTransaction({ maxCommitTimeMS: 60_000 });
    const first = { _id: 1 as never };
    await db.collection('words').updateOne(first, { $inc: { n: 1 } }, { session });

    const waiting = db.command({
      update: 'words',
      updates: [{ q: first, u: { $inc: { n: 100 } } }],
      maxTimeMS: 50,
    });

    expect((await failureOf(waiting)).code).toBe(50);
    await session.commitTransaction();
    await session.endSession();
    expect(await db.collection('words').findOne(first)).toEqual({ _id: 1, n: 1 });
  });
});
