import { hashPassword, isPassword } from '../../../../src/services/accounts/password';

beforeAll(() => {
  process.env['PASSWORD_COST'] = 'real';
});

/** A hash of this kind fills and reads 19 MiB twice: no machine does that in less, in microseconds of its processors. */
const MIN_WORK = 2000;

async function workOf(attempt: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await attempt();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test('a hash is argon2id at the documented cost and differs each time', async () => {
  const [one, two] = [await hashPassword('a password'), await hashPassword('a password')];

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
});

test('a password is right in every Unicode form, and no other is', async () => {
  const hash = await hashPassword('caf\u00e9 noir');

  expect(await isPassword(hash, 'cafe\u0301 noir')).toBe(true);
  expect(await isPassword(hash, 'cafe noir')).toBe(false);
});

test('an account that does not exist takes the work of a hash, too', async () => {
  expect(await isPassword(undefined, '')).toBe(false);
  expect(await workOf(() => isPassword(undefined, 'a guess'))).toBeGreaterThan(MIN_WORK);
});

test('a hash that is none is a wrong password, and no error', async () => {
  for (const hash of ['', 'nonsense', '$argon2id$v=19$m=19456,t=2,p=1$x$y'])
    expect(await isPassword(hash, 'a password')).toBe(false);
});
