import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../support/database';
import { type ServerProcess, startServer } from '../support/server-process';

const ENV = {
  MODE: 'production',
  JWT_SECRET: randomBytes(48).toString('base64url'),
  TRUST_PROXY: 'loopback',
  ADMIN_USERNAME: 'keeper',
  ADMIN_PASSWORD: 'a long password of the keeper',
};

/** Far more bytes than one address may send in a window of 20 seconds. */
const MOST_BODIES = 1000;
const BODY = JSON.stringify({ query: 'x'.repeat(1_000_000) });

let database: TestDatabase;
let processes: readonly ServerProcess[] = [];

beforeAll(async () => {
  database = testDatabase();
  const first = await startServer({ ...database.env, ...ENV });
  processes = [first, await startServer({ ...database.env, ...ENV })];
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop('SIGKILL')));
  await database.drop();
});

const ask = (process: number, address: string, body?: string) =>
  fetch(`${processes[process]?.url ?? ''}/${body ? 'graphql' : 'lexicon/articles'}`, {
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body }),
  });

/** Sends bodies until the budget is used up, with enough of the window left to look at the consequences. */
async function refusal(address: string): Promise<Response> {
  for (let n = 0; n < MOST_BODIES; n++) {
    const answer = await ask(0, address, BODY);
    if (answer.status === 429 && Number(answer.headers.get('retry-after')) >= 5) return ask(0, address);
    if (answer.status === 429) await sleep(5000);
  }
  throw new Error('The budget was never used up');
}

test('every process refuses a caller that has used up its budget of work until the next window, and no other caller', async () => {
  const refused = await refusal('198.51.100.7');
  const elsewhere = await ask(1, '198.51.100.7');
  const other = await ask(0, '198.51.100.8');

  const retryAfter = Number(refused.headers.get('retry-after'));
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(20);
  // The other process learns of it by the next thing that it is told of this caller.
  expect([206, 429]).toContain(elsewhere.status);
  expect(other.status).toBe(206);
  await sleep(retryAfter * 1000);
  expect((await ask(0, '198.51.100.7')).status).toBe(206);
});

test('answers say what a caller may use, and what is left', async () => {
  const { headers } = await ask(0, '203.0.113.5');

  expect(headers.get('x-work-policy')).toBe(
    'database-ms=6000;w=20, thread-ms=6000;w=20, bytes=134217728;w=20',
  );
  expect(headers.get('x-work-remaining')).toMatch(/^database-ms=\d+00, thread-ms=\d+00, bytes=\d+$/);
  expect(headers.get('server-timing')).toBeNull();
});
