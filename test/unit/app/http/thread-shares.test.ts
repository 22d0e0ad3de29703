import { ThreadShares } from '../../../../src/app/http/thread-shares';

test('a caller may take a burst and then a quarter of the time, and pays with the time that passes', () => {
  let now = 0;
  const shares = new ThreadShares(() => now);

  shares.charge('a', 250);
  expect(shares.isExceeded('a')).toBe(false);
  shares.charge('a', 50);
  expect(shares.isExceeded('a')).toBe(true);
  expect(shares.isExceeded('b')).toBe(false);
  expect(shares.isExceeded(undefined)).toBe(false);
  now += 199;
  expect(shares.isExceeded('a')).toBe(true);
  now += 2;
  expect(shares.isExceeded('a')).toBe(false);
});

test('a debt that is paid is forgotten', () => {
  let now = 0;
  const shares = new ThreadShares(() => now);
  shares.charge('a', 100);

  now += 1000;
  shares.charge('a', 250);

  expect(shares.isExceeded('a')).toBe(false);
});
