import { randomUUID } from 'node:crypto';
import { ADMIN_NAME, clientOf, startWithAccounts, type AccountServer } from '../../support/accounts';
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

test('tokens that are revoked on one gateway are accepted by no other', async () => {
  const second = clientOf(two.url);
  const tokens = await Promise.all(Array.from({ length: TOKENS }, token));
  const isAccepted = async (given: string) =>
    (await second.rest('GET', '/lexicon/users', { token: given })).status === 200;
  expect(await isAccepted(tokens[0] ?? '')).toBe(true);

  const accepted: boolean[] = [];
  for (const given of tokens) {
    await one.graphql('mutation { logOut { endedSessions userErrors { code message } } }', {}, given);
    accepted.push(await isAccepted(given));
  }

  expect(accepted.filter(Boolean)).toEqual([]);
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
    lasts: 60,
  } as const;
  const { token: made, record } = sessions.prepare(owner);
  await storage.users.openSession(user, record);
  return made;
}
