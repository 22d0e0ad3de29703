import { type Delivery, DeliveryState } from '../../src/domain/chatbot/channels/delivery';
import { DeliveryRepository } from '../../src/storage/applications/delivery-repository';
import { type TestStorage, testStorage } from '../support/storage';

const OF = { applicationId: 'b1', connector: 'telephony' } as const;

let storage: TestStorage;
let deliveries: DeliveryRepository;

beforeEach(async () => {
  storage = await testStorage();
  deliveries = new DeliveryRepository(storage.models);
});

afterEach(() => storage.close());

const start = (n: number, more: Partial<Delivery> = {}) => ({
  ...OF,
  _id: `d${String(n)}`,
  messageId: `m${String(n)}`,
  place: `2026-01-0${String(n)}`,
  to: 'ada',
  owner: 'first',
  ...more,
});

/** An answer that waits to be delivered. */
async function waiting(n: number, more: Partial<Delivery> = {}): Promise<void> {
  const one = start(n, more);
  await deliveries.begin(one);
  const answer = { reply: `answer ${String(n)}`, state: DeliveryState.WAITING, isWritten: true };
  await deliveries.change(one, { ...answer, conversation: 7 });
}

test('a message is processed once, unless the process that began it has written nothing', async () => {
  const begun = [await deliveries.begin(start(1)), await deliveries.begin(start(1, { owner: 'second' }))];
  const isFirst = await deliveries.change(start(1), { isWritten: true });
  const isSecond = await deliveries.change(start(1, { owner: 'second' }), { isWritten: true });

  expect(begun).toEqual([true, true]);
  expect([isFirst, isSecond]).toEqual([false, true]);
  expect(await deliveries.begin(start(1, { owner: 'third' }))).toBe(false);
  expect(await deliveries.of('b1', 'telephony', 10)).toEqual([
    expect.objectContaining({ ...start(1, { owner: 'second' }), isWritten: true, attempts: 0, reply: null }),
  ]);
});

test('an answer is claimed by one process, and later answers to the same person wait for it', async () => {
  await waiting(1);
  await waiting(2);
  await waiting(3, { to: 'bello' });

  const taken = await deliveries.take('d1', 'one', 60_000);
  const others = [
    await deliveries.take('d1', 'two', 60_000),
    await deliveries.take('d2', 'two', 60_000),
    await deliveries.take('d3', 'two', 60_000),
  ];

  expect(taken).toMatchObject({ owner: 'one', attempts: 1, reply: 'answer 1', conversation: 7 });
  expect(others).toEqual([undefined, 'held', expect.objectContaining({ owner: 'two' })]);
  expect(await deliveries.due(10, [])).toEqual([]);

  await deliveries.change(taken as Delivery, { state: DeliveryState.DELIVERED, status: 200 });
  await deliveries.release(taken as Delivery);

  expect(await deliveries.due(10, [])).toEqual([{ _id: 'd2', applicationId: 'b1' }]);
  expect(await deliveries.due(10, ['b1'])).toEqual([]);
  expect(await deliveries.take('d2', 'two', 60_000)).toMatchObject({ reply: 'answer 2' });
});

test('the oldest completed deliveries are deleted, and no waiting ones', async () => {
  await waiting(1);
  for (const n of [2, 3, 4]) await deliveries.begin(start(n));
  await deliveries.begin(start(5, { connector: 'teamChat' }));
  const messages = async () =>
    (await storage.models.deliveries.find().sort({ place: 1 }).lean()).map(({ messageId }) => messageId);

  await deliveries.trim('b1', 'telephony', 4);
  expect(await messages()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  await deliveries.trim('b1', 'telephony', 2);

  expect(await messages()).toEqual(['m1', 'm3', 'm4', 'm5']);
  expect([await deliveries.areWaiting('b1', 1), await deliveries.areWaiting('b1', 2)]).toEqual([true, false]);
});
