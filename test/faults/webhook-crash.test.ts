import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_NAME, ADMIN_PASSWORD } from '../support/accounts';
import { chatbotClient, PATH, PLATFORM } from '../support/applications';
import { botOf } from '../support/bot';
import type { TestDatabase } from '../support/database';
import { databaseWithSample } from '../support/prepared-database';
import { eventually } from '../support/eventually';
import { call } from '../support/http';
import { type ServerProcess, startServer } from '../support/server-process';
import { connectorsTo, NO_RESPONSE, signed, startReceiver, type Receiver } from '../support/webhooks';

/** Kills of one of two processes, and people who write, each until the last kill. */
const KILLS = Number(process.env['CRASH_ROUNDS'] ?? 1);
const PEOPLE = 4;

let database: TestDatabase;
let servers: ServerProcess[];
let receiver: Receiver;

const start = () =>
  startServer({
    ...database.env,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true',
    ADMIN_USERNAME: ADMIN_NAME,
    ADMIN_PASSWORD,
    PLATFORM_NAME: PLATFORM.name,
    PLATFORM_EMAIL: PLATFORM.email,
    PLATFORM_PASSWORD: PLATFORM.password,
  });

beforeAll(async () => {
  database = await databaseWithSample();
  receiver = await startReceiver();
  servers = [await start(), await start()];
});

afterAll(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  await receiver.close();
  await database.drop();
});

interface Conversations {
  readonly application: { readonly newestConversations: readonly { readonly id: string }[] };
}

interface Requests {
  readonly conversation: {
    readonly requests: {
      readonly nodes: readonly { readonly userRequest: string }[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  };
}

type Execute = Awaited<ReturnType<typeof chatbotClient>>['execute'];

/** The messages in each conversation of an application. */
async function storedTexts(execute: Execute, token: string): Promise<string[][]> {
  const all = await execute('{ application { newestConversations(last: 100) { id } } }', {}, token);
  const { newestConversations } = (all as unknown as Conversations).application;
  return Promise.all(
    newestConversations.map(({ id }) => textsOf((after) => requestsOf(execute, token, id, after))),
  );
}

async function textsOf(page: (after: string | null) => Promise<Requests>): Promise<string[]> {
  const texts: string[] = [];
  let after: string | null = null;
  do {
    const { conversation }: Requests = await page(after);
    const { nodes, pageInfo } = conversation.requests;
    texts.push(...nodes.map(({ userRequest }) => userRequest));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return texts;
}

async function requestsOf(
  execute: Execute,
  token: string,
  id: string,
  after: string | null,
): Promise<Requests> {
  const query = `query ($id: ID!, $after: String) {
    conversation(id: $id) { requests(first: 100, after: $after) { nodes { userRequest } pageInfo { hasNextPage endCursor } } }
  }`;
  return (await execute(query, { id, after }, token)) as unknown as Requests;
}

test(
  'kill -9 of one of two processes loses no message of a channel, takes none twice, and each answer arrives',
  async () => {
    const { register, rest, execute } = await chatbotClient(servers[0]!.url);
    const bot = await register('Travel');
    await botOf({ execute }, bot.token);
    const connectors = connectorsTo(receiver.url);
    await rest('PUT', PATH, { token: bot.token, body: { connectors } });

    let isOver = false;
    const sent: string[] = [];
    /** A channel sends a message until it is acknowledged, and then once more. */
    const deliver = async (sender: string, id: string) => {
      const body = JSON.stringify({ sender, text: `Habari ${id}`, language: 'sw' });
      for (let acknowledged = 0; acknowledged < 2;) {
        const { url } = servers[randomInt(2)]!;
        const headers = { ...signed(body, { id }), 'content-type': 'application/json' };
        const path = `${url}/chatbot/connectors/${bot.publicId}/telephony`;
        const response = await call(path, { method: 'POST', headers, body }).catch(() => undefined);
        if (response?.status === 200) acknowledged++;
        else await sleep(50);
      }
    };
    const sendMessages = async (sender: string) => {
      for (let n = 0; !isOver; n++) {
        const id = `${sender}-${String(n)}`;
        await deliver(sender, id);
        sent.push(id);
      }
    };
    const people = Array.from({ length: PEOPLE }, (_, n) => sendMessages(`person-${String(n)}`));
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(500 + randomInt(1000));
      await servers[1]!.stop('SIGKILL');
      servers[1] = await start();
    }
    isOver = true;
    await Promise.all(people);
    const arrived = () =>
      new Set(
        receiver.sent.map(
          ({ body }) => (JSON.parse(body) as { data: { in_reply_to: string } }).data.in_reply_to,
        ),
      );
    await eventually(() => sent.every((id) => arrived().has(id)));
    const restarted = await chatbotClient(servers[0]!.url);
    // A conversation that was begun when its process ended stays empty, and the next message begins another one.
    const stored = (await storedTexts(restarted.execute, bot.token)).filter((texts) => texts.length > 0);

    process.stdout.write(`${JSON.stringify({ kills: KILLS, messages: sent.length })}\n`);
    expect(stored).toHaveLength(PEOPLE);
    for (const [n, texts] of stored.entries()) expect([n, new Set(texts).size]).toEqual([n, texts.length]);
    expect(sent.filter((id) => !stored.flat().includes(`Habari ${id}`))).toEqual([]);
  },
  300_000 + KILLS * 60_000,
);

test('a process that stops does not wait for a receiver that does not answer, and another one delivers the answer', async () => {
  const { register, rest, execute } = await chatbotClient(servers[1]!.url);
  const bot = await register('Silence');
  await botOf({ execute }, bot.token);
  await rest('PUT', PATH, { token: bot.token, body: { connectors: connectorsTo(receiver.url) } });
  const body = JSON.stringify({ sender: 'silent', text: 'Habari', language: 'sw' });
  const answers = () => receiver.sent.filter((sent) => sent.body.includes('"silent"'));
  receiver.answerWith('silent', NO_RESPONSE);

  await call(`${servers[1]!.url}/chatbot/connectors/${bot.publicId}/telephony`, {
    method: 'POST',
    headers: { ...signed(body), 'content-type': 'application/json' },
    body,
  });
  await eventually(() => answers().length === 1);
  const code = await servers[1]!.stop('SIGTERM');
  await eventually(() => answers().length === 2);

  expect(code).toBe(0);
});
