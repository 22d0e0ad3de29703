import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType } from 'graphql';
import { startWithApplications, type ChatbotServer } from '../../support/applications';
import { everyObject, typesNamed } from '../../support/every-object';

const SCHEMA = buildSchema(readFileSync(join(__dirname, '../../../schema/schema.graphql'), 'utf8'));
const DICTIONARY = 'qaa_live';

/** What makes an event of each subscription. */
const WRITES: Readonly<Record<string, string>> = {
  articleChanged: `updateArticle(dictionary: "${DICTIONARY}", number: 1, input: { source: 7 })`,
  commentAdded: `createComment(input: { dictionary: "${DICTIONARY}", number: 1, text: "live" })`,
  conversationRequestAdded: 'createConversationRequest(conversationId: "<Conversation>", input: {})',
};

const CASES = Object.values(SCHEMA.getSubscriptionType()?.getFields() ?? {}).flatMap((field) =>
  field.args
    .filter(({ name, type }) => getNamedType(type).name === 'ID' && /^(id|\w+Id)$/.test(name))
    .map(({ name }) => [field.name, name, typesNamed(SCHEMA, [name], field)[0] ?? ''] as const),
);

let server: ChatbotServer;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startWithApplications();
  ids = await everyObject(server, DICTIONARY);
});
afterAll(() => server.server.close());

async function opened(query: string, signal: AbortSignal): Promise<ReadableStreamDefaultReader<string>> {
  const { body } = await fetch(`${server.server.url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-access-token': server.admin,
    },
    body: JSON.stringify({ query }),
    signal,
  });
  return body!.pipeThrough(new TextDecoderStream()).getReader();
}

async function firstEvent(stream: ReadableStreamDefaultReader<string>): Promise<string> {
  let text = '';
  while (!/event: next\n[^]*\n\n/.test(text)) {
    const { value, done } = await stream.read();
    if (done) return text;
    text += value;
  }
  return text;
}

test.each(CASES)('%s follows the object whose id it gets as %s', async (name, argument, type) => {
  const closing = new AbortController();
  const stream = await opened(
    `subscription { ${name}(${argument}: "${ids[type] ?? ''}") { __typename } }`,
    closing.signal,
  );
  const write = (WRITES[name] ?? '').replace(/<(\w+)>/, (_, of: string) => ids[of] ?? '');
  await server.execute(`mutation { ${write} { userErrors { message } } }`, {}, server.admin);

  expect(await firstEvent(stream)).toContain(`{"data":{"${name}":{"__typename":"`);
  closing.abort();
});

test.each(CASES)(
  '%s refuses an invalid id, and the id of another type, as %s',
  async (name, argument, type) => {
    for (const wrong of ['55', ids[type === 'Comment' ? 'Intent' : 'Comment'] ?? '']) {
      const closing = new AbortController();
      const stream = await opened(
        `subscription { ${name}(${argument}: "${wrong}") { __typename } }`,
        closing.signal,
      );

      expect(await firstEvent(stream)).toMatch(/INVALID_INPUT|NOT_FOUND/);
      closing.abort();
    }
  },
);

test('a stream of a dictionary that is deleted ends with the reason', async () => {
  const { execute, admin } = server;
  const closing = new AbortController();
  await execute(
    'mutation { createDictionary(input: { publicId: "qaa_gone" }) { userErrors { message } } }',
    {},
    admin,
  );
  const stream = await opened(
    'subscription { articleChanged(dictionary: "qaa_gone") { seq } }',
    closing.signal,
  );
  await stream.read();
  await execute(
    'mutation { deleteDictionary(dictionary: "qaa_gone", confirm: "qaa_gone") { userErrors { message } } }',
    {},
    admin,
  );

  expect(await firstEvent(stream)).toContain('"code":"DICTIONARY_NOT_FOUND"');
  closing.abort();
});
