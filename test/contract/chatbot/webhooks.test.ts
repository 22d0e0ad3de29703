import { createHmac } from 'node:crypto';
import { PATH, startWithApplications, type ChatbotServer, type Registered } from '../../support/applications';
import { botOf } from '../../support/bot';
import {
  APP_SECRET,
  BOT_TOKEN,
  connectorsTo,
  NOTIFICATION,
  PHONE,
  type Receiver,
  SECRET,
  signed,
  startReceiver,
  UPDATE,
} from '../../support/webhooks';
import { eventually } from '../../support/eventually';

let chatbots: ChatbotServer;
let bot: Registered;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  chatbots = await startWithApplications({ WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' });
  bot = await chatbots.register('Travel');
  await botOf(chatbots, bot.token);
  const connectors = connectorsTo(receiver.url);
  const response = await chatbots.rest('PUT', PATH, { token: bot.token, body: { connectors } });
  expect(response.status).toBe(200);
});

afterAll(async () => {
  await chatbots.server.close();
  await receiver.close();
});

beforeEach(() => {
  receiver.forget();
});

const hook = (connector: string, of = bot.publicId) => `/chatbot/connectors/${of}/${connector}`;

function sendMessage(text: string, sender: string, options: Parameters<typeof signed>[1] = {}) {
  const body = JSON.stringify({ sender, text, language: 'sw' });
  return chatbots.rest('POST', hook('telephony'), { body, headers: signed(body, options) });
}

interface Delivery {
  readonly publicId: string;
  readonly messageId: string;
  readonly state: string;
  readonly attempts: number;
  readonly status: number | null;
  readonly problem: string | null;
}

async function deliveries(connector: string, token = bot.token): Promise<readonly Delivery[]> {
  const query = `{ application { deliveries(connector: ${connector}) { publicId messageId state attempts status problem } } }`;
  const data = await chatbots.execute(query, {}, token);
  return (data as unknown as { application: { deliveries: Delivery[] } }).application.deliveries;
}

async function settled(connector: string): Promise<Delivery> {
  let last: Delivery | undefined;
  await eventually(async () => {
    [last] = await deliveries(connector);
    return last?.state !== 'WAITING';
  });
  return last!;
}

async function requestsOf(sender: string): Promise<readonly string[]> {
  const data = await chatbots.execute(
    '{ application { newestConversations(last: 100) { userId: externalUserId newestRequests(last: 100) { userRequest } } } }',
    {},
    bot.token,
  );
  const { application } = data as unknown as {
    application: { newestConversations: { userId: string; newestRequests: { userRequest: string }[] }[] };
  };
  return application.newestConversations
    .filter(({ userId }) => userId === sender)
    .flatMap(({ newestRequests }) => newestRequests.map(({ userRequest }) => userRequest));
}

test('a signed message is a turn in the conversation of its sender, and the answer is sent signed', async () => {
  const first = await sendMessage('Nataka kiti cha basi', 'person-1');
  const second = await sendMessage('Mombasa', 'person-1');
  await eventually(() => receiver.sent.length === 2);

  expect([first.status, first.body]).toEqual([
    200,
    { accepted: 1, duplicates: 0, message: 'Messages received', status: '200' },
  ]);
  expect(second.status).toBe(200);
  const { url, headers, body } = receiver.sent[1]!;
  expect(url).toBe('/hook');
  const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
  expect([type, data['to'], data['text']]).toEqual(['message.reply', 'person-1', 'Siku gani?']);
  const signedText = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', SECRET).update(signedText).digest('base64')}`,
  );
  expect(await requestsOf('person-1')).toEqual(['Nataka kiti cha basi', 'Mombasa']);
});

test('a repeated message is answered once', async () => {
  const all = await Promise.all([1, 2, 3].map(() => sendMessage('Habari', 'person-2', { id: 'again' })));
  const later = await sendMessage('Habari', 'person-2', { id: 'again' });
  await eventually(() => receiver.sent.length === 1);

  expect(all.map(({ body }) => body['accepted']).sort()).toEqual([0, 0, 1]);
  expect(later.body).toMatchObject({ accepted: 0, duplicates: 1 });
  expect(await requestsOf('person-2')).toEqual(['Habari']);
});

