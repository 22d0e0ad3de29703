import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-sse';
import { type ChatbotServer, startWithApplications } from '../../support/applications';
import { clientOf } from '../../support/accounts';
import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { eventually } from '../../support/eventually';
import { startServer, type ServerProcess } from '../../support/server-process';

const DICTIONARY = 'ewe_fr_live';

/** Both processes take the tokens of each other. */
const ENV = { RATE_LIMITS: 'off', JWT_SECRET: 'a secret that two processes share in a test' };

let chatbots: ChatbotServer;
let other: ServerProcess;
let reader: string;

beforeAll(async () => {
  chatbots = await startWithApplications(ENV);
  const lines = Array.from({ length: 4 }, (_, i) => nounLine(DICTIONARY, i + 1, `akɔ${String(i + 1)}`));
  await chatbots.server.load(dictionaryFolder(DICTIONARY, lines));
  other = await startServer({ ...chatbots.server.env, ...ENV });
  const user = { username: 'reader', password: 'a password of the reader' };
  await chatbots.rest('POST', '/lexicon/users', { token: chatbots.admin, body: { user } });
  reader = await chatbots.logIn(user.username, user.password);
});

/** Where a test has stopped it before others. */
beforeEach(async () => {
  if (other.process.exitCode !== null) other = await startServer({ ...chatbots.server.env, ...ENV });
});

afterAll(async () => {
  await other.stop();
  await chatbots.server.close();
});

interface StreamEvent {
  readonly id?: string;
  readonly data?: Readonly<Record<string, never>>;
  readonly errors?: readonly { readonly extensions: { readonly code: string }; readonly message: string }[];
}

interface Stream {
  /** The next event; `undefined` when the stream ends by `complete`, `null` when the connection does. */
  readonly next: () => Promise<StreamEvent | undefined | null>;
  readonly status: number;
  readonly close: () => void;
}

