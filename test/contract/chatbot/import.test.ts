import { applicationFrom } from '../../../src/formats/chatbot/read-application';
import type { Json } from '../../../src/shared/json';
import { PASSWORD, startWithApplications, type ChatbotServer } from '../../support/applications';

let chatbots: ChatbotServer;

beforeAll(async () => {
  chatbots = await startWithApplications();
}, 60_000);
afterAll(() => chatbots.server.close());

type File = Readonly<Record<string, Json>>;

/** An application in its documented form. */
function fileOf(name: string, more: File = {}): File {
  return { name, email: `${name}@example.org`, password: PASSWORD, ...more };
}

async function load(file: File, overwrite = false): Promise<string> {
  const rules = { overwrite, dryRun: false };
  const { applicationImports } = chatbots.server.gateway;
  return (await applicationImports.importApplication(applicationFrom(file, 'file'), rules)).outcome;
}

const numbered = (...numbers: readonly number[]) => numbers.map((number) => ({ public_id: number }));

test('numbers may lie any distance apart: both ends of the list are read, and the application logs in', async () => {
  const numbers = [5, 120_000, 1_234_567_890, 1_000_000_000_000_000];
  await load(fileOf('gaps', { conversations: numbered(...numbers) }));

  const { status, body } = await chatbots.logInAs('gaps');
  const lists = await chatbots.ask(
    '{ application { conversationCount conversations(first: 3) { nodes { number } } newestConversations(last: 3) { number } } }',
    {},
    String(body['token']),
  );

  expect(status).toBe(200);
  const { conversations } = body['app_data'] as { conversations: readonly { public_id: number }[] };
  expect(conversations.map(({ public_id }) => public_id)).toEqual(numbers);
  const named = numbers.map((number) => ({ number }));
  expect(lists['application']).toEqual({
    conversationCount: 4,
    conversations: { nodes: named.slice(0, 3) },
    newestConversations: named.slice(1),
  });
});
