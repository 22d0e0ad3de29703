import { ObjectId, type Collection, type Document } from 'mongodb';
import { connect, failureOf, type Connection } from '../support/engines';

describe('several queries in one command', () => {
  let connection: Connection;
  let words: Collection;
  let others: Collection;

  beforeAll(async () => {
    connection = await connect();
  });
  afterAll(() => connection.close());
  beforeEach(async () => {
    const name = new ObjectId().toHexString();
    words = connection.db.collection(`words_${name}`);
    others = connection.db.collection(`others_${name}`);
    await words.createIndex({ key: 1, place: 1 }, {}, {});
    await words.insertMany(
      Array.from({ length: 9 }, (_, n) => ({ n, key: ['a', `b${n % 3}`], place: 9 - n })),
    );
    await others.insertMany([{ text: 'x' }, { text: 'y' }]);
  });

  const aggregate = (pipeline: Document[], batchSize?: number) =>
    words.aggregate(pipeline, batchSize === undefined ? {} : { batchSize }).toArray();

  const united = (collection: Collection, pipeline: Document[]) => ({
    $unionWith: { coll: collection.collectionName, pipeline },
  });

  const COUNTING = { $group: { _id: 1, n: { $sum: 1 } } };

  it('gives what a find gives: filtered, sorted, skipped, limited and projected', async () => {
    const found = await aggregate([
      { $match: { key: { $in: ['b1', 'b2'] } } },
      ...[{ $sort: { place: 1 } }, { $skip: 1 }, { $limit: 3 }, { $project: { _id: 0, n: 1 } }],
    ]);

    const same = words.find({ key: { $in: ['b1', 'b2'] } }, { projection: { _id: 0, n: 1 } });
    expect(found).toEqual(await same.sort({ place: 1 }).skip(1).limit(3).toArray());
    expect(found).toEqual([{ n: 7 }, { n: 5 }, { n: 4 }]);
  });

  it('reads other collections and counts, and labels the results of each part', async () => {
    const found = await aggregate([
      ...[{ $match: { key: 'b0' } }, { $sort: { place: 1 } }, { $limit: 2 }],
      ...[{ $project: { _id: 0, n: 1 } }, { $set: { part: 1 } }],
      united(others, [{ $match: { text: 'y' } }, { $project: { _id: 0, text: 1 } }, { $set: { part: 2 } }]),
      united(words, [{ $match: { key: 'a' } }, { $limit: 5 }, COUNTING, { $set: { part: 3 } }]),
      united(words, [{ $match: { key: 'nothing' } }, COUNTING, { $set: { part: 4 } }]),
      united(connection.db.collection('missing'), [{ $match: {} }]),
    ]);

    expect(found).toEqual([
      { n: 6, part: 1 },
      { n: 3, part: 1 },
      { text: 'y', part: 2 },
      { _id: 1, n: 5, part: 3 },
    ]);
  });

  it('continues in further batches if the first is smaller', async () => {
    const part = [{ $match: { key: 'a' } }, { $sort: { place: 1 } }, { $project: { _id: 0, n: 1 } }];

    const found = await aggregate([...part, united(words, part)], 4);

    expect(found.map(({ n }) => n as number)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('sees in every part the writes of its transaction', async () => {
    await connection.client.withSession((session) =>
      session.withTransaction(async () => {
        await others.insertOne({ text: 'z' }, { session });
        const pipeline = [{ $match: { key: 'nothing' } }, united(others, [{ $match: { text: 'z' } }])];

        expect(await words.aggregate(pipeline, { session }).toArray()).toMatchObject([{ text: 'z' }]);
      }),
    );
  });

  it.each<[string, Document[], number]>([
    ['a filter that is wrong in a later part', [{ $match: { a: { $in: 1 } } }], 2],
    ['a limit of nothing', [{ $match: {} }, { $limit: 0 }], 15958],
    ['a skip of less than nothing', [{ $match: {} }, { $skip: -1 }], 5107200],
    ['a sort by nothing', [{ $match: {} }, { $sort: {} }], 15976],
    ['a projection of nothing', [{ $match: {} }, { $project: {} }], 51272],
    ['fields of nothing', [{ $match: {} }, { $set: {} }], 40177],
  ])('refuses %s as MongoDB does', async (_, part, code) => {
    expect((await failureOf(aggregate([{ $match: {} }, united(words, part)]))).code).toBe(code);
  });
});
