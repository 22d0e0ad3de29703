import { EJSON } from 'bson';
import fc from 'fast-check';
import { Binary, ObjectId, type Collection } from 'mongodb';
import { connect, eventually, failureOf, isEmbedded, type Connection } from '../support/engines';

describe('indexes', () => {
  let connection: Connection;
  let words: Collection;

  beforeAll(async () => {
    connection = await connect({ expirySeconds: 0.2 });
  });
  afterAll(() => connection.close());
  beforeEach(() => {
    words = connection.db.collection(`words_${new ObjectId().toHexString()}`);
  });

  async function ids(filter: object, sort: Record<string, 1 | -1> = { _id: 1 }): Promise<unknown[]> {
    return (await words.find(filter).sort(sort).toArray()).map(({ _id }) => _id as unknown);
  }

  it('are listed as they were made, and made again without an error', async () => {
    await words.createIndex({ a: 1, b: 1 }, {}, {});
    await words.createIndex({ a: 1, b: 1 }, {}, {});
    await words.createIndex({ c: 1 }, { name: 'by_c', unique: true }, {});

    expect(await words.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, b: 1 }, name: 'a_1_b_1' },
      { v: 2, key: { c: 1 }, name: 'by_c', unique: true },
    ]);
  });

  it('refuse another key under a name that is taken, and another name for the same index', async () => {
    await words.createIndex({ a: 1 }, { name: 'x' }, {});

    expect((await failureOf(words.createIndex({ b: 1 }, { name: 'x' }, {}))).code).toBe(86);
    expect((await failureOf(words.createIndex({ a: 1 }, { name: 'y' }, {}))).code).toBe(85);
    const both = words.createIndexes([
      { key: { b: 1 }, name: 'z' },
      { key: { a: 1 }, name: 'z' },
    ]);
    expect((await failureOf(both)).code).toBe(85);
  });

  it('lead to documents of all kinds of identifiers, after all kinds of values', async () => {
    const texts = fc.stringMatching(/^[ab\0ɛ]{0,30}$/);
    const identifiers = fc.oneof(
      fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
      texts,
      fc.stringMatching(/^[a-c]{10}$/), // as long a key as an ObjectId has
      fc.stringMatching(/^[a-c]{55,75}$/), // longer than what an entry's key repeats
      fc.uint8Array({ maxLength: 70 }).map((bytes) => new Binary(bytes)),
      fc.integer(),
      fc.constant(null),
    );
    const values = fc.oneof(texts, identifiers, fc.array(texts, { maxLength: 3 }));
    const documents = fc.uniqueArray(fc.record({ _id: identifiers, value: values }), {
      minLength: 5,
      maxLength: 40,
      selector: ({ _id }) => EJSON.stringify({ _id }),
    });
    await words.createIndex({ value: 1 }, {}, {});
    const shown = (found: object[]) => found.map((each) => EJSON.stringify(each)).sort();
    await fc.assert(
      fc.asyncProperty(documents, async (made) => {
        await words.deleteMany({});
        await words.insertMany(made as never[]);
        const removed = made.filter((_, at) => at % 3 === 0);
        await words.deleteMany({ _id: { $in: removed.map(({ _id }) => _id) } } as never);
        const remaining = made.filter((_, at) => at % 3 !== 0);

        for (const direction of [1, -1] as const)
          expect(shown(await words.find().sort({ value: direction }).toArray())).toEqual(shown(remaining));
        for (const { value } of remaining) {
          if (Array.isArray(value)) continue;
          const same = await words.find({ value } as never).toArray();
          const other = await words.find({ value, absent: null } as never, { sort: { _id: 1 } }).toArray();
          expect(shown(same)).toEqual(shown(other));
          expect(same.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('answer the same as without an index, for documents from before and after it was made', async () => {
    await words.insertMany([
      { _id: 1 as never, lang: 'wol', n: 3 },
      { _id: 2 as never, lang: 'bam', n: 1 },
    ]);
    await words.createIndex({ lang: 1, n: 1 }, {}, {});
    await words.insertMany([
      { _id: 3 as never, lang: 'wol', n: 7 },
      { _id: 4 as never, lang: 'wol' },
    ]);

    expect(await ids({ lang: 'wol' }, { n: -1 })).toEqual([3, 1, 4]);
    expect(await ids({ lang: 'wol', n: { $lt: 7 } })).toEqual([1]);
    expect(await ids({ lang: { $in: ['bam', 'wol'] }, n: { $gte: 1 } }, { n: 1 })).toEqual([2, 1, 3]);
    expect(await ids({ lang: /^wo/ }, { lang: 1, n: 1 })).toEqual([4, 1, 3]);
  });

  it('hold each element of an array, and find its document once', async () => {
    await words.createIndex({ tags: 1 }, {}, {});
    await words.insertMany([
      { _id: 1 as never, tags: ['noun', 'plural'] },
      { _id: 2 as never, tags: 'noun' },
      { _id: 3 as never, tags: [] },
    ]);

    expect(await ids({ tags: 'noun' })).toEqual([1, 2]);
    expect(await ids({ tags: { $in: ['noun', 'plural'] } })).toEqual([1, 2]);
    await words.updateOne({ _id: 1 as never }, { $set: { tags: ['plural'] } });
    expect(await ids({ tags: 'noun' })).toEqual([2]);
  });

  it('are bounded by two long lists at once', async () => {
    await words.createIndex({ n: 1 }, {}, {});
    await words.insertMany([1, 2, 3].map((n) => ({ _id: n as never, n: n * 9999 })));
    const numbers = Array.from({ length: 20_000 }, (_, n) => n);

    expect(await ids({ $and: [{ n: { $in: numbers } }, { n: { $in: numbers.toReversed() } }] })).toEqual([
      1, 2,
    ]);
  });

  it('that expire remove documents whose date has passed, and no others', async () => {
    await words.createIndex({ until: 1 }, { expireAfterSeconds: 10 }, {});
    const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

    await words.insertMany([
      { _id: 1 as never, until: ago(60) },
      { _id: 2 as never, until: ago(-60) },
      { _id: 3 as never, until: 'never' },
      { _id: 4 as never },
    ]);
    await eventually(
      async () => (await words.countDocuments({ _id: 1 as never })) === 0,
      isEmbedded ? 60 : 150,
    );

    expect(await ids({})).toEqual([2, 3, 4]);
  });
});
