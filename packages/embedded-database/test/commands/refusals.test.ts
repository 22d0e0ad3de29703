import { REFUSED, UNKNOWN_TO_MONGODB, type Refusal } from './refused-commands';
import { connectEmbedded, failureOf, type Connection } from '../support/engines';

/**
 * Only for the embedded engine: features of MongoDB that it does not support must fail with an error code of MongoDB and a message that
 * names the feature. These tests always use the embedded engine.
 */
it('at least a hundred refusals are known', () => {
  expect(new Set(REFUSED.map((refusal) => JSON.stringify(refusal))).size).toBeGreaterThan(100);
});

describe('a command outside of the supported profile', () => {
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

  it.each(REFUSED.filter(([named]) => !UNKNOWN_TO_MONGODB.has(named)))(
    'is distinguished from a typing error: %s',
    async (_named, command) => {
      const error = await failureOf(connection.db.command(command).then(thrown));

      expect(error.message).toContain('outside the profile of the embedded database');
    },
  );

  it.each<Refusal>([
    ['fnd', { fnd: 'words' }, 59],
    ['find.fitler', { find: 'words', fitler: {} }, 40415],
    ['$gr', { find: 'words', filter: { a: { $gr: 1 } } }, 2],
    ['$not', { find: 'words', filter: { $not: [{ a: 1 }] } }, 2],
    ['$sett', { update: 'words', updates: [{ q: {}, u: { $sett: { a: 1 } } }] }, 9],
    ['$mtach', { aggregate: 'words', pipeline: [{ $mtach: {} }], cursor: {} }, 40324],
  ])('is distinguished from a typing error by the message: %s', async (named, command, code) => {
    const error = await failureOf(connection.db.command(command).then(thrown));

    expect([error.code, error.message]).toEqual([code, expect.stringContaining(named)]);
    if (named !== '$not') expect(error.message).not.toContain('profile');
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

  it('is refused where a document has an array within the path of an index, a sort or a projection', async () => {
    const words = connection.db.collection('arrays');
    await words.insertOne({ parts: [{ lang: 'fr' }] });

    const errors = await Promise.all([
      failureOf(words.createIndex({ 'parts.lang': 1 }, {}, {})),
      failureOf(words.find().sort({ 'parts.lang': 1 }).toArray()),
      failureOf(words.find({}, { projection: { 'parts.lang': 1 } }).toArray()),
    ]);

    expect(errors.map(({ code }) => code)).toEqual([238, 238, 238]);
    for (const { message } of errors) expect(message).toContain('parts');
    expect(await words.countDocuments({ 'parts.lang': 'fr' })).toBe(1);
  });

  it('is refused in a transaction: making indexes', async () => {
    const session = connection.client.startSession();
    session.startTransaction();

    const error = await failureOf(connection.db.collection('words').createIndex({ a: 1 }, {}, { session }));

    expect(error.code).toBe(263);
    await session.endSession();
  });

  it('is refused for retryable writes', async () => {
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

/** Throws the first error of a statement in a reply, which `command` does not throw. */
function thrown(answer: Record<string, unknown>): void {
  const [first] = (answer['writeErrors'] ?? []) as readonly {
    readonly code: number;
    readonly errmsg: string;
  }[];
  if (first) throw Object.assign(new Error(first.errmsg), { code: first.code });
}
