import { ObjectId, type Collection, type Filter } from 'mongodb';
import { connect, type Connection } from '../support/engines';

/** More than twice the number of entries that the engine skips in one step. */
const MANY = 20_500;

interface Word {
  readonly n: number;
  readonly side: string;
  readonly tags: readonly string[];
  /** In no index. */
  readonly isThird: boolean;
}

const WORDS: readonly Word[] = Array.from({ length: MANY }, (_, n) => ({
  n,
  side: n % 100 === 0 ? 'hidden' : 'shown',
  // Two words with the same beginning are two index entries of one document.
  tags: ['all', ...(n % 10 === 0 ? ['alle'] : []), ...(n % 3 === 0 ? ['third'] : [])],
  isThird: n % 3 === 0,
}));

describe('entries that are skipped', () => {
  let connection: Connection;
  let words: Collection<Word>;

  beforeAll(async () => {
    connection = await connect();
    words = connection.db.collection(`words_${new ObjectId().toHexString()}`);
    await words.createIndex({ side: 1, n: 1 }, {}, {});
    await words.createIndex({ tags: 1, n: 1 }, {}, {});
    for (let from = 0; from < MANY; from += 5_000) await words.insertMany(WORDS.slice(from, from + 5_000));
  });
  afterAll(() => connection.close());

  const numbersOf = (keep: (word: Word) => boolean) => WORDS.filter(keep).map(({ n }) => n);

  it.each([
    ['one value', { side: 'shown' }, ({ side }: Word) => side === 'shown'],
    [
      'one value and a range',
      { side: 'shown', n: { $gte: 150, $lt: 19_000 } },
      ({ side, n }: Word) => side === 'shown' && n >= 150 && n < 19_000,
    ],
    ['one value of arrays', { tags: 'all' }, () => true],
    [
      'what no index says',
      { side: 'shown', isThird: true },
      ({ side, isThird }: Word) => side === 'shown' && isThird,
    ],
    ['no document', { side: 'lost' }, () => false],
  ])('are skipped as if they had been read: %s', async (_, filter, keep) => {
    const expected = numbersOf(keep);
    const size = expected.length;
    for (const skip of [0, 1, 7, 9_999, 10_000, 10_001, Math.max(0, size - 1), size]) {
      for (const direction of [1, -1] as const) {
        const found = await words.find(filter).sort({ n: direction }).skip(skip).limit(3).toArray();
        const inOrder = direction === 1 ? expected : expected.toReversed();
        expect(found.map(({ n }) => n)).toEqual(inOrder.slice(skip, skip + 3));
      }
    }
    await expectCounts(filter, size);
  });

  it.each([
    ['a beginning', { tags: /^all/ }, MANY],
    ['several values', { tags: { $in: ['all', 'alle'] } }, MANY],
    [
      'several values, of which some documents have two',
      { tags: { $in: ['alle', 'third', 'lost'] } },
      numbersOf(({ n }) => n % 3 === 0 || n % 10 === 0).length,
    ],
    ['several values, one of which is there', { tags: { $in: ['alle', 'allez'] } }, MANY / 10],
    ['several values beside another', { tags: { $in: ['alle', 'allez'] }, n: { $lt: 1_000 } }, 100],
  ])('are counted once for each document: %s of arrays', (_, filter, size) => expectCounts(filter, size));

  async function expectCounts(filter: Filter<Word>, size: number): Promise<void> {
    for (const limit of [1, 9_999, 10_000, 10_001, 20_000, MANY])
      expect(await words.countDocuments(filter, { limit })).toBe(Math.min(size, limit));
    expect(await words.countDocuments(filter)).toBe(size);
  }

  it('show a transaction its own changes', async () => {
    const session = connection.client.startSession();
    session.startTransaction();
    const filter = { side: 'shown', n: { $gte: 5_000, $lt: 5_050 } };
    await words.deleteMany({ side: 'shown', n: { $gte: 5_010, $lt: 5_020 } }, { session });
    await words.insertOne({ n: 5_000.5, side: 'shown', tags: [], isThird: false }, { session });

    const found = await words.find(filter, { session }).sort({ n: 1 }).skip(9).limit(3).toArray();

    expect(found.map(({ n }) => n)).toEqual([5_009, 5_020, 5_021]);
    expect(await words.countDocuments(filter, { session })).toBe(40);
    await session.abortTransaction();
    await session.endSession();
    expect(await words.countDocuments(filter)).toBe(49);
  });
});