/** Opens a stream as a browser does, and reads it by the standard of server-sent events. */
async function stream(
  query: string,
  { url = other.url, token, lastEventId }: { url?: string; token?: string; lastEventId?: string } = {},
): Promise<Stream> {
  const controller = new AbortController();
  const response = await fetch(`${url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: {
      accept: 'text/event-stream',
      ...(token === undefined ? {} : { 'x-access-token': token }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  });
  const reading = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const block = async (): Promise<string | undefined> => {
    while (!text.includes('\n\n')) {
      const { value, done } = await reading.read().catch(() => ({ value: undefined, done: true }));
      if (done) return undefined;
      text += value ?? '';
    }
    const [first = '', ...others] = text.split('\n\n');
    text = others.join('\n\n');
    return first;
  };
  const next: Stream['next'] = async () => {
    const found = await block();
    if (found === undefined) return null;
    const fields = new Map(
      found.split('\n').map((line) => [/^\w*/.exec(line)?.[0], line.replace(/^\w*: ?/, '')]),
    );
    if (fields.get('event') === 'complete') return undefined;
    if (fields.get('event') !== 'next') return next();
    const id = fields.get('id');
    return { ...(JSON.parse(fields.get('data') ?? '') as StreamEvent), ...(id !== undefined && { id }) };
  };
  return {
    next,
    status: response.status,
    close: () => {
      controller.abort();
    },
  };
}

const CHANGED = `subscription { articleChanged(dictionary: "${DICTIONARY}") { number: articleNumber article { headword content { type } } } }`;

async function write(mutation: string, token = chatbots.admin): Promise<Readonly<Record<string, never>>> {
  return chatbots.execute(`mutation { ${mutation} }`, {}, token);
}

const retype = (number: number, type: string) =>
  write(
    `updateArticle(dictionary: "${DICTIONARY}", number: "${String(number)}", input: { content: { type: "${type}" } }) { userErrors { message } }`,
  );

const setDisabled = (number: number, isDisabled: boolean) =>
  write(
    `setArticleDisabled(dictionary: "${DICTIONARY}", number: "${String(number)}", isDisabled: ${String(isDisabled)}) { userErrors { message } }`,
  );

test('a change by one process reaches a stream of another', async () => {
  const following = await stream(CHANGED);
  await retype(1, 'first');

  expect(await following.next()).toMatchObject({
    data: { articleChanged: { number: 1, article: { headword: 'akɔ1', content: { type: 'first' } } } },
  });
  following.close();
});

test('events after the head of a stream are sent, however late its position is read', async () => {
  const { changes } = chatbots.server.gateway.storage;
  const last = changes.last.bind(changes);
  const lateRead = jest.fn(async (dictionaryId: string) => {
    await sleep(500);
    return last(dictionaryId);
  });
  Object.assign(changes, { last: lateRead });
  const following = await stream(CHANGED, { url: chatbots.server.url });
  await retype(1, 'at once');
  await eventually(() => lateRead.mock.calls.length > 0);
  await lateRead.mock.results[0]?.value;
  Reflect.deleteProperty(changes, 'last');
  await retype(2, 'later');

  expect(await following.next()).toMatchObject({ data: { articleChanged: { number: 1 } } });
  following.close();
});

test('events that a connection takes in pieces leave no listeners', async () => {
  // One of this process, whose warnings fail a test (test/support/each-file.ts).
  const following = await stream(CHANGED, { url: chatbots.server.url });
  for (let n = 0; n < 20; n++) {
    await retype(4, `${String(n)} ${'x'.repeat(50_000)}`);
    expect(await following.next()).toMatchObject({ data: { articleChanged: { number: 4 } } });
  }
  following.close();
});

test('a hidden article is sent as removed, and its later changes are not sent', async () => {
  const following = await stream(CHANGED);
  await setDisabled(2, true);
  expect(await following.next()).toMatchObject({ data: { articleChanged: { number: 2, article: null } } });
  await retype(2, 'secret');
  await retype(3, 'open');
  expect(await following.next()).toMatchObject({ data: { articleChanged: { number: 3 } } });
  await setDisabled(2, false);
  expect(await following.next()).toMatchObject({
    data: { articleChanged: { number: 2, article: { content: { type: 'secret' } } } },
  });
  following.close();
});

test('a stream continues after the last event, which the browser’s header or the argument names', async () => {
  const before = await stream(CHANGED);
  await retype(4, 'seen');
  const { id } = (await before.next()) ?? {};
  before.close();
  await retype(1, 'missed');

  const missed = { data: { articleChanged: { number: 1, article: { content: { type: 'missed' } } } } };
  for (const resumed of [
    await stream(CHANGED, { lastEventId: id! }),
    await stream(CHANGED.replace(`"${DICTIONARY}"`, `"${DICTIONARY}", after: "${id!}"`)),
  ]) {
    expect(await resumed.next()).toMatchObject(missed);
    resumed.close();
  }
});

test('positions of another history, and invalid ones, are refused', async () => {
  for (const [lastEventId, code] of [
    ['another-1.1', 'CHANGES_GONE'],
    ['nothing', 'INVALID_INPUT'],
  ] as const) {
    const refused = await stream(CHANGED, { lastEventId });
    expect(await refused.next()).toMatchObject({ errors: [{ extensions: { code } }] });
    expect(await refused.next()).toBeUndefined();
  }
});

test('the client of the graphql-sse library is served', async () => {
  const client = createClient({ url: `${chatbots.server.url}/graphql` });
  const events = client.iterate<{ articleChanged: { number: number } }>({
    query: 'subscription ($d: ID!) { articleChanged(dictionary: $d) { number: articleNumber } }',
    variables: { d: DICTIONARY },
  });
  const state = { isTold: false };
  const event = events.next().finally(() => (state.isTold = true));
  // The stream may begin after a change: until it has told of one, there are more.
  for (let n = 0; !state.isTold; n++) await retype(3, `again ${String(n)}`);
  const result: unknown = await event;
  expect(result).toMatchObject({ value: { data: { articleChanged: { number: 3 } } } });
  client.dispose();
});

test('comments are sent only to users', async () => {
  const query = `subscription { commentAdded(dictionary: "${DICTIONARY}", number: "1") { text username } }`;
  const anonymous = await stream(query);
  expect(await anonymous.next()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  expect(await anonymous.next()).toBeUndefined();

  const following = await stream(query, { token: reader });
  for (const text of ['one', 'two'])
    await write(
      `createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: "${text}" }) { comment { id } }`,
      reader,
    );
  const first = await following.next();
  expect(first).toMatchObject({ data: { commentAdded: { text: 'one', username: 'reader' } } });
  expect(await following.next()).toMatchObject({ data: { commentAdded: { text: 'two' } } });
  following.close();

  const resumed = await stream(query, { token: reader, lastEventId: first!.id! });
  expect(await resumed.next()).toMatchObject({ data: { commentAdded: { text: 'two' } } });
  resumed.close();
});

test('requests of a conversation are sent to its application, and to no other', async () => {
  const bot = await chatbots.register('a bot');
  const otherBot = await chatbots.register('another bot');
  const { createConversation } = (await write(
    'createConversation(input: { botLanguage: "ewe" }) { conversation { id } }',
    bot.token,
  )) as unknown as { createConversation: { conversation: { id: string } } };
  const { id } = createConversation.conversation;
  const query = `subscription { conversationRequestAdded(conversationId: "${id}") { number userRequest } }`;
  const foreign = await stream(query, { token: otherBot.token });
  expect(await foreign.next()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });

  const following = await stream(query, { token: bot.token });
  const sendMessage = (text: string) =>
    write(
      `createConversationRequest(conversationId: "${id}", input: { userRequest: "${text}" }) { userErrors { message } }`,
      bot.token,
    );
  await sendMessage('woezɔ');
  expect(await following.next()).toMatchObject({
    data: { conversationRequestAdded: { number: 1, userRequest: 'woezɔ' } },
  });

  await write(`deleteConversation(id: "${id}") { userErrors { message } }`, bot.token);
  expect(await following.next()).toBeUndefined();
});

test('a stream ends with the session that began it', async () => {
  const token = await clientOf(chatbots.server.url).logIn('reader', 'a password of the reader');
  const following = await stream(CHANGED, { token });
  await chatbots.graphql('mutation { logOut { __typename } }', {}, token);
  await retype(1, 'after the end');

  expect(await following.next()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  expect(await following.next()).toBeUndefined();
});

test('a subscription that requests no stream is refused with instructions', async () => {
  const { errors } = await chatbots.graphql(CHANGED);
  expect(errors[0]?.message).toContain('Accept: text/event-stream');
});

test('a client that prefers JSON gets it', async () => {
  const accept = 'application/graphql-response+json, application/json, text/event-stream, multipart/mixed';
  const response = await fetch(`${other.url}/graphql?query={dictionaries{totalCount}}`, {
    headers: { accept },
  });

  expect(response.headers.get('content-type')).toContain('application/graphql-response+json');
  expect(await response.json()).toMatchObject({ data: { dictionaries: {} } });
});

test('a server that shuts down ends its streams, so that clients connect to another', async () => {
  const following = await stream(CHANGED);
  const ended = other.stop();
  expect(await following.next()).toBeNull();
  expect(await ended).toBe(0);
});
