import { ThreadShares } from '../../../../src/http/admission/thread-limits';

let now: number;
let shares: ThreadShares;

beforeEach(() => {
  now = 0;
  shares = new ThreadShares(() => now);
});

test('delays a caller that uses more than average, and no others', () => {
  shares.charge('greedy', 400);
  shares.charge('reader', 160);

  expect(['greedy', 'reader', 'nobody', undefined].map((one) => shares.isExceeded(one))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('does not delay a single caller, or one that uses as much as all others', () => {
  shares.charge('a', 900);
  expect(shares.isExceeded('a')).toBe(false);
  shares.charge('b', 900);

  expect([shares.isExceeded('a'), shares.isExceeded('b')]).toEqual([false, false]);
});

test('little is never too much', () => {
  shares.charge('a', 100);
  shares.charge('b', 1);

  expect(shares.isExceeded('a')).toBe(false);
});

test('forgets past usage over time, and callers with it', () => {
  shares.charge('a', 400);
  shares.charge('b', 5);
  now += 500;
  expect(shares.isExceeded('a')).toBe(true);
  now += 600;
  expect(shares.isExceeded('a')).toBe(false);
  now += 10_000;
  shares.charge('c', 400);
  now += 250;
  shares.charge('c', 1);

  expect(shares.isExceeded('c')).toBe(false);
});
