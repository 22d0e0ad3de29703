import { randomUUID } from 'node:crypto';
import {
  ADMIN_NAME,
  ADMIN_PASSWORD,
  clientOf,
  startWithAccounts,
  type AccountServer,
} from '../../support/accounts';
import { Failure } from '../../../src/shared/failure';
import { later } from '../../support/later';
import { startGateway, type TestGateway } from '../../support/gateway';

const SECRET = 'k9$Xw2!mQz7vB4nR6tY8uP1sD3fG5hJ0';
const MODE = { MODE: 'production', RATE_LIMITS: 'on', JWT_SECRET: SECRET };
const TOKENS = 40;

let one: AccountServer;
let two: TestGateway;

beforeAll(async () => {
  one = await startWithAccounts(MODE);
  two = await startGateway({ ...one.server.env, ...MODE });
});
afterAll(async () => {
  await two.close();
  await one.server.close();
});

test('tokens that are revoked on one gateway are refused by all others', async () => {
  const second = clientOf(two.url);
  const tokens: string[] = [];
  for (let n = 0; n < TOKENS; n++) tokens.push(await token());
  const isAccepted = async (sessionToken: string) =>
    (await second.rest('GET', '/lexicon/users', { token: sessionToken })).status === 200;
  expect(await isAccepted(tokens[0] ?? '')).toBe(true);

  const accepted: boolean[] = [];
  for (const sessionToken of tokens) {
    await one.graphql('mutation { logOut { endedSessions userErrors { code message } } }', {}, sessionToken);
    accepted.push(await isAccepted(sessionToken));
  }

  expect(accepted.filter(Boolean)).toEqual([]);
});

