import { Long, type Timestamp } from 'mongodb';
import { connectEmbedded, failureOf, type Connection } from '../support/engines';

/**
 * Read concern "snapshot" outside transactions, as documented by MongoDB: the first read returns its cluster time, and later reads at
 * that time see the same state. These tests always use the embedded engine.
 */
let connection: Connection;

beforeEach(async () => {
  connection = await connectEmbedded();
});

afterEach(() => connection.close());

const range = (length: number) => Array.from({ length }, (_, n) => ({ n }));

test('all reads of a snapshot session see the moment of the first, also after writes', async () => {
  const { client, db } = connection;
  await db.collection('left').insertMany(range(500));
  await db.collection('right').insertMany(range(500));
  const session = client.startSession({ snapshot: true });

  const before = await db.collection('left').find({}, { session }).toArray();
  await db.collection('right').deleteMany({ n: { $lt: 100 } });
  await db.collection('right').insertOne({ n: 1000 });
  const inSession = await db.collection('right').find({}, { session, batchSize: 50 }).toArray();
  const outside = await db.collection('right').find().toArray();
  await session.endSession();

  expect([before.length, inSession.length, outside.length]).toEqual([500, 500, 401]);
  expect(inSession.some(({ n }) => n === 1000)).toBe(false);
});

test('a cursor continues after its session has ended, which loses its snapshot time', async () => {
  const { client, db } = connection;
  await db.collection('left').insertMany(range(300));
  const session = client.startSession({ causalConsistency: false });
  const { cursor } = (await db.command(
    { find: 'left', batchSize: 1, readConcern: { level: 'snapshot' } },
    { session },
  )) as { cursor: { id: bigint; atClusterTime: Timestamp } };
  await db.command({ endSessions: [session.id] });
  await db.collection('left').deleteMany({});

  const rest = await db.command(
    { getMore: Long.fromString(String(cursor.id)), collection: 'left' },
    { session },
  );
  const snapshotError = await failureOf(
    db
      .command(
        { find: 'left', readConcern: { level: 'snapshot', atClusterTime: cursor.atClusterTime } },
        { session },
      )
      .then(() => undefined),
  );

  expect((rest as { cursor: { nextBatch: unknown[] } }).cursor.nextBatch).toHaveLength(299);
  expect(snapshotError.code).toBe(239);
});

test.each([
  ['a write', { insert: 'left', documents: [{}] }],
  ['another level', { find: 'left', level: 'local' }],
])(
  'a cluster time is refused for %s',
  async (_name, { level = 'snapshot', ...command }: Record<string, unknown>) => {
    const { client, db } = connection;
    const session = client.startSession({ causalConsistency: false });
    const { cursor } = (await db.command(
      { find: 'left', readConcern: { level: 'snapshot' } },
      { session },
    )) as {
      cursor: { atClusterTime: Timestamp };
    };

    const error = await failureOf(
      db
        .command({ ...command, readConcern: { level, atClusterTime: cursor.atClusterTime } }, { session })
        .then(() => undefined),
    );

    expect(error.code).toBe(72);
  },
);
