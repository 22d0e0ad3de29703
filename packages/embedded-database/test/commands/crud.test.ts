import { Double, Int32, Long, ObjectId, type Collection } from 'mongodb';
import { connect, failureOf, type Connection } from '../support/engines';

describe('reading and writing documents', () => {
  let connection: Connection;
  let words: Collection;

  beforeAll(async () => {
    connection = await connect();
  });
  afterAll(() => connection.close());
  beforeEach(() => {
    words = connection.db.collection(`words_${new ObjectId().toHexString()}`);
  });

  it('returns a document as it was inserted, with the order of its fields and its number types', async () => {
    const document = {
      _id: new ObjectId(),
      b: 1,
      a: { '2': 'two', '1': 'one' },
      list: [1, 'x', null],
      at: new Date(5),
    };

    await words.insertOne(document);
    const found = await words.findOne({ _id: document._id });
    const typed = await words.findOne({ b: 1 }, { promoteValues: false });

    expect(found).toEqual(document);
    expect(Object.keys(found!)).toEqual(['_id', 'b', 'a', 'list', 'at']);
    expect(typed!['b']).toBeInstanceOf(Int32);
  });

  it('puts _id first, wherever it came', async () => {
    await words.insertOne({ headword: 'teere', _id: 'w1' as never });

    expect(Object.keys((await words.findOne({}))!)).toEqual(['_id', 'headword']);
  });

  it('finds by the beginning of a text that is the _id', async () => {
    await words.insertMany(['tee', 'teere', 'to', 5].map((key) => ({ _id: key as never })));

    const found = await words.find({ _id: /^tee/ }).sort({ _id: 1 }).toArray();
    const texts = await words.find({ _id: /^/ }).sort({ _id: 1 }).toArray();

    expect(found.map(({ _id }) => String(_id))).toEqual(['tee', 'teere']);
    expect(texts.map(({ _id }) => String(_id))).toEqual(['tee', 'teere', 'to']);
  });

  it('finds by comparison, sorts, skips and limits', async () => {
    await words.insertMany([5, 3, 8, 1, 9].map((n) => ({ n })));

    const found = await words
      .find({ n: { $gt: 1 } })
      .sort({ n: -1 })
      .skip(1)
      .limit(2)
      .toArray();

    expect(found.map(({ n }) => n as number)).toEqual([8, 5]);
  });

  it('shows only the fields that a projection names', async () => {
    await words.insertOne({ _id: 1 as never, a: 1, b: { c: 2, d: 3 } });

    expect(await words.findOne({}, { projection: { 'b.c': 1 } })).toEqual({ _id: 1, b: { c: 2 } });
    expect(await words.findOne({}, { projection: { _id: 0, a: 1 } })).toEqual({ a: 1 });
    expect(await words.findOne({}, { projection: { _id: 0 } })).toEqual({ a: 1, b: { c: 2, d: 3 } });
  });

  it('counts the documents that an update matches and those that it modifies', async () => {
    await words.insertMany([
      { k: 1, n: 1 },
      { k: 1, n: 2 },
      { k: 2, n: 1 },
    ]);

    const many = await words.updateMany({ k: 1 }, { $set: { n: 2 } });
    const none = await words.updateOne({ k: 3 }, { $set: { n: 2 } });

    expect([many.matchedCount, many.modifiedCount]).toEqual([2, 1]);
    expect([none.matchedCount, none.modifiedCount, none.upsertedCount]).toEqual([0, 0, 0]);
  });

  it('counts those of a limited number of documents, in an order, that match a second filter', async () => {
    await words.createIndex({ k: 1, n: 1 }, {}, {});
    await words.insertMany(Array.from({ length: 100 }, (_, n) => ({ k: n % 2, n, even: n % 4 === 0 })));
    const counted = async (...stages: object[]) =>
      (await words.aggregate([{ $match: { k: 0 } }, ...stages]).toArray()) as unknown;
    const all = { $group: { _id: null, n: { $sum: 1 } } };

    expect(await counted({ $limit: 30 }, { $match: { even: true } }, { $limit: 6 }, all)).toEqual([
      { _id: null, n: 6 },
    ]);
    expect(await counted({ $limit: 30 }, { $match: { even: 'no' } }, all)).toEqual([]);
    expect(await counted({ $limit: 7 }, all)).toEqual([{ _id: null, n: 7 }]);
  });

  it('inserts by an upsert once, and updates the next time', async () => {
    const first = await words.updateOne(
      { k: 7 },
      { $inc: { n: 1 }, $setOnInsert: { isNew: true } },
      { upsert: true },
    );
    const second = await words.updateOne({ k: 7 }, { $inc: { n: 1 } }, { upsert: true });

    expect(first.upsertedCount).toBe(1);
    expect(second.upsertedCount).toBe(0);
    expect(await words.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ k: 7, n: 2, isNew: true }]);
  });

  it('returns the document before or after findOneAndUpdate', async () => {
    await words.insertMany([
      { _id: 1 as never, n: 3 },
      { _id: 2 as never, n: 1 },
    ]);

    const before = await words.findOneAndUpdate({ n: 1 }, { $inc: { n: 10 } });
    const after = await words.findOneAndUpdate(
      { _id: 2 as never },
      { $inc: { n: 1 } },
      { returnDocument: 'after' },
    );
    const removed = await words.findOneAndDelete({ _id: 1 as never });

    expect(before).toEqual({ _id: 2, n: 1 });
    expect(after).toEqual({ _id: 2, n: 12 });
    expect(removed).toEqual({ _id: 1, n: 3 });
    expect(await words.findOneAndDelete({ _id: 1 as never })).toBeNull();
  });

  it('stops ordered inserts at the first error, and continues unordered ones', async () => {
    const ordered = await failureOf(words.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }] as never[]));
    const afterOrdered = await words.countDocuments();
    const unordered = await failureOf(
      words.insertMany([{ _id: 1 }, { _id: 3 }] as never[], { ordered: false }),
    );

    expect([ordered.code, afterOrdered]).toEqual([11000, 1]);
    expect(unordered.writeErrors?.map(({ index }) => index)).toEqual([0]);
    expect((await words.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id as unknown)).toEqual([1, 3]);
  });

  it('runs the statements of a bulk write in order', async () => {
    const result = await words.bulkWrite([
      { insertOne: { document: { _id: 1 as never, n: 1 } } },
      { updateOne: { filter: { _id: 1 as never }, update: { $inc: { n: 1 } } } },
      { updateOne: { filter: { _id: 2 as never }, update: { $set: { n: 5 } }, upsert: true } },
      { replaceOne: { filter: { _id: 2 as never }, replacement: { n: 6 } } },
      { deleteMany: { filter: { n: 2 } } },
    ]);

    expect([result.insertedCount, result.modifiedCount, result.upsertedCount, result.deletedCount]).toEqual([
      1, 2, 1, 1,
    ]);
    expect(await words.find().toArray()).toEqual([{ _id: 2, n: 6 }]);
  });

  it('changes every match of updateMany once, even when the change moves it in the index that is read', async () => {
    await words.createIndex({ n: 1 }, {}, {});
    await words.insertMany(Array.from({ length: 300 }, (_, n) => ({ n })));

    await words.updateMany({ n: { $gte: 0 } }, { $inc: { n: 1000 } });

    expect(await words.countDocuments({ n: { $gte: 1000, $lt: 1300 } })).toBe(300);
  });

  it('keeps numbers exact beyond those of JavaScript', async () => {
    await words.insertOne({ _id: 1 as never, n: Long.fromString('9007199254740993'), d: new Double(1) });
    await words.updateOne({ _id: 1 as never }, { $inc: { n: new Int32(2) } });

    const [found] = await words.find({}, { promoteLongs: false }).toArray();

    expect(String(found!['n'])).toBe('9007199254740995');
    expect(await words.countDocuments({ n: Long.fromString('9007199254740994') })).toBe(0);
  });

  it('also refuses invalid commands on a missing collection', async () => {
    const missing = connection.db.collection('missing');

    for (const failing of [
      () => missing.find({ a: { $bogus: 1 } }).toArray(),
      () => missing.updateMany({ $bogus: 1 }, { $set: { a: 1 } }),
      () => missing.deleteMany({ a: { $bogus: 1 } }),
    ])
      expect((await failureOf(failing())).code).toBe(2);
  });

  it('refuses operators as an _id', async () => {
    expect((await failureOf(words.insertOne({ _id: { $a: 1 } as never }))).code).toBe(52);
  });

  it('counts, also up to a limit', async () => {
    await words.insertMany([
      { lang: 'wol', n: 1 },
      { lang: 'wol', n: 2 },
      { lang: 'bam', n: 5 },
    ]);

    expect(await words.countDocuments({ lang: 'wol' })).toBe(2);
    expect(await words.countDocuments({}, { limit: 2 })).toBe(2);
    expect(await words.countDocuments({ lang: 'ful' })).toBe(0);
    expect(await words.countDocuments()).toBe(3);
  });

  it('stores a document of 15.9 MB and refuses one of more than 16 MB', async () => {
    const text = 'x'.repeat(Math.floor(15.9 * 1024 * 1024));

    await words.insertOne({ _id: 1 as never, text });
    await words.updateOne({ _id: 1 as never }, { $set: { seen: true } });
    const found = await words.findOne({ _id: 1 as never });
    const tooLarge = await failureOf(
      words.updateOne({ _id: 1 as never }, { $set: { more: 'y'.repeat(200 * 1024) } }),
    );

    expect((found!['text'] as string).length).toBe(text.length);
    expect(found!['seen']).toBe(true);
    expect(tooLarge.code).toBe(17419);
  });

  it('lists the collections of a database, without dropped ones', async () => {
    await words.insertOne({ n: 1 });
    await words.createIndex({ n: 1 }, { unique: true }, {});
    const names = async () =>
      (await connection.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);

    const before = await names();
    await words.drop();

    expect(before).toContain(words.collectionName);
    expect(await names()).not.toContain(words.collectionName);
    expect(await words.countDocuments()).toBe(0);
    await words.insertMany([{ n: 1 }, { n: 1 }]);
  });
});
