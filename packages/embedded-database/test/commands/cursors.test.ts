import { ObjectId, type Collection, type Document } from 'mongodb';
import { connect, failureOf, type Connection } from '../support/engines';

/** Identifiers of cursors must remain 64-bit integers. */
const exact = { promoteLongs: false };

describe('cursors', () => {
  let connection: Connection;
  let words: Collection;

  beforeAll(async () => {
    connection = await connect();
  });
  afterAll(() => connection.close());
  beforeEach(() => {
    words = connection.db.collection(`words_${new ObjectId().toHexString()}`);
  });

  function find(options: Document): Promise<Document> {
    return connection.db.command({ find: words.collectionName, ...options }, exact);
  }

  it('give 101 documents in the first batch, and the size that is asked for in later ones', async () => {
    await words.insertMany(Array.from({ length: 250 }, (_, n) => ({ n })));

    const first = await find({});
    const { id } = first['cursor'] as { id: unknown };
    const second = await connection.db.command(
      { getMore: id, collection: words.collectionName, batchSize: 100 },
      exact,
    );
    const third = await connection.db.command({ getMore: id, collection: words.collectionName }, exact);

    expect((first['cursor'] as { firstBatch: unknown[] }).firstBatch).toHaveLength(101);
    expect((second['cursor'] as { nextBatch: unknown[] }).nextBatch).toHaveLength(100);
    expect((third['cursor'] as { nextBatch: unknown[] }).nextBatch).toHaveLength(49);
    expect(String((third['cursor'] as { id: unknown }).id)).toBe('0');
  });

  it('keep a batch below 16 MB', async () => {
    const text = 'x'.repeat(1024 * 1024);
    for (let n = 0; n < 40; n++) await words.insertOne({ n, text });

    const cursor = words.find({}, { batchSize: 1000 });
    await cursor.next();

    expect(cursor.bufferedCount()).toBeLessThanOrEqual(15);
    expect(await cursor.toArray()).toHaveLength(39);
  });

  it('end when they are closed', async () => {
    await words.insertMany(Array.from({ length: 250 }, (_, n) => ({ n })));
    const { cursor } = (await find({ batchSize: 2 })) as { cursor: { id: unknown } };

    const killed = await connection.db.command(
      { killCursors: words.collectionName, cursors: [cursor.id] },
      exact,
    );
    const error = await failureOf(
      connection.db.command({ getMore: cursor.id, collection: words.collectionName }, exact),
    );

    expect(killed['cursorsKilled']).toHaveLength(1);
    expect(error.code).toBe(43);
  });

  it('stop at the limit and after a single batch', async () => {
    await words.insertMany(Array.from({ length: 250 }, (_, n) => ({ n })));

    const limited = await words.find().limit(150).toArray();
    const single = (await find({ batchSize: 5, singleBatch: true })) as {
      cursor: { id: unknown; firstBatch: unknown[] };
    };

    expect(limited).toHaveLength(150);
    expect(single.cursor.firstBatch).toHaveLength(5);
    expect(String(single.cursor.id)).toBe('0');
  });

  it('read 30,000 documents in the order of an index, each once', async () => {
    await words.createIndex({ n: 1 }, {}, {});
    for (let start = 0; start < 30_000; start += 10_000) {
      await words.insertMany(
        Array.from({ length: 10_000 }, (_, n) => ({ n: start + n, text: 'x'.repeat(100) })),
      );
    }

    let expected = 0;
    for await (const { n } of words.find({}, { sort: { n: 1 }, batchSize: 5000 })) {
      if (n !== expected) throw new Error(`${String(n)} came in the place of ${expected}`);
      expected++;
    }

    expect(expected).toBe(30_000);
  });

  it('are not disturbed by documents that are removed during the read', async () => {
    await words.insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
    const cursor = words.find({}, { batchSize: 10 });
    const seen = new Set<number>();

    for await (const { _id, n } of cursor) {
      expect(seen.has(n as number)).toBe(false);
      seen.add(n as number);
      await words.deleteOne({ _id });
    }

    expect(seen.size).toBe(500);
  });
});
