import { LoginLimits, networkMark } from '../../../../src/services/accounts/login-limits';
import type { AttemptLimit } from '../../../../src/storage/accounts/attempt-limits';

/** Counters as the database has them, in memory. */
function countersInMemory() {
  const counts = new Map<string, number>();
  const at = (name: string, key: string) => `${name} ${key}`;
  const attempts = (name: string, { points, duration }: AttemptLimit) => {
    const add = (key: string, amount: number) => {
      const count = (counts.get(at(name, key)) ?? 0) + amount;
      counts.set(at(name, key), count);
      return Promise.resolve({
        isAllowed: count <= points,
        remaining: points - count,
        resetsAfter: duration,
      });
    };
    return {
      take: (key: string) => add(key, 1),
      giveBack: (key: string) => add(key, -1),
      clear: (beginning: string) => {
        const found = [...counts.keys()].filter((key) => key.startsWith(at(name, beginning)));
        for (const key of found) counts.delete(key);
        return Promise.resolve(found.map((key) => key.slice(at(name, beginning).length)));
      },
    };
  };
  return attempts as unknown as ConstructorParameters<typeof LoginLimits>[0]['attempts'];
}

let limits: LoginLimits;
beforeEach(() => {
  limits = new LoginLimits({ attempts: countersInMemory() }, { isOn: true, sparesLoopback: true });
});

interface Attempt {
  readonly address?: string;
  readonly account?: string;
  readonly known?: { mark: string; seenAt: Date }[];
}

const attempt = ({ address = '192.0.2.1', account = 'user:awa', known }: Attempt, { isRight = false } = {}) =>
  limits.guard({ address, account, known }, () => Promise.resolve(isRight ? 'in' : undefined));
const refused = { reason: 'RATE_LIMITED', details: { retryAfter: 600 } };

async function fail(times: number, given: Attempt | ((n: number) => Attempt) = {}): Promise<void> {
  for (let n = 0; n < times; n++)
    expect(await attempt(typeof given === 'function' ? given(n) : given)).toBeUndefined();
}

test('allows five wrong passwords for an account from a network, and does not affect others', async () => {
  await fail(5);

  await expect(attempt({}, { isRight: true })).rejects.toMatchObject(refused);
  expect(await attempt({ account: 'user:musa' }, { isRight: true })).toBe('in');
  expect(await attempt({ address: '198.51.100.1' }, { isRight: true })).toBe('in');
});

test('right passwords do not count for an account, and each attempt does for a network', async () => {
  await fail(4);
  for (let n = 0; n < 15; n++) expect(await attempt({}, { isRight: true })).toBe('in');
  await fail(1);

  const tooMany = { reason: 'RATE_LIMITED', details: { retryAfter: 900 } };
  await expect(attempt({ account: 'user:musa' }, { isRight: true })).rejects.toMatchObject(tooMany);
});

test('fifty wrong passwords for an account from everywhere are the most, except from its own networks', async () => {
  await fail(50, (n) => ({ address: `198.51.100.${String(n)}` }));
  const [known, stranger] = ['203.0.113.5', '203.0.113.6'];
  const networks = [{ mark: networkMark('user:awa', known), seenAt: new Date() }];

  const tooMany = { reason: 'RATE_LIMITED', details: { retryAfter: 3600 } };
  await expect(attempt({ address: stranger, known: networks }, { isRight: true })).rejects.toMatchObject(
    tooMany,
  );
  expect(await attempt({ address: known, known: networks }, { isRight: true })).toBe('in');
  expect(await attempt({ address: stranger, account: 'user:musa' }, { isRight: true })).toBe('in');
});

test('the limits of an account are lifted with those of the networks that tried it', async () => {
  await fail(5);
  await fail(15, (n) => ({ account: `user:${String(n)}` }));
  await fail(44, (n) => ({ address: `198.51.100.${String(n)}` }));
  await expect(attempt({}, { isRight: true })).rejects.toMatchObject({ reason: 'RATE_LIMITED' });

  await limits.clear('user:awa');
  expect(await attempt({}, { isRight: true })).toBe('in');
  await fail(5);
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'requests from the machine itself, %s, are not counted',
  async (address) => {
    await fail(30, { address });

    expect(await attempt({ address }, { isRight: true })).toBe('in');
  },
);
