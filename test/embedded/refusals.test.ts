import { connectEmbedded, failureOf, type Connection } from './support';

/**
 * For the embedded engine only: what MongoDB can do beyond the profile must fail loudly, with a code of MongoDB and a
 * message that names the thing. On another server these tests speak to the embedded engine all the same.
 */
const REFUSED: readonly (readonly [string, Record<string, unknown>, number])[] = [
  ['mapReduce', { mapReduce: 'words' }, 59],
  ['killSessions', { killSessions: [] }, 59],
  ['collStats', { collStats: 'words' }, 59],
  ['bulkWrite', { bulkWrite: 1 }, 59],
  ['find.hint', { find: 'words', hint: { _id: 1 } }, 40415],
  ['find.collation', { find: 'words', collation: { locale: 'fr' } }, 40415],
  ['find.noCursorTimeout', { find: 'words', noCursorTimeout: true }, 40415],
  ['find.let', { find: 'words', let: {} }, 40415],
  ['insert.foo', { insert: 'words', documents: [{}], foo: 1 }, 40415],
  [
    'update.updates.collation',
    { update: 'words', updates: [{ q: {}, u: { $set: { a: 1 } }, collation: {} }] },
    40415,
  ],
  ['delete.deletes.hint', { delete: 'words', deletes: [{ q: {}, limit: 1, hint: 'x' }] }, 40415],
  ['create.capped', { create: 'capped', capped: true, size: 1000 }, 40415],
  [
    'createIndexes.indexes.bits',
    { createIndexes: 'words', indexes: [{ key: { a: 1 }, name: 'a', bits: 2 }] },
    40415,
  ],
  ['collation', { createIndexes: 'words', indexes: [{ key: { a: 1 }, name: 'a', collation: {} }] }, 238],
  ["'a'", { createIndexes: 'words', indexes: [{ key: { a: 'text' }, name: 'a' }] }, 238],
  ['arrayFilters', { update: 'words', updates: [{ q: {}, u: { $set: { a: 1 } }, arrayFilters: [] }] }, 238],
  ['pipeline', { update: 'words', updates: [{ q: {}, u: [{ $set: { a: 1 } }] }] }, 238],
  ['afterClusterTime', { find: 'words', readConcern: { afterClusterTime: 1 } }, 72],
  ["'w'", { insert: 'words', documents: [{}], writeConcern: { w: 2 } }, 2],
  ['system', { insert: 'system.users', documents: [{}] }, 73],
];

describe('what is outside the profile', () => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectEmbedded();
    await connection.db.collection('words').insertOne({ n: 1 });
  });
  afterAll(() => connection.close());

  it.each(REFUSED)('is refused by name: %s', async (named, command, code) => {
    const error = await failureOf(connection.db.command(command).then(thrown));

    expect([error.code, error.message]).toEqual([code, expect.stringContaining(named)]);
    expect(await connection.db.collection('words').countDocuments({})).toBe(1);
  });

  it('is refused in a sort of more than 32 MB without an index', async () => {
    const words = connection.db.collection('large');
    const text = 'x'.repeat(1024 * 1024);
    for (let n = 0; n < 40; n++) await words.insertOne({ n, text });

    const error = await failureOf(words.find().sort({ n: 1 }).toArray());
    const [last] = await words.find().sort({ n: -1 }).limit(1).toArray();

    expect(error.code).toBe(292);
    expect(last!['n']).toBe(39);
  });

  it('is refused as MongoDB refuses it: two arrays in one index', async () => {
    const words = connection.db.collection('parallel');
    await words.createIndex({ a: 1, b: 1 }, {}, {});

    const error = await failureOf(words.insertOne({ a: [1, 2], b: [3, 4] }));

    expect(error.code).toBe(171);
    expect(await words.countDocuments()).toBe(0);
  });

  it('is refused in a transaction: making indexes', async () => {
    const session = connection.client.startSession();
    session.startTransaction();

    const error = await failureOf(connection.db.collection('words').createIndex({ a: 1 }, {}, { session }));

    expect(error.code).toBe(263);
    await session.endSession();
  });

  it('is refused for writes that are numbered to be repeated', async () => {
    const session = connection.client.startSession();
    const { id } = session.serverSession;

    const error = await failureOf(
      connection.db
        .admin()
        .command({ find: 'words', lsid: id, txnNumber: 1 }, { session: undefined as never }),
    );

    expect(error.code).toBe(20);
    await session.endSession();
  });
});

/** Errors of single statements stand in the answer; `command` does not throw them. */
function thrown(answer: Record<string, unknown>): void {
  const [first] = (answer['writeErrors'] ?? []) as readonly {
    readonly code: number;
    readonly errmsg: string;
  }[];
  if (first) throw Object.assign(new Error(first.errmsg), { code: first.code });
}
