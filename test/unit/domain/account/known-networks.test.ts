import { isKnownNetwork, withNetwork } from '../../../../src/domain/account/known-networks';

const DAY = 24 * 3_600_000;
const NOW = new Date('2026-06-01T12:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

test('a network is known for 90 days after the last login from it', () => {
  const known = [
    { mark: 'fresh', seenAt: ago(90 * DAY - 1) },
    { mark: 'stale', seenAt: ago(90 * DAY) },
  ];

  expect(isKnownNetwork(known, 'fresh', NOW)).toBe(true);
  expect(isKnownNetwork(known, 'stale', NOW)).toBe(false);
  expect(isKnownNetwork(known, 'another', NOW)).toBe(false);
  expect(isKnownNetwork([], 'fresh', NOW)).toBe(false);
});

test('the network of a login is the last one, once, and expired networks are removed', () => {
  const known = [
    { mark: 'a', seenAt: ago(3 * DAY) },
    { mark: 'stale', seenAt: ago(91 * DAY) },
    { mark: 'b', seenAt: ago(DAY) },
  ];

  expect(withNetwork(known, 'a', NOW)).toEqual([
    { mark: 'b', seenAt: ago(DAY) },
    { mark: 'a', seenAt: NOW },
  ]);
});

test('the last ten networks are kept', () => {
  const marks = Array.from({ length: 12 }, (_, i) => `n${String(i)}`);
  const known = marks.reduce<ReturnType<typeof withNetwork>>(
    (list, mark) => withNetwork(list, mark, NOW),
    [],
  );

  expect(known.map(({ mark }) => mark)).toEqual(marks.slice(2));
});

test('a time from a clock that was ahead counts as now', () => {
  const known = withNetwork([{ mark: 'ahead', seenAt: ago(-DAY) }], 'a', NOW);

  expect(known).toEqual([
    { mark: 'ahead', seenAt: NOW },
    { mark: 'a', seenAt: NOW },
  ]);
});
