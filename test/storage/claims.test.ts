import { randomUUID } from 'node:crypto';
import { RetryService } from '../../src/services/limits/retry.service';
import { ClaimRepository, claimMarkerOf } from '../../src/storage/accounts/claim-repository';
import type { Models } from '../../src/storage/models';
import { migrate } from '../../src/storage/migrations/migrate';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import { transactionsOf, type Transact } from '../../src/storage/mongo/transaction';
import { testModels } from '../support/storage';

let models: Models;
let close: () => Promise<void>;
let transact: Transact;
let retries: RetryService;

beforeAll(async () => {
  ({ models, close } = await testModels());
  await migrate({ models, migrations: MIGRATIONS, report: () => undefined });
  transact = transactionsOf(models.counters.db, { markWritten: claimMarkerOf(models) });
  retries = new RetryService({ claims: new ClaimRepository(models) }, () => 'a secret');
});
afterAll(() => close());

const RESPONSE = { status: 201, headers: {}, body: '{"password":"in the response"}' };
const asked = (key: string) => ({
  viewer: { role: 'anonymous' } as const,
  address: '127.0.0.1',
  key,
  content: 'POST / {"password":"in the request"}',
});
/** A write that counts how often it ran. */
const write = (_id: string) => () =>
  transact(async (session) => {
    await models.counters.updateOne({ _id }, { $inc: { value: 1 } }, { session, upsert: true });
    return RESPONSE;
  });
const valueOf = async (_id: string) =>
  (await models.counters.findOne({ _id }).lean<{ value: number }>())?.value ?? 0;
/** As if its process had died some time ago. */
const abandon = () => models.claims.updateMany({}, { $set: { until: new Date(0) } });

test('a write of a process that has died is not executed again', async () => {
  const name = randomUUID();
  // The process ends before it can store the response.
  const dead = new RetryService(
    {
      claims: Object.assign(new ClaimRepository(models), {
        complete: () => Promise.reject(new Error('died')),
      }),
    },
    () => 'a secret',
  );
  await dead.once(asked(name), write(name));
  await expect(retries.once(asked(name), write(name))).rejects.toMatchObject({ reason: 'REQUEST_RUNNING' });
  await abandon();

  await expect(retries.once(asked(name), write(name))).rejects.toMatchObject({ reason: 'ANSWER_LOST' });
  expect(await valueOf(name)).toBe(1);
});

test('a released claim can be taken over, and its first owner can no longer write', async () => {
  const name = randomUUID();
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const slow = retries.once(asked(name), () => held.then(write(name)));
  slow.catch(() => undefined);
  while ((await models.claims.countDocuments({ isWritten: false })) === 0) await Promise.resolve();
  await abandon();

  expect(await retries.once(asked(name), write(name))).toEqual({ response: RESPONSE, isReplay: false });
  goOn();
  await expect(slow).rejects.toMatchObject({ reason: 'CONFLICT' });
  expect(await valueOf(name)).toBe(1);
  expect(await retries.once(asked(name), write(name))).toEqual({ response: RESPONSE, isReplay: true });
});

test('neither request nor response is readable in the database', async () => {
  await retries.once(asked(randomUUID()), write('any'));
  const text = JSON.stringify(await models.claims.find({}).lean());

  expect(text).not.toMatch(/password|127\.0\.0\.1/);
});

test('a response that is too large to store is not repeated on a retry, and nothing is written again', async () => {
  const name = randomUUID();
  const large = { ...RESPONSE, body: 'x'.repeat(1_100_000) };
  await retries.once(asked(name), async () => ({ ...(await write(name)()), body: large.body }));

  await expect(retries.once(asked(name), write(name))).rejects.toMatchObject({ reason: 'ANSWER_LOST' });
  expect(await valueOf(name)).toBe(1);
});
