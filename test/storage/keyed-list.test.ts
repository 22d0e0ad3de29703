import type { AuditRecord } from '../../src/domain/audit/audit-entry';
import { MAX_RESPONSE_BYTES, runInWork, Work } from '../../src/shared/work';
import { AuditRepository } from '../../src/storage/accounts/audit-repository';
import { readKeyedInSteps } from '../../src/storage/lists/keyed-list';
import { countNarrowed } from '../../src/storage/lists/narrowed-list';
import { recordCommands } from '../support/recorded-commands';
import { testStorage, type TestStorage } from '../support/storage';

/** Entries of one account, more than one read examines; a few of them, at the ends, are logouts. */
const COUNT = 10_600;
const LOGOUTS = [3, 700, 10_400, 10_500];

const sortKeyOf = (n: number) => `2026-01-01T00:00:00.${String(n).padStart(6, '0')}Z`;

let storage: TestStorage;
let audit: AuditRepository;

beforeAll(async () => {
  storage = await testStorage();
  audit = new AuditRepository(storage.models);
  const entries = Array.from({ length: COUNT }, (_, n) => ({
    entryId: String(n),
    at: new Date(),
    role: 'admin',
    accountId: '1',
    name: 'Root',
    place: sortKeyOf(n),
    action: LOGOUTS.includes(n) ? 'logOut' : 'logIn',
    target: null,
    outcome: 'done',
    requestId: 'r',
  }));
  await storage.models.audit.collection.insertMany(entries);
});
afterAll(() => storage.close());

const scope = { accountId: '1', action: 'logOut' } as const;
const sortKeys = (found: readonly AuditRecord[]) => found.map(({ place }) => place);

test.each([
  ['ASC', [3, 700], COUNT - 601],
  ['DESC', [10_500, 10_400, 700], 600],
] as const)(
  '%s: a page ends when the maximum number of entries has been examined, and the next page continues there',
  async (order, first, end) => {
    const { items: found, stoppedAt = '' } = await audit.read(scope, { order, limit: 5 });
    expect(sortKeys(found)).toEqual(first.map(sortKeyOf));
    expect(stoppedAt).toBe(sortKeyOf(end));

    const from = order === 'ASC' ? { after: stoppedAt } : { before: stoppedAt };
    const rest = await audit.read(scope, { order, limit: 5, ...from });
    expect(sortKeys([...found, ...rest.items])).toEqual(
      (order === 'ASC' ? LOGOUTS : LOGOUTS.toReversed()).map(sortKeyOf),
    );
    expect(rest.stoppedAt).toBeUndefined();
  },
);

test('a page that is full ends before the bound', async () => {
  const { items: found, stoppedAt } = await audit.read(scope, { order: 'ASC', limit: 1 });

  expect([sortKeys(found), stoppedAt]).toEqual([[sortKeyOf(3)], undefined]);
});

test('a total is counted while no more than the bound is examined', async () => {
  expect(await audit.total(scope, {})).toBeNull();
  expect(await audit.total({ accountId: '1' }, {})).toBeNull();
  expect(await audit.total(scope, { from: sortKeyOf(700) })).toBe(3);
  expect(await audit.total(scope, { from: sortKeyOf(600), before: sortKeyOf(10_500) })).toBe(2);
  expect(await audit.total({ action: 'logOut' }, {})).toBe(4);
});

test('a filter for several indexes is counted along the index with the fewest entries', async () => {
  const leads = [{ action: 'logOut' }, { accountId: '1' }];
  const asked = { ...scope };

  for (const given of [leads, leads.toReversed()]) {
    const { commands, stop } = recordCommands();
    const list = { key: 'place', leads: given, asked };
    const total = await countNarrowed(storage.models.audit, list, { from: sortKeyOf(COUNT - 300) });
    stop();

    expect(total).toBe(2);
    const [last] = commands.toReversed();
    expect(last?.command).toMatchObject({ pipeline: [{ $match: leads[0] }, {}, {}] });
  }
});

test.each(['ASC', 'DESC'] as const)(
  '%s: large documents are read a few at a time, whole and in order',
  async (order) => {
    const steps = { atOnce: 3, bytesOf: () => 1 };
    const query = { order, limit: 20, skip: 5, after: sortKeyOf(100), before: sortKeyOf(200) };
    const read = await readKeyedInSteps(storage.models.audit, { key: 'place' }, query, steps);

    const first = order === 'ASC' ? 106 : 194;
    const next = order === 'ASC' ? 1 : -1;
    expect(sortKeys(read)).toEqual(Array.from({ length: 20 }, (_, n) => sortKeyOf(first + n * next)));
  },
);

test('large documents are not read any further once the request has read too much', async () => {
  const bytesOf = jest.fn(() => MAX_RESPONSE_BYTES / 4);
  const query = { order: 'ASC', limit: 20 } as const;
  const read = () => readKeyedInSteps(storage.models.audit, { key: 'place' }, query, { atOnce: 3, bytesOf });

  await expect(runInWork(new Work(), read)).rejects.toThrow(/would exceed/);
  expect(bytesOf).toHaveBeenCalledTimes(5);
});
