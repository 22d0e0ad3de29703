import { BSONRegExp, ObjectId, type Collection } from 'mongodb';
import { connect, failureOf, isEmbedded, type Connection } from '../support/engines';

/** Surprising behaviour of MongoDB. The expected values are from its manual and source code. */
describe('answers as MongoDB gives them', () => {
  let connection: Connection;
  let words: Collection;

  beforeAll(async () => {
    connection = await connect();
  });
  afterAll(() => connection.close());
  beforeEach(async () => {
    words = connection.db.collection(`words_${new ObjectId().toHexString()}`);
    await words.insertOne({ _id: 1 as never, a: { $and: [{ b: 1 }] } });
  });

  it.each([
    { a: { $and: [{ b: 1 }] } },
    { a: { $or: [{ b: 1 }] } },
    { a: { $not: { $and: [{ b: 1 }] } } },
    { a: { $in: [{ $and: [{ b: 1 }] }] } },
    { a: { $nin: [{ $or: [{ b: 1 }] }] } },
    { $and: [{ a: { $or: [{ b: 1 }] } }] },
  ])('to $and and $or below a field: %j', async (filter) => {
    expect((await failureOf(words.find(filter).toArray())).code).toBe(2);
    expect((await failureOf(words.deleteMany(filter))).code).toBe(2);
    expect(await words.countDocuments({})).toBe(1);
  });

  it.each([false, true])('to a stored regular expression that is asked for, index: %s', async (isIndexed) => {
    const stored = ['^ab', '^abc'].map((pattern) => new BSONRegExp(pattern, ''));
    const values = ['abc', 'b', ...stored, new BSONRegExp('^ab', 'i'), ['x', stored[0]!]];
    await words.deleteMany({});
    await words.insertMany(values.map((a, _id) => ({ _id: _id as never, a })));
    if (isIndexed) await words.createIndex({ a: 1 }, {}, {});

    const found = await words.find({ a: /^ab/ }).sort({ _id: 1 }).toArray();
    const others = await words.countDocuments({ a: { $not: /^ab/ } });

    expect(found.map(({ _id }) => Number(_id))).toEqual([0, 2, 5]);
    expect(others).toBe(values.length - 3);
  });

  it('to names with a dollar below the first level of an update', async () => {
    await words.updateOne({ _id: 1 as never }, { $set: { 'c.$b': 1, d: { $e: 2 } } });
    const error = await failureOf(words.updateOne({ _id: 1 as never }, { $set: { '$b.c': 1 } }));

    expect(await words.findOne({}, { projection: { _id: 0, c: 1, d: 1 } })).toEqual({
      c: { $b: 1 },
      d: { $e: 2 },
    });
    expect(error.code).toBe(52);
  });

  it('to projections that name _id or a part of it', async () => {
    await words.insertOne({ _id: { x: 1, y: 2 } as never, a: 1, b: 1 });
    const [filter, shown] = [{ a: 1 }, (projection: object) => words.findOne(filter, { projection })];
    const codeOf = async (projection: object) => (await failureOf(shown(projection))).code;

    expect(await shown({ '_id.x': 1 })).toEqual({ _id: { x: 1 } });
    expect(await shown({ '_id.x': 1, b: 1 })).toEqual({ _id: { x: 1 }, b: 1 });
    expect(await codeOf({ a: 1, b: 0 })).toBe(31254);
    expect(await codeOf({ a: 0, b: 1 })).toBe(31253);
    expect(await codeOf({ _id: 1, '_id.x': 1 })).toBe(31249);
    // MongoDB omits `a`. Including `_id` in an exclusion is allowed.
    if (isEmbedded) expect(await codeOf({ _id: 1, a: 0 })).toBe(238);
  });

  it('to an upsert by a part of _id', async () => {
    const error = await failureOf(words.updateOne({ '_id.x': 1 }, { $set: { a: 1 } }, { upsert: true }));

    expect(error.code).toBe(111);
  });

  it('to the creation of an existing collection', async () => {
    const answer = await connection.db.command({ create: words.collectionName });

    expect(answer['ok']).toBe(1);
    expect(await words.countDocuments({})).toBe(1);
  });

  it('to a write in a session that reads one snapshot', async () => {
    const session = connection.client.startSession({ snapshot: true });
    const error = await failureOf(words.insertOne({ a: 1 }, { session }));
    await words.findOne({}, { session });
    const afterReading = await failureOf(words.deleteMany({}, { session }));
    await session.endSession();

    expect([error.code, afterReading.code]).toEqual([72, 72]);
    expect(await words.countDocuments({})).toBe(1);
  });
});
