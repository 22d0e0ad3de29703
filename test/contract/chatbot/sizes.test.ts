import { connect, type Socket } from 'node:net';
import mongoose from 'mongoose';
import { PATH, type Registered, startWithApplications, type ChatbotServer } from '../../support/applications';
import { call } from '../../support/http';

/** Source: docs/limits.md. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const LONG = 'x'.repeat(240 * 1024);
/** Intents of the application that is read: together more than a response may hold. */
const INTENTS = 80;

let chatbots: ChatbotServer;
let large: Registered;
let field: string;
/** Lists of keys, one for each command that reads intents whole. */
let pieces: number[] = [];

beforeAll(async () => {
  chatbots = await startWithApplications();
  large = await chatbots.register('Large');
  const made = await chatbots.execute(
    'mutation { made: createField(input: { name: "f" }) { field { id } userErrors { code message } } }',
    {},
    large.token,
  );
  field = (made['made'] as unknown as { id: string }).id;
  for (let i = 0; i < INTENTS / 20; i++) {
    const inputs = Array.from({ length: 20 }, () => ({ intentName: 'i', intentUtterances: { en: LONG } }));
    const create =
      'mutation ($id: ID!, $inputs: [IntentInput!]!) { createIntents(fieldId: $id, inputs: $inputs) { results { code } userErrors { code message } } }';
    await chatbots.execute(create, { id: field, inputs }, large.token);
  }
  mongoose.set('debug', (collection: string, method: string, filter: object) => {
    const { _id } = filter as { _id?: { $in?: readonly unknown[] } };
    if (collection === 'intents' && method === 'find' && _id?.$in) pieces.push(_id.$in.length);
  });
});
afterAll(async () => {
  mongoose.set('debug', false);
  await chatbots.server.close();
});
beforeEach(() => {
  pieces = [];
});

const list = (first: number, fields = 'intentUtterances') =>
  chatbots.graphql(
    `query ($id: ID!) { field(id: $id) { intents(first: ${first}) { nodes { id ${fields} } pageInfo { hasNextPage } } } }`,
    { id: field },
    large.token,
  );

test('a list is read a megabyte at a time', async () => {
  const { data, errors } = await list(20);

  expect(errors).toEqual([]);
  expect(data).toMatchObject({ field: { intents: { pageInfo: { hasNextPage: true } } } });
  expect(Math.max(...pieces)).toBeLessThanOrEqual(4);
  // A page of twenty, and one more that says whether there is a next page.
  expect(pieces.reduce((sum, amount) => sum + amount)).toBe(21);
});

test.each(['intentUtterances', ''])(
  'a result that exceeds the maximum response is refused before it is read (%s)',
  async (fields) => {
    expect(await list(INTENTS - 1, fields)).toMatchObject({
      errors: [{ extensions: { code: 'TOO_LARGE' } }],
    });
    expect(pieces).toEqual([]);
  },
);

test('a page ends before its objects exceed maxBytes, and its cursor continues there', async () => {
  const page = (args: string) =>
    chatbots.graphql(
      `query ($id: ID!) { field(id: $id) { intents(first: 50, ${args}) { nodes { number: publicId } pageInfo { hasNextPage endCursor } } } }`,
      { id: field },
      large.token,
    );
  const read = async (args: string) => {
    const { intents } = (await page(args)).data['field'] as {
      intents: { nodes: { number: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    };
    return { ids: intents.nodes.map(({ number }) => number), ...intents.pageInfo };
  };

  const first = await read('maxBytes: 600000');
  const next = await read(`maxBytes: 1, after: "${first.endCursor}"`);
  const all = await read('maxBytes: 16000000');

  expect([first.ids.length, first.hasNextPage, next.ids.length]).toEqual([2, true, 1]);
  expect(all.ids.slice(0, 3)).toEqual([...first.ids, ...next.ids]);
  for (const wrong of ['maxBytes: 0', 'maxBytes: 1, page: 1'])
    expect(await page(wrong)).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] });
});

test('the list of applications with its parts is refused when they are too large, and returned without them', async () => {
  const list = (flags: string) =>
    chatbots.rest('GET', `${PATH}?limit=1000${flags}`, { token: chatbots.platform });

  const refused = await list('&fields&conversations');

  expect(refused.status).toBe(413);
  expect(refused.body).toMatchObject({ code: 'TOO_LARGE', status: '413' });
  expect(refused.body['message']).toContain('16 MiB');
  expect((await list('')).status).toBe(200);
});

test('equal lists under many aliases are read once', async () => {
  const aliases = Array.from({ length: 20 }, (_, i) => `a${i}: intents(first: 2) { nodes { id } }`);

  const { errors } = await chatbots.graphql(
    `query ($id: ID!) { field(id: $id) { ${aliases.join(' ')} } }`,
    { id: field },
    large.token,
  );

  expect(errors).toEqual([]);
  expect(pieces).toEqual([3]);
});

const EXPORT = () => `/export/applications/${large.publicId}`;

test('an export of any size is complete, and sent a megabyte at a time', async () => {
  const before = await exports();
  const response = await call(`${chatbots.server.url}${EXPORT()}`, {
    headers: { 'x-access-token': large.token },
  });

  expect(response.text.length).toBeGreaterThan(MAX_RESPONSE_BYTES);
  const fields = response.body['fields'] as { intents: object[] }[];
  expect(fields.map(({ intents }) => intents.length)).toEqual([INTENTS]);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(4);
  expect(await exports()).toEqual([...before, 'DONE']);
});

test('HEAD of an export ends without a body', async () => {
  const before = await exports();

  const { status } = await chatbots.rest('HEAD', EXPORT(), { token: large.token });

  expect([status, await exports()]).toEqual([200, [...before, 'DONE']]);
});

test('an export waits for its reader, and ends when the reader disconnects, which the audit log records', async () => {
  const before = await exports();
  const socket = await slowReader(EXPORT());
  const waiting = await settled();
  expect(await exports()).toEqual([...before, 'STARTED']);
  socket.destroy();
  const after = await settled();
  while ((await exports()).at(-1) === 'STARTED') await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await exports()).toEqual([...before, 'ABORTED']);

  // Buffers of the connection hold some megabytes.
  expect(waiting).toBeGreaterThan(0);
  expect(waiting).toBeLessThan(INTENTS / 4 / 2);
  expect(after).toBeLessThan(INTENTS / 4 / 2);
});

/** Outcomes of all exports in the audit log. */
async function exports(): Promise<readonly string[]> {
  const query = '{ auditLog(first: 100, filter: { action: EXPORT_APPLICATION }) { nodes { outcome } } }';
  const { auditLog } = (await chatbots.execute(query, {}, chatbots.admin)) as Record<
    string,
    { nodes: readonly { outcome: string }[] }
  >;
  return auditLog!.nodes.map(({ outcome }) => outcome);
}

/** Sends a request and reads nothing of the response. */
async function slowReader(path: string): Promise<Socket> {
  const { hostname, port } = new URL(chatbots.server.url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${large.token}\r\n\r\n`);
  return socket;
}

/** How many commands have read intents, when no more come. */
async function settled(): Promise<number> {
  let [last, same] = [-1, 0];
  while (same < 10) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    same = pieces.length === last && last > 0 ? same + 1 : 0;
    last = pieces.length;
  }
  return last;
}