describe('a login that is renewed', () => {
  const LOGIN = 'login { token refreshToken expiresAt refreshExpiresAt } userErrors { code }';
  interface Login {
    readonly token: string;
    readonly refreshToken: string;
    readonly expiresAt: string;
  }
  const clients = () => [one, clientOf(two.url)] as const;
  const at = <Result>(minutes: number, run: () => Promise<Result>) => later(minutes * 60_000, run);
  const logIn = async (): Promise<Login> => {
    const query = `mutation ($p: String!) { logIn(username: "${ADMIN_NAME}", password: $p, refreshable: true) { ${LOGIN} } }`;
    return (await one.graphql(query, { p: ADMIN_PASSWORD })).data['logIn'] as Login;
  };
  const renew = async (refreshToken: string, client: Pick<AccountServer, 'graphql'> = one) => {
    const query = `mutation ($t: String!) { refreshLogin(refreshToken: $t) { ${LOGIN} } }`;
    const { data, errors } = await client.graphql(query, { t: refreshToken });
    return { login: data['refreshLogin'] as Login | null, code: errors[0]?.extensions['code'] };
  };
  /** The same later, without requests, whose limits have clocks of their own. */
  const renewAt = (minutes: number, refreshToken: string, of = one.server.gateway) =>
    at(minutes, async () => {
      const login = await of.logins.refresh(refreshToken).catch((error: unknown) => error as Failure);
      if (login instanceof Failure) return { code: login.reason, refreshToken };
      const { state } = await one.server.gateway.sessions.inspect(login.token, ['lexicon']);
      return { code: undefined, state, refreshToken: login.refresh?.token ?? '' };
    });
  const isGood = async (sessionToken: string) =>
    (await one.rest('GET', '/lexicon/users', { token: sessionToken })).status === 200;

  test('continues in every process, with a token of 30 minutes each time', async () => {
    const login = await logIn();
    const first = await at(31, () => one.server.gateway.sessions.inspect(login.token, ['lexicon']));
    const renewed = await renewAt(31, login.refreshToken, two.gateway);
    const last = await renewAt(31 + 23 * 60, renewed.refreshToken);
    const expired = await renewAt(31 + 48 * 60, last.refreshToken);

    expect(new Date(login.expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    expect(renewed.refreshToken).not.toBe(login.refreshToken);
    expect([first.state, renewed.state, last.state]).toEqual(['invalid', 'live', 'live']);
    expect(expired.code).toBe('UNAUTHENTICATED');
  });

  test('ends after thirty days, however often it is renewed', async () => {
    let { refreshToken } = await logIn();
    const codes: unknown[] = [];
    for (let day = 0.9; day < 31; day += 0.9) {
      const renewed = await renewAt(day * 24 * 60, refreshToken);
      codes.push(renewed.code);
      ({ refreshToken } = renewed);
    }
    expect(codes.filter((code) => code === undefined)).toHaveLength(33);
    expect(codes.at(-1)).toBe('UNAUTHENTICATED');
  });

  test('answers simultaneous requests equally, and ends if a used refresh token is sent later', async () => {
    const { refreshToken } = await logIn();
    const all = await Promise.all(Array.from({ length: 4 }, (_, n) => renew(refreshToken, clients()[n % 2])));
    const next = new Set(all.map(({ login }) => login?.refreshToken));
    expect(next.size).toBe(1);
    const [renewed = ''] = next;

    expect((await renewAt(0.5, refreshToken)).refreshToken).toBe(renewed);
    expect((await renewAt(2, renewed)).code).toBeUndefined();
    expect((await renew(refreshToken)).code).toBe('UNAUTHENTICATED');
    expect((await renew(renewed)).code).toBe('UNAUTHENTICATED');
    expect(await isGood(all[0]!.login!.token)).toBe(false);
    const { data } = await one.graphql(
      '{ auditLog(first: 1, filter: { action: REFRESH_LOGIN }, sort: DESC) { nodes { name role outcome } } }',
      {},
      await token(),
    );
    expect(data['auditLog']).toEqual({
      nodes: [{ name: expect.any(String) as string, role: 'ANONYMOUS', outcome: 'UNAUTHENTICATED' }],
    });
  });

  test('ends with its account, its password or by logging out', async () => {
    const user = { username: 'leaver', password: 'a password of leaver' };
    await one.rest('POST', '/lexicon/users', { token: one.admin, body: { user } });
    const ends = [
      `updateUser(user: "leaver", input: { isDisabled: true }) { user { number } userErrors { code } }`,
      `updateUser(user: "leaver", input: { role: ADMIN }) { user { number } userErrors { code } }`,
    ];
    const query = `mutation ($p: String!) { logIn(username: "leaver", password: $p, refreshable: true) { ${LOGIN} } }`;
    const codes: unknown[] = [];
    for (const end of ends) {
      const { data } = await one.graphql(query, { p: user.password });
      const login = data['logIn'] as Login;
      await one.graphql(`mutation { ${end} }`, {}, one.admin);
      codes.push((await renew(login.refreshToken, clients()[1])).code);
      const restored = 'input: { isDisabled: false, role: USER }';
      await one.graphql(
        `mutation { updateUser(user: "leaver", ${restored}) { user { number } userErrors { code } } }`,
        {},
        one.admin,
      );
    }
    const login = (await one.graphql(query, { p: user.password })).data['logIn'] as Login;
    await one.graphql('mutation { logOut { endedSessions userErrors { code } } }', {}, login.token);
    codes.push((await renew(login.refreshToken)).code);

    expect(codes).toEqual(ends.concat('logOut').map(() => 'UNAUTHENTICATED'));
  });
});

/** A token of the admin without the cost of a password. */
async function token(): Promise<string> {
  const { sessions, storage } = one.server.gateway;
  const user = await storage.users.findByKey(ADMIN_NAME.toLowerCase());
  if (!user) throw new Error('there is no admin');
  const owner = {
    kind: 'user',
    accountId: String(user.number),
    name: randomUUID(),
    role: 'admin',
    lifetime: 60,
  } as const;
  const { token: made, record } = sessions.prepare(owner);
  await storage.users.openSession(user, record);
  return made;
}
