import { ADMIN_NAME, ADMIN_PASSWORD, type AccountServer, startWithAccounts } from '../../support/accounts';
import { runCommand } from '../../support/command';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
});
afterAll(() => server.server.close());

const logIn = async (address: string, name: string, password: string) =>
  (
    await server.rest('GET', '/lexicon/login', {
      basic: [name, password],
      headers: { 'x-forwarded-for': address },
    })
  ).status;

/** Wrong passwords at an account, so many from each of so many networks. */
async function guess(
  name: string,
  { networks, each, block }: { networks: number; each: number; block: number },
) {
  const statuses: number[] = [];
  for (let n = 0; n < networks; n++)
    for (let i = 0; i < each; i++)
      statuses.push(await logIn(`198.51.${String(block)}.${String(n)}`, name, `guess ${String(i)}`));
  return statuses;
}

async function user(username: string): Promise<void> {
  const body = { user: { username, password: `the password of ${username}` } };
  await server.rest('POST', '/lexicon/users', { token: server.admin, body });
}

test('five wrong passwords block the network that they came from, and no other', async () => {
  await user('owner');
  const guesses = await guess('owner', { networks: 1, each: 6, block: 1 });

  expect(guesses).toEqual([403, 403, 403, 403, 403, 429]);
  expect(await logIn('198.51.1.0', 'owner', 'the password of owner')).toBe(429);
  expect(await logIn('192.0.2.1', 'owner', 'the password of owner')).toBe(200);
});

test('fifty wrong passwords an hour from all networks block an account, except for known networks; a reset lifts the block', async () => {
  await user('wanted');
  const password = 'the password of wanted';
  expect(await logIn('192.0.2.2', 'wanted', password)).toBe(200);

  const guesses = await guess('wanted', { networks: 13, each: 4, block: 2 });

  expect(guesses.filter((status) => status === 403)).toHaveLength(50);
  expect(guesses.slice(50)).toEqual([429, 429]);
  expect(await logIn('192.0.2.3', 'wanted', password)).toBe(429);
  expect(await logIn('192.0.2.2', 'WANTED', password)).toBe(200);

  const { stdout } = await runCommand('admin', ['reset', 'wanted'], server.server.env);
  const other = /shown only now: (\S+)/.exec(stdout)?.[1] ?? '';
  expect(await logIn('192.0.2.3', 'wanted', other)).toBe(200);
});

test('a known network has as many attempts as another', async () => {
  await user('neighbour');
  expect(await logIn('198.51.3.0', 'neighbour', 'the password of neighbour')).toBe(200);

  expect(await guess('neighbour', { networks: 1, each: 6, block: 3 })).toEqual([
    403, 403, 403, 403, 403, 429,
  ]);
});

test('the reset of a user lifts the limits of the networks that failed', async () => {
  await user('locked');
  await guess('locked', { networks: 1, each: 6, block: 4 });
  // The network has used up all its attempts, at other accounts as well.
  for (let n = 0; n < 15; n++) await logIn('198.51.4.0', `nobody ${String(n)}`, 'a guess');
  expect(await logIn('198.51.4.0', ADMIN_NAME, ADMIN_PASSWORD)).toBe(429);

  const { stdout } = await runCommand('admin', ['reset', 'locked'], server.server.env);
  const other = /shown only now: (\S+)/.exec(stdout)?.[1] ?? '';

  expect(await logIn('198.51.4.0', 'locked', other)).toBe(200);
});

test('one password tried for many users is verified twenty times per network', async () => {
  const names = Array.from({ length: 24 }, (_, n) => `member ${String(n)}`);
  for (const name of names) await user(name);

  const statuses: number[] = [];
  for (const name of names) statuses.push(await logIn('198.51.5.5', name, 'Sommer2026!'));
  // The last is nobody's guess: the right password waits as long as the wrong ones.
  const right = await logIn('198.51.5.5', 'member 0', 'the password of member 0');

  expect(statuses).toEqual(names.map((_, n) => (n < 20 ? 403 : 429)));
  expect(right).toBe(429);
  expect(await logIn('192.0.2.4', 'member 0', 'the password of member 0')).toBe(200);
});
