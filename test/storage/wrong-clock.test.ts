import { DeliveryState } from '../../src/domain/chatbot/channels/delivery';
import { AttemptCounter } from '../../src/storage/accounts/attempt-limits';
import { DeliveryRepository } from '../../src/storage/applications/delivery-repository';
import { MigrationLock } from '../../src/storage/migrations/migration-lock';
import { migrate } from '../../src/storage/migrations/migrate';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import type { Models } from '../../src/storage/models';
import { SessionRepository } from '../../src/storage/accounts/session-repository';
import { testModels } from '../support/storage';

const DAY_MS = 86_400_000;
const LOCK = 'some-lock';

let models: Models;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ models, close } = await testModels());
  await migrate({ models, migrations: MIGRATIONS, report: () => undefined });
});
afterAll(() => close());
afterEach(() => jest.restoreAllMocks());

/** A time that a clock which is 40 days ahead gives. */
const ahead = (ms = 0) => new Date(Date.now() + 40 * DAY_MS + ms);

describe('state left by a clock that was 40 days ahead', () => {
  test('a full count of attempts ends after the length of its window', async () => {
    const counter = new AttemptCounter(models.articles.db, 'some', { points: 5, duration: 600 });
    const stored = { key: 'some:a', points: 9, expire: ahead(600_000) };
    await models.attempts.collection.insertOne({ ...stored });

    const refused = await counter.take('a');
    const after = await models.attempts.collection.findOne({ key: 'some:a' });

    expect(refused).toEqual({ isAllowed: false, remaining: 0, resetsAfter: 600 });
    expect((after?.['expire'] as Date).getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
    expect(after?.['points']).toBe(10);
  });

  test('a count below the limit keeps its attempts', async () => {
    const counter = new AttemptCounter(models.articles.db, 'some', { points: 5, duration: 600 });
    await models.attempts.collection.insertOne({ key: 'some:b', points: 3, expire: ahead(600_000) });

    expect([await counter.take('b'), await counter.take('b'), await counter.take('b')]).toMatchObject([
      { isAllowed: true, remaining: 1, resetsAfter: 600 },
      { isAllowed: true, remaining: 0 },
      { isAllowed: false },
    ]);
  });

  test('an old session lasts as long as others from its first use', async () => {
    const sessions = new SessionRepository(models);
    const session = {
      ...({ _id: 'far', kind: 'user', accountId: '1', name: 'a', role: 'user' } as const),
      createdAt: ahead(),
      expiresAt: ahead(30 * 60_000),
    };
    await models.sessions.create([session]);

    const found = await sessions.find('far');
    const again = await sessions.find('far');

    expect(found?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 30 * 60_000);
    expect(found?.expiresAt.getTime()).toBeGreaterThan(Date.now());
    expect(again).toMatchObject({ createdAt: found?.createdAt, expiresAt: found?.expiresAt });
  });

  test('an answer to a channel is delivered, and its person is not locked', async () => {
    const deliveries = new DeliveryRepository(models);
    const start = {
      _id: 'far',
      applicationId: 'b1',
      connector: 'telephony' as const,
      messageId: 'm1',
      to: 'ada',
      owner: 'killed',
      place: ahead().toISOString(),
    };
    const later = ahead().getTime();
    await deliveries.begin(start);
    await deliveries.change(start, { state: DeliveryState.WAITING, isWritten: true, nextAt: later });
    const lock = { _id: 'ada', applicationId: 'b1', conversation: null, owner: 'killed', until: later };
    await models.senders.create([lock]);

    const due = await deliveries.due(10, []);
    const taken = await deliveries.take('far', 'one', 60_000);
    const sender = await deliveries.lockSender({ _id: 'ada', applicationId: 'b1', owner: 'one' }, 30_000);

    expect(due).toEqual([{ _id: 'far', applicationId: 'b1' }]);
    expect(taken).toMatchObject({ owner: 'one', attempts: 1 });
    expect(sender).toMatchObject({ owner: 'one' });
    expect(await deliveries.due(10, [])).toEqual([]);
    expect(await deliveries.take('far', 'two', 60_000)).toBeUndefined();
    expect(
      await deliveries.lockSender({ _id: 'ada', applicationId: 'b1', owner: 'two' }, 30_000),
    ).toBeUndefined();
  });

  test('the lock of a process that was killed is taken over once its lease was seen unchanged for its length', async () => {
    const now = performance.now.bind(performance);
    let passed = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    const stored = { _id: LOCK as never, owner: 'killed', until: ahead().getTime() };
    await models.system.collection.insertOne(stored);
    const lock = new MigrationLock(models.system, LOCK);

    expect(await lock.take()).toBe(false);
    passed = 16_000;
    // Its owner lives, by a clock that is ahead: it has renewed the lease.
    await models.system.updateOne({ _id: LOCK }, { $set: { until: stored.until + 1 } });
    expect(await lock.take()).toBe(false);
    passed = 32_000;
    expect(await lock.take()).toBe(true);
    await lock.confirm();
  });
});