test('a message that the bot does not understand gets the fallback', async () => {
  await sendMessage('Mjomba wangu anapiga ngoma', 'person-3');
  await settled('TELEPHONY');

  expect(receiver.sent.map(({ body }) => (JSON.parse(body) as { data: { text: string } }).data.text)).toEqual(
    ['Samahani?'],
  );
});

test.each([
  ['another secret', { secret: 'another secret of somebody' }],
  ['an old timestamp', { at: Date.now() - 301_000 }],
  ['a timestamp of the future', { at: Date.now() + 600_000 }],
])('a message with %s is refused', async (_, given) => {
  const { status, body } = await sendMessage('Habari', 'person-4', given);

  expect(status).toBe(401);
  expect(body['error']).toMatch(/signature|timestamp/);
  expect(await requestsOf('person-4')).toEqual([]);
});

test('a message whose body or name differs from the signed one is refused', async () => {
  const body = JSON.stringify({ sender: 'person-5', text: 'Habari' });
  const headers = signed(body);
  const altered = await chatbots.rest('POST', hook('telephony'), { body: body.replace('5', '6'), headers });
  const renamed = await chatbots.rest('POST', hook('telephony'), {
    body,
    headers: { ...headers, 'webhook-id': 'x' },
  });
  const unsigned = await chatbots.rest('POST', hook('telephony'), { body });

  expect([altered.status, renamed.status, unsigned.status]).toEqual([401, 401, 401]);
});

test.each([
  ['telephony', 'no-such-application'],
  ['team_chat', undefined],
])('%s has no webhook of %s', async (connector, of) => {
  const body = '{}';
  const response = await chatbots.rest('POST', hook(connector, of), { body, headers: signed(body) });

  expect(response.status).toBe(404);
});

test.each([
  ['{', 'JSON'],
  ['[]', 'sender and text'],
  ['{"sender":"x"}', 'sender and text'],
  [JSON.stringify({ sender: 'x'.repeat(256), text: 'x' }), 'at most 255 characters'],
])('a signed body %s is refused by name', async (body, expected) => {
  const response = await chatbots.rest('POST', hook('telephony'), { body, headers: signed(body) });

  expect(response.status).toBe(400);
  expect(JSON.stringify(response.body)).toContain(expected);
});

test('a failing receiver gets the request again with the same identifier, and a refused one is not repeated', async () => {
  receiver.answerWith('person-6', 500, 301);
  receiver.answerWith('person-7', 400);
  await sendMessage('Habari', 'person-6');
  let redirected: Delivery | undefined;
  await eventually(async () => ([redirected] = await deliveries('TELEPHONY'))[0]?.status === 301);
  await sendMessage('Habari', 'person-7');

  expect(await settled('TELEPHONY')).toMatchObject({ state: 'FAILED', attempts: 1, status: 400 });
  expect(redirected).toMatchObject({
    state: 'WAITING',
    attempts: 2,
    problem: 'Griot does not follow redirects',
  });
  const names = receiver.sent.map(({ headers }) => headers['webhook-id']);
  expect(names.slice(0, 2)).toEqual([redirected?.publicId, redirected?.publicId]);
  expect(receiver.sent.every(({ url }) => url === '/hook')).toBe(true);
});

test('an answer that is not accepted holds back the later ones to the same person', async () => {
  const names = () =>
    receiver.sent
      .map(({ body }) => (JSON.parse(body) as { data: { to: string; in_reply_to: string } }).data)
      .flatMap(({ to, in_reply_to: name }) => (to === 'person-8' ? [name] : []));
  receiver.answerWith('person-8', 500, 500);
  await sendMessage('Habari', 'person-8', { id: 'first' });
  await eventually(() => names().length === 1);
  for (const id of ['second', 'third']) await sendMessage('Habari', 'person-8', { id });
  await eventually(() => names().includes('third'));

  expect(names().slice(0, 2)).toEqual(['first', 'first']);
  expect(names().filter((name) => name !== 'first')).toEqual(['second', 'third']);
  expect(names().slice(-2)).toEqual(['second', 'third']);
});

