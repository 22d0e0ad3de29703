import { setTimeout as sleep } from 'node:timers/promises';
import { SharedCount } from '../../../../src/services/limits/shared-count';

const LIMIT = { points: 1200, duration: 300 };
const NOON = Date.UTC(2026, 0, 1, 12);

/** What processes tell each other through, as the database would: sums by key, a moment later. */
function sharedSums() {
  const sums = new Map<string, number>();
  let told = 0;
  return {
    tellings: () => told,
    add: async (key: string, points: number) => {
      told++;
      await sleep(1);
      const sum = (sums.get(key) ?? 0) + points;
      sums.set(key, sum);
      return sum;
    },
  };
}

/** So many requests in turn over several processes; gives how many were allowed. */
async function allowedOf(requests: number, counts: readonly SharedCount[], key = 'a'): Promise<number> {
  let allowed = 0;
  for (let n = 0; n < requests; n++) {
    if (counts[n % counts.length]?.take(key).isAllowed) allowed++;
    // Let what was told arrive, as it does between requests.
    if (n % 5 === 0) await sleep(1);
  }
  return allowed;
}

test('one process allows exactly as many requests as there are points, and returns the state of a caller', async () => {
  const count = new SharedCount({ shared: sharedSums(), limit: LIMIT, now: () => NOON + 60_000 });

  const first = count.take('a');
  const allowed = 1 + (await allowedOf(1500, [count]));

  expect(first).toEqual({ isAllowed: true, remaining: 1199, resetsAfter: 240 });
  expect(allowed).toBe(1200);
  expect(count.take('a')).toEqual({ isAllowed: false, remaining: 0, resetsAfter: 240 });
  expect(count.take('b').isAllowed).toBe(true);
});

test('two processes together admit at most a block more than the limit, and never fewer', async () => {
  const shared = sharedSums();
  const counts = [1, 2].map(() => new SharedCount({ shared, limit: LIMIT, now: () => NOON }));

  const allowed = await allowedOf(2000, counts);

  expect(allowed).toBeGreaterThanOrEqual(1200);
  expect(allowed).toBeLessThanOrEqual(1250);
  expect(shared.tellings()).toBeLessThan(120);
});

test('a caller with fewer requests than a block costs no database command', async () => {
  const shared = sharedSums();
  const count = new SharedCount({ shared, limit: LIMIT, now: () => NOON });

  await allowedOf(49, [count]);

  expect(shared.tellings()).toBe(0);
});

test('a new window restarts the count', async () => {
  let now = NOON;
  const count = new SharedCount({ shared: sharedSums(), limit: LIMIT, now: () => now });
  await allowedOf(1300, [count]);
  expect(count.take('a').isAllowed).toBe(false);

  now += 300_000;

  expect(count.take('a')).toEqual({ isAllowed: true, remaining: 1199, resetsAfter: 300 });
});

test('each process counts for itself and refuses no one while the database is unavailable', async () => {
  const shared = { add: () => Promise.reject(new Error('away')) };
  const counts = [1, 2].map(() => new SharedCount({ shared, limit: LIMIT, now: () => NOON }));

  expect(await allowedOf(3000, counts)).toBe(2400);
});

test('counts that could not be reported are reported later', async () => {
  const sums = sharedSums();
  let isAway = true;
  const shared = {
    add: (key: string, points: number) =>
      isAway ? Promise.reject(new Error('away')) : sums.add(key, points),
  };
  const [one, two] = [1, 2].map(() => new SharedCount({ shared, limit: LIMIT, now: () => NOON }));
  if (!one || !two) throw new Error('there are two');
  await allowedOf(600, [one]);

  isAway = false;
  await allowedOf(100, [one]);

  expect(await allowedOf(1200, [two])).toBeLessThanOrEqual(600);
});

test('a flood of callers is forgotten from its beginning, so that memory stays bounded', () => {
  const count = new SharedCount({
    shared: sharedSums(),
    limit: { points: 2, duration: 300 },
    now: () => NOON,
  });
  count.take('first');
  for (let n = 0; n < 50_000; n++) count.take(`caller ${String(n)}`);

  expect(count.take('first').remaining).toBe(1);
  expect(count.take('caller 49999').remaining).toBe(0);
});
