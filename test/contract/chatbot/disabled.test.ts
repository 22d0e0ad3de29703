import { type ChatbotServer, PASSWORD, startWithApplications } from '../../support/applications';

const DISABLE = `mutation ($id: ID) {
  updateApplication(publicId: $id, input: { isDisabled: true }) { application { isDisabled } userErrors { code message } }
}`;

let server: ChatbotServer;

beforeAll(async () => {
  server = await startWithApplications();
});
afterAll(() => server.server.close());

const isGood = async (token: string) =>
  (await server.graphql('{ application { publicId } }', {}, token)).errors.length === 0;

async function fieldsOf(publicId: string): Promise<number> {
  const query = 'query ($id: ID) { application(publicId: $id) { fields(first: 1) { totalCount } } }';
  const { application } = (await server.execute(query, { id: publicId }, server.platform)) as unknown as {
    application: { fields: { totalCount: number } };
  };
  return application.fields.totalCount;
}

test('an application that is disabled while it writes stores nothing afterwards; concurrent writes of others continue', async () => {
  const { execute, graphql, register, platform } = server;
  const [ended, other] = [await register('Ended soon'), await register('Goes on')];
  const write = async (token: string) =>
    (
      await graphql(
        'mutation { createField(input: {}) { field { id } userErrors { code message } } }',
        {},
        token,
      )
    ).errors.map(({ extensions }) => extensions['code']);
  const running = [ended, other].map(async ({ token }) => {
    const codes: unknown[] = [];
    while (codes.length === 0 || (token === ended.token && codes.length < 40))
      codes.push(...(await Promise.all(Array.from({ length: 8 }, () => write(token)))).map(([code]) => code));
    return codes;
  });
  while ((await fieldsOf(ended.publicId)) === 0) await new Promise((resolve) => setImmediate(resolve));

  await execute(DISABLE, { id: ended.publicId }, platform);
  const acknowledged = await fieldsOf(ended.publicId);
  const [refused, stored] = await Promise.all(running);

  expect(await fieldsOf(ended.publicId)).toBe(acknowledged);
  expect(refused?.at(-1)).toBe('UNAUTHENTICATED');
  expect(new Set(stored)).toEqual(new Set([undefined]));
});

test('no token of logins that race with the disabling of an application is valid', async () => {
  const { execute, logInAs, register, platform } = server;
  const { name, publicId } = await register('Raced');
  const logins = Array.from({ length: 12 }, () => logInAs(name, PASSWORD));
  await logins[0];

  const disabled = await execute(DISABLE, { id: publicId }, platform);
  const responses = await Promise.all(logins);

  expect(disabled).toEqual({ updateApplication: { isDisabled: true } });
  const tokens = responses.flatMap(({ status, body }) => (status === 200 ? [String(body['token'])] : []));
  expect(tokens.length).toBeGreaterThan(0);
  expect(await Promise.all(tokens.map(isGood))).toEqual(tokens.map(() => false));
  const refused = responses.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(refused.length > 0 ? [401] : []));
});

test('a password that was right before the disabling opens no session', async () => {
  const { execute, register, platform } = server;
  const { publicId } = await register('Verified before');
  const { sessions, storage } = server.server.gateway;
  const [application] = await storage.applications.findMany([publicId]);
  if (!application) throw new Error('there is no such application');
  const owner = {
    kind: 'application',
    accountId: publicId,
    name: 'x',
    role: 'application',
    lifetime: 60,
  } as const;

  await execute(DISABLE, { id: publicId }, platform);

  expect(await storage.applications.openSession(application, sessions.prepare(owner).record)).toBe(false);
});

test('each login is a separate write, also concurrently, and conflicts with disabling the application', async () => {
  const { register, server: one } = server;
  const { publicId } = await register('Twice at once');
  const { sessions, storage } = one.gateway;
  const [application] = await storage.applications.findMany([publicId]);
  if (!application) throw new Error('there is no such account');
  const owner = { kind: 'application', accountId: publicId, name: 'x', role: 'application' } as const;
  const { record } = sessions.prepare({ ...owner, lifetime: 60 });
  const timeOf = async () => {
    const [found] = await storage.applications.findMany([publicId]);
    return (found as { lastLoginAt?: Date } | undefined)?.lastLoginAt?.getTime();
  };

  const times: (number | undefined)[] = [];
  for (let login = 0; login < 4; login += 1) {
    const { _id } = sessions.prepare({ ...owner, lifetime: 60 }).record;
    expect(await storage.applications.openSession(application, { ...record, _id })).toBe(true);
    times.push(await timeOf());
  }

  for (const [login, time] of times.entries()) {
    expect(Math.floor(Number(time) / 1000)).toBe(Math.floor(record.createdAt.getTime() / 1000));
    expect(time).not.toBe(times[login - 1]);
  }
});
