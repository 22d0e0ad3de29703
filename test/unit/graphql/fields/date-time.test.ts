import { timeIn } from '../../../../src/graphql/fields/date-time';

test.each([
  ['2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00:00+01:00', '2026-01-31T11:00:00.000Z'],
  ['2026-01-31 12:00', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00:00+0100', '2026-01-31T11:00:00.000Z'],
])('%s is the time %s', (text, time) => {
  expect(timeIn(text)?.toISOString()).toBe(time);
});

test.each(['yesterday', '31/01/2026', '2026-13-01T00:00:00Z', '2026', '', null, undefined])(
  '%j states no time',
  (text) => {
    expect(timeIn(text)).toBeNull();
  },
);