test('a bot of Telegram answers', async () => {
  const headers = { 'x-telegram-bot-api-secret-token': SECRET };
  const response = await chatbots.rest('POST', hook('instant_messaging'), { body: UPDATE, headers });
  const repeated = await chatbots.rest('POST', hook('instant_messaging'), { body: UPDATE, headers });
  const edited = { update_id: 860_244_332, edited_message: UPDATE.message };
  const other = await chatbots.rest('POST', hook('instant_messaging'), { body: edited, headers });
  await settled('INSTANT_MESSAGING');

  expect([response, repeated, other].map(({ body }) => [body['accepted'], body['duplicates']])).toEqual([
    [1, 0],
    [0, 1],
    [0, 0],
  ]);
  const delivered = receiver.sent.filter(({ url }) => url !== '/hook');
  expect(delivered.map(({ url }) => url)).toEqual([`/bot${BOT_TOKEN}/sendMessage`]);
  expect(JSON.parse(delivered[0]!.body)).toEqual({ chat_id: '1111111', text: 'Karibu!' });
  const refused = await chatbots.rest('POST', hook('instant_messaging'), {
    body: UPDATE,
    headers: { 'x-telegram-bot-api-secret-token': 'another' },
  });
  expect(refused.status).toBe(401);
});

test('a number of WhatsApp answers, and confirms its webhook', async () => {
  const body = JSON.stringify(NOTIFICATION);
  const signature = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`;
  const headers = { 'x-hub-signature-256': signature };
  const response = await chatbots.rest('POST', hook('social_messenger'), { body, headers });
  await settled('SOCIAL_MESSENGER');

  expect(response.body).toMatchObject({ accepted: 1 });
  const delivered = receiver.sent.filter(({ url }) => url !== '/hook');
  expect(delivered).toHaveLength(1);
  expect(delivered[0]).toMatchObject({
    url: `/${PHONE}/messages`,
    headers: { authorization: 'Bearer EAAJB-access-token' },
  });
  expect(JSON.parse(delivered[0]!.body)).toMatchObject({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '16505551234',
    type: 'text',
    text: { preview_url: false, body: 'Karibu!' },
  });
  const confirm = (token: string) =>
    chatbots.rest(
      'GET',
      `${hook('social_messenger')}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
    );
  const confirmed = await confirm('a-verify-token');
  expect([confirmed.status, confirmed.text]).toEqual([200, '1158201444']);
  expect((await confirm('another-token')).status).toBe(401);
  const altered = await chatbots.rest('POST', hook('social_messenger'), {
    body: body.replace('Habari', 'habari'),
    headers,
  });
  expect(altered.status).toBe(401);
});

test('a connector accepts any other settings, and nobody else sees its secrets or deliveries', async () => {
  const other = await chatbots.register('Other');
  const body = { connectors: { bot_framework: { webhook: 'https://example.org/', channel: 7 } } };
  expect((await chatbots.rest('PUT', PATH, { token: other.token, body })).status).toBe(200);

  const query = `{ application(publicId: "${bot.publicId}") { connectors { telephony } deliveries(connector: TELEPHONY) { state } } }`;
  expect(await chatbots.execute(query, {}, other.token)).toEqual({ application: null });
  const response = await chatbots.execute(query, {}, chatbots.admin);
  expect(JSON.stringify(response)).not.toContain(SECRET);
});

test('a disabled or deleted application accepts no messages, and its deliveries are deleted with it', async () => {
  const { token, publicId } = await chatbots.register('Gone');
  await botOf(chatbots, token);
  const webhook = { channel: 'http', secret: SECRET, url: `${receiver.url}/hook` };
  await chatbots.rest('PUT', PATH, { token, body: { connectors: { telephony: { webhook } } } });
  const body = JSON.stringify({ sender: 'x', text: 'Habari', language: 'sw' });
  const post = () => chatbots.rest('POST', hook('telephony', publicId), { body, headers: signed(body) });

  expect((await post()).status).toBe(200);
  await chatbots.execute(
    'mutation ($id: ID!) { updateApplication(publicId: $id, input: { isDisabled: true }) { application { name } } }',
    { id: publicId },
    chatbots.admin,
  );
  expect((await post()).status).toBe(404);
  await chatbots.execute(
    'mutation ($id: ID!) { deleteApplication(publicId: $id) { __typename } }',
    { id: publicId },
    chatbots.admin,
  );
  const { deliveries: stored } = chatbots.server.gateway.storage;
  expect(await stored.of(publicId, 'telephony', 10)).toEqual([]);
});
