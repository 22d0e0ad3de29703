import { isCounted, networkOf, WorkBudgets } from '../../../../src/services/limits/request-limits';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:DB8::6', '2001:db8:0:0'],
  ['2001:0db8:0001::', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['1::2:3:4:5:6:7', '1:0:2:3'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  [true, true, '127.0.0.1', false],
  [true, true, '127.9.9.9', false],
  [true, true, '::1', false],
  [true, true, '::ffff:127.0.0.1', false],
  [true, true, '::FFFF:127.0.0.1', false],
  [true, true, '10.127.0.1', true],
  [true, true, '::12', true],
  [true, true, 'fe80::1', true],
  [true, false, '127.0.0.1', true],
  [false, false, '192.0.2.1', false],
  [false, true, '192.0.2.1', false],
])(
  'with limits %s and the own machine spared %s, %s is counted: %s',
  (isOn, sparesLoopback, address, counts) => {
    expect(isCounted({ isOn, sparesLoopback }, address)).toBe(counts);
  },
);

describe('the budget of work', () => {
  const attempts = () => ({ add: () => Promise.resolve(0) });
  let budgets: WorkBudgets;
  beforeEach(() => {
    // No window ends within a test.
    jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1, 0, 0, 5));
    budgets = new WorkBudgets({ attempts: attempts as never }, { isOn: true, sparesLoopback: true });
  });
  afterEach(() => jest.restoreAllMocks());
  const address = '192.0.2.1';

  test.each([
    ['user', { key: 'user:7', class: 'account' }],
    ['admin', { key: 'user:7', class: 'trusted' }],
    ['application', { key: 'application:7', class: 'account' }],
    ['platform', { key: 'application:7', class: 'trusted' }],
  ] as const)('of the role %s is %j', (role, caller) => {
    expect(budgets.ofAccount(role, '7', address)).toEqual(caller);
    expect(budgets.ofAccount(role, '7', '127.0.0.1')).toBeUndefined();
  });

  test('of an address is the budget of its network', () => {
    expect(budgets.ofAddress('2001:db8::1')).toEqual({ key: '2001:db8:0:0', class: 'address' });
    expect(budgets.ofAddress('::1')).toBeUndefined();
  });

  test.each(['databaseMs', 'threadMs', 'bytes'] as const)('is used up with its part %s', (part) => {
    const caller = { key: part, class: 'address' } as const;
    const full = budgets.stateOf(caller);
    const charge = budgets.chargeTo(caller);
    charge(part, full.limit[part]);
    const used = budgets.stateOf(caller);
    charge(part, 1);

    expect([full.exhausted, full.remaining]).toEqual([undefined, full.limit]);
    expect(used.remaining).toEqual({ ...full.limit, [part]: 0 });
    expect(budgets.stateOf(caller).exhausted).toBe(part);
    expect([used.resetsAfter, used.windowSeconds]).toEqual([15, 20]);
    expect(budgets.stateOf({ key: 'another', class: 'address' }).remaining).toEqual(full.limit);
    expect(budgets.stateOf({ ...caller, class: 'account' }).exhausted).toBeUndefined();
  });
});
