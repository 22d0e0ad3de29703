import { connectorsTo, SECRET, UPDATE } from '../../support/webhooks';
import { PASSWORD, PATH, startWithApplications, type ChatbotServer } from '../../support/applications';

let limited: ChatbotServer;
const headers = { 'x-forwarded-for': '203.0.113.7' };

beforeAll(async () => {
  limited = await startWithApplications({
    OPEN_REGISTRATION: 'true',
    RATE_LIMITS: 'on',
    TRUST_PROXY: 'loopback',
  });
});
afterAll(() => limited.server.close());

test('while registration is open anyone may create a few applications', async () => {
  const register = (n: number) => {
    const body = { name: `New ${String(n)}`, email: `new${String(n)}@example.org`, password: PASSWORD };
    return limited.rest('POST', PATH, { body, headers });
  };

  const responses = [];
  for (let i = 0; i < 6; i++) responses.push(await register(i));
  const list = await limited.rest('GET', PATH, { headers });

  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
  expect(responses[5]?.headers.get('retry-after')).not.toBeNull();
  expect(list.status).toBe(401);
});

test('an application accepts five wrong passwords, by name, by email or in A6, also after a change of its name', async () => {
  const { token } = await limited.register('Guessed');
  const logIn = (name: string, password: string) =>
    limited.rest('GET', `${PATH}/login`, { basic: [name, password], headers });
  const put = (body: object) => limited.rest('PUT', PATH, { token, body, headers });
  const change = { password: 'a new long password', old_password: 'wrong' };

  const guesses = [
    await logIn('Guessed', 'wrong'),
    await logIn('GUESSED@example.org', 'wrong'),
    await put(change),
    await put({ name: 'Renamed' }),
    await logIn('Renamed', 'wrong'),
    await put(change),
  ];
  const blocked = [
    await logIn('Renamed', PASSWORD),
    await logIn('guessed@example.org', PASSWORD),
    await put({ ...change, old_password: PASSWORD }),
  ];

  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 200, 401, 401]);
  expect(blocked.map(({ status }) => status)).toEqual([429, 429, 429]);
});

test('while a hundred answers of an application are waiting, it accepts no messages; old ones are deleted', async () => {
  const application = await limited.register('Stuck');
  const telephony = connectorsTo('https://example.org').instant_messaging;
  await limited.rest('PUT', PATH, { token: application.token, body: { connectors: { telephony } } });
  const secret = { 'x-telegram-bot-api-secret-token': SECRET };
  const hook = `/chatbot/connectors/${application.publicId}/telephony`;
  const post = () => limited.rest('POST', hook, { body: JSON.stringify(UPDATE), headers: secret });
  const { deliveries } = limited.server.gateway.storage;
  const wait = async (n: number, { isWritten = true } = {}) => {
    const names = { _id: `waits-${n}`, owner: 'test', messageId: `${n}`, place: `${n}`, to: 'x' };
    await deliveries.begin({ ...names, applicationId: application.publicId, connector: 'telephony' });
    const change = { state: 'waiting', isWritten, nextAt: Date.now() + 600_000 };
    await deliveries.change(names, change as object);
  };
  await Promise.all(Array.from({ length: 99 }, (_, n) => wait(n)));
  await wait(99, { isWritten: false });
  // It has no bot that could answer.
  expect((await post()).status).toBe(400);
  await wait(100);

  const refused = await post();

  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(refused.body['error']).toMatch(/are waiting for delivery/);

  const listed = () => deliveries.of(application.publicId, 'telephony', 200);
  const oldest = (await listed()).find(({ place }) => place === '0');
  await deliveries.release(oldest!);
  // The next answer to the same person may go.
  expect((await listed()).find(({ place }) => place === '1')?.nextAt).toBeLessThan(Date.now() + 300_000);
  expect((await listed()).find(({ place }) => place === '2')?.nextAt).toBeGreaterThan(Date.now() + 300_000);

  const listedPlaces = async () => (await listed()).map(({ place }) => place);
  expect(await listedPlaces()).toContain('0');
  await deliveries.change({ _id: 'waits-0', owner: 'test' }, { state: 'delivered' } as object);
  await deliveries.change({ _id: 'waits-99', owner: 'test' }, { state: 'delivered' } as object);
  await deliveries.trim(application.publicId, 'telephony', 1);
  // The newest one, and those that still wait.
  expect((await listedPlaces()).filter((place) => ['0', '99'].includes(place))).toEqual(['99']);
});
