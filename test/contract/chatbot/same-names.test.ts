import { type Bot, botOf } from '../../support/bot';
import { startWithApplications, type ChatbotServer, type Registered } from '../../support/applications';

let chatbots: ChatbotServer;
let bank: Registered;
let bot: Bot;

beforeAll(async () => {
  chatbots = await startWithApplications();
  bank = await chatbots.register('Bank');
  bot = await botOf(chatbots, bank.token);
  const { field, created } = bot;
  const intents = [
    { intentName: 'BYE', language: 'en', intentUtterances: { en: ['Goodbye', 'See you tomorrow'] } },
    {
      intentName: 'BYE',
      language: 'fr',
      intentUtterances: { en: ['Goodbye', 'See you later'], fr: ['Au revoir', 'À plus tard'] },
    },
    { intentUtterances: { en: ['An intent without a name'] } },
  ];
  for (const input of intents) await created('intent', { field, input });
  for (const [language, text] of [
    ['fr', 'Salut'],
    ['yo', 'Ó dàbọ̀'],
    ['en', 'Bye'],
  ] as const) {
    const templateResponses = { [language]: [text] };
    await created('template', { field, input: { templateName: 'bye', language, templateResponses } });
  }
});

afterAll(() => chatbots.server.close());

interface Turn {
  readonly reply: string | null;
  readonly recognition: { readonly intent: { intent: string | null; candidates: { intent: string }[] } };
}

async function turn(text: string, language: string): Promise<Turn> {
  const data = await chatbots.execute(
    `mutation ($id: ID!, $input: ConverseInput!) {
      converse(conversationId: $id, input: $input) { conversationTurn { reply recognition { intent { intent candidates { intent } } } } }
    }`,
    { id: bot.conversation, input: { text, language } },
    bank.token,
  );
  return (data as unknown as { converse: { conversationTurn: Turn } }).converse.conversationTurn;
}

test.each([
  ['Goodbye goodbye', 'en', 'Bye'],
  ['See you', 'en', 'Bye'],
  ['a plus tard', 'fr', 'Salut'],
  ['au revoir monsieur', 'fr', 'Salut'],
  ['Goodbye', 'yo', 'Ó dàbọ̀'],
])(
  'intents with one name for several languages are one intent, and so are templates: %s (%s)',
  async (text, language, reply) => {
    const { reply: actual, recognition } = await turn(text, language);
    const names = recognition.intent.candidates.map(({ intent }) => intent);

    expect([actual, recognition.intent.intent]).toEqual([reply, 'BYE']);
    expect(names).toEqual([...new Set(names)]);
  },
);

test('intents without a name are ignored', async () => {
  expect(await turn('An intent without a name', 'en')).toMatchObject({
    reply: null,
    recognition: { intent: { intent: null } },
  });
});
