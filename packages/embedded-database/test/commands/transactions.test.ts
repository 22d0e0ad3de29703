import { ObjectId, type ClientSession, type Collection } from 'mongodb';
import { connect, failureOf, type Connection } from '../support/engines';

describe('transactions', () => {
  let connection: Connection;
  let accounts: Collection;
  let sessions: ClientSession[];

  beforeAll(async () => {
    connection = await connect();
  });
  afterAll(() => connection.close());
  beforeEach(async () => {
    accounts = connection.db.collection(`accounts_${new ObjectId().toHexString()}`);
    await accounts.createIndex({ owner: 1 }, { unique: true }, {});
    await accounts.insertMany([
      { _id: 1 as never, owner: 'awa', n: 10 },
      { _id: 2 as never, owner: 'bakary', n: 20 },
    ]);
    sessions = [];
  });
  afterEach(async () => {
    for (const session of sessions) await session.endSession();
  });

  function begin(): ClientSession {
    const session = connection.client.startSession();
    session.startTransaction();
    sessions.push(session);
    return session;
  }

  it('show their changes to themselves, and to others once they commit', async () => {
    const session = begin();

    await accounts.updateOne({ _id: 1 as never }, { $set: { n: 11 } }, { session });
    await accounts.insertOne({ _id: 3 as never, owner: 'coumba', n: 30 }, { session });
    await accounts.deleteOne({ _id: 2 as never }, { session });
    const inside = await accounts.find({}, { session }).sort({ owner: 1 }).toArray();
    const outside = await accounts.find().sort({ owner: 1 }).toArray();
    await session.commitTransaction();
    const after = await accounts.find().sort({ owner: 1 }).toArray();

    expect(inside.map(({ n }) => n as number)).toEqual([11, 30]);
    expect(outside.map(({ n }) => n as number)).toEqual([10, 20]);
    expect(after).toEqual(inside);
  });

  it('read the state in which they began', async () => {
    const session = begin();
    await accounts.findOne({ _id: 2 as never }, { session });

    await accounts.updateOne({ _id: 1 as never }, { $set: { n: 99 } });

    expect((await accounts.findOne({ _id: 1 as never }, { session }))!['n']).toBe(10);
    await session.commitTransaction();
    expect((await accounts.findOne({ _id: 1 as never }))!['n']).toBe(99);
  });

  it('leave no changes when they are aborted', async () => {
    const session = begin();

    await accounts.updateMany({}, { $inc: { n: 1 } }, { session });
    await session.abortTransaction();

    expect((await accounts.find().sort({ _id: 1 }).toArray()).map(({ n }) => n as number)).toEqual([10, 20]);
  });

  it('fail at once when another one has changed the document', async () => {
    const [first, second] = [begin(), begin()];
    await accounts.updateOne({ _id: 1 as never }, { $inc: { n: 1 } }, { session: first });

    const error = await failureOf(
      accounts.updateOne({ _id: 1 as never }, { $inc: { n: 5 } }, { session: second }),
    );
    await first.commitTransaction();

    expect(error.code).toBe(112);
    expect(error.errorLabels).toContain('TransientTransactionError');
    expect((await accounts.findOne({ _id: 1 as never }))!['n']).toBe(11);
  });

  it('fail when a plain write has changed the document since they began', async () => {
    const session = begin();
    await accounts.findOne({}, { session });
    await accounts.updateOne({ _id: 1 as never }, { $inc: { n: 1 } });

    const error = await failureOf(accounts.updateOne({ _id: 1 as never }, { $inc: { n: 5 } }, { session }));

    expect(error.code).toBe(112);
    expect(error.errorLabels).toContain('TransientTransactionError');
  });

  it('fail when a plain write has changed the document and another has restored it', async () => {
    const session = begin();
    await accounts.findOne({ _id: 1 as never }, { session });
    await accounts.updateOne({ _id: 1 as never }, { $set: { n: 99 } });
    await accounts.updateOne({ _id: 1 as never }, { $set: { n: 10 } });

    const error = await failureOf(accounts.updateOne({ _id: 1 as never }, { $set: { n: 5 } }, { session }));

    expect(error.code).toBe(112);
    expect(error.errorLabels).toContain('TransientTransactionError');
  });

  it('fail when another transaction has changed the document and a later one has restored it', async () => {
    const session = begin();
    await accounts.findOne({ _id: 1 as never }, { session });
    for (const n of [99, 10]) {
      const other = begin();
      await accounts.updateOne({ _id: 1 as never }, { $set: { n } }, { session: other });
      await other.commitTransaction();
    }

    const error = await failureOf(accounts.updateOne({ _id: 1 as never }, { $set: { n: 5 } }, { session }));

    expect(error.code).toBe(112);
  });

  it('fail when a unique value has been taken and given back since they began', async () => {
    const session = begin();
    await accounts.findOne({}, { session });
    await accounts.insertOne({ _id: 9 as never, owner: 'fatou' });
    await accounts.deleteOne({ _id: 9 as never });

    const error = await failureOf(accounts.insertOne({ owner: 'fatou' }, { session }));

    expect(error.code).toBe(112);
  });

  it('are not hindered by writes that changed nothing, were refused, or were aborted', async () => {
    const session = begin();
    await accounts.findOne({}, { session });
    await accounts.updateOne({ _id: 1 as never }, { $set: { n: 10 } });
    await failureOf(accounts.insertOne({ _id: 7 as never, owner: 'awa' }));
    const other = begin();
    await accounts.updateOne({ _id: 1 as never }, { $set: { n: 99 } }, { session: other });
    await other.abortTransaction();

    await accounts.updateOne({ _id: 1 as never }, { $set: { n: 5 } }, { session });
    await accounts.insertOne({ _id: 7 as never, owner: 'fatou' }, { session });
    await session.commitTransaction();

    expect(await accounts.countDocuments({ n: 5 })).toBe(1);
  });

  it('fail when two insert the same unique value', async () => {
    const [first, second] = [begin(), begin()];
    await accounts.insertOne({ owner: 'new' }, { session: first });

    const error = await failureOf(accounts.insertOne({ owner: 'new' }, { session: second }));
    await first.commitTransaction();

    expect(error.code).toBe(112);
    expect(await accounts.countDocuments({ owner: 'new' })).toBe(1);
  });

  it('are aborted by a duplicate key', async () => {
    const session = begin();
    await accounts.insertOne({ owner: 'x' }, { session });

    const duplicate = await failureOf(accounts.insertOne({ owner: 'awa' }, { session }));
    const next = await failureOf(accounts.findOne({}, { session }));

    expect(duplicate.code).toBe(11000);
    expect(next.code).toBe(251);
    await session.abortTransaction();
    expect(await accounts.countDocuments({ owner: 'x' })).toBe(0);
  });

  it('make a plain write of the same document wait, which then sees their changes', async () => {
    const session = begin();
    await accounts.updateOne({ _id: 1 as never }, { $inc: { n: 1 } }, { session });
    let isDone = false;

    const plain = accounts.updateOne({ _id: 1 as never }, { $inc: { n: 100 } }).then(() => (isDone = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const wasDoneBefore = isDone;
    await session.commitTransaction();
    await plain;

    expect(wasDoneBefore).toBe(false);
    expect((await accounts.findOne({ _id: 1 as never }))!['n']).toBe(111);
  });

  it('may be committed twice with the same answer', async () => {
    const session = begin();
    await accounts.updateOne({ _id: 1 as never }, { $inc: { n: 1 } }, { session });

    await session.commitTransaction();
    await session.commitTransaction();

    expect((await accounts.findOne({ _id: 1 as never }))!['n']).toBe(11);
  });

  it('do not lose an update among concurrent withTransaction calls', async () => {
    const transfer = () =>
      connection.client.withSession((session) =>
        session.withTransaction(async () => {
          const from = await accounts.findOne({ _id: 1 as never }, { session });
          await accounts.updateOne(
            { _id: 1 as never },
            { $set: { n: (from!['n'] as number) - 1 } },
            { session },
          );
          await accounts.updateOne({ _id: 2 as never }, { $inc: { n: 1 } }, { session });
        }),
      );

    await Promise.all(Array.from({ length: 10 }, transfer));

    expect((await accounts.find().sort({ _id: 1 }).toArray()).map(({ n }) => n as number)).toEqual([0, 30]);
  });

  it.each([{ n: { $gte: 1 } }, {}])('do not return documents that they have deleted: %j', async (filter) => {
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    await accounts.deleteMany({});
    await accounts.insertMany(numbers.map((n) => ({ _id: n as never, owner: `o${String(n)}`, n })));
    await accounts.createIndex({ n: 1 }, {}, {});
    const session = begin();
    const cursor = accounts.find(filter, { session, batchSize: 2 });

    const first = await cursor.next();
    await accounts.deleteMany({ n: { $gte: 6 } }, { session });
    const rest = await cursor.toArray();

    expect([first, ...rest].map((each) => Number(each?.['n']))).toEqual([1, 2, 3, 4, 5]);
  });

  it('give cursors over an index no document that they have changed so that it no longer matches', async () => {
    await accounts.deleteMany({});
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    await accounts.insertMany(numbers.map((n) => ({ _id: n as never, owner: `o${String(n)}`, n })));
    await accounts.createIndex({ n: 1 }, {}, {});
    const session = begin();
    const cursor = accounts.find({ n: { $gte: 1 } }, { session, batchSize: 2 });

    const first = await cursor.next();
    await accounts.updateMany({ n: { $gte: 6 } }, { $set: { n: 0 } }, { session });
    const rest = await cursor.toArray();

    expect([first, ...rest].map((each) => Number(each?.['n']))).toEqual([1, 2, 3, 4, 5]);
  });

  it('give their cursors the same state in every batch', async () => {
    await accounts.insertMany(Array.from({ length: 300 }, (_, n) => ({ owner: `o${n}`, n: 1 })));
    const session = begin();
    const cursor = accounts.find({ n: 1 }, { session, batchSize: 50 });
    await cursor.next();

    await accounts.deleteMany({ n: 1 });

    expect((await cursor.toArray()).length).toBe(299);
    await session.commitTransaction();
  });
});
