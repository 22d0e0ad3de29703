import { type Bot, botOf } from '../../support/bot';
import { startWithApplications, type ChatbotServer, type Registered } from '../../support/applications';

let chatbots: ChatbotServer;
let bank: Registered;
let other: Registered;
let field: string;
let conversation: string;
let created: Bot['created'];

const RECOGNISE = `query ($field: ID!, $text: String!, $language: String) {
  recognise(fieldId: $field, text: $text, language: $language) {
    text
    entities { entity value text start end tier synonym articleId }
    intent { intent score margin candidates { intent score } }
  }
}`;
const CONVERSE = `mutation ($conversation: ID!, $input: ConverseInput!) {
  converse(conversationId: $conversation, input: $input) {
    conversationTurn { reply missing recognition { intent { intent } } request { number userRequest intentName resolved slots followUp } }
    userErrors { field code message }
  }
}`;

type Answer = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

async function recognised(text: string, language: string | null = 'sw'): Promise<Answer[string] | undefined> {
  const data = await chatbots.execute(RECOGNISE, { field, text, language }, bank.token);
  return (data as unknown as Answer)['recognise'];
}

async function turn(text: string, more: object = {}) {
  const variables = { conversation, input: { text, ...more } };
  const data = await chatbots.execute(CONVERSE, variables, bank.token);
  return (data as unknown as Answer)['converse'];
}

beforeAll(async () => {
  chatbots = await startWithApplications();
  bank = await chatbots.register('Travel');
  other = await chatbots.register('Stranger');
  ({ field, conversation, created } = await botOf(chatbots, bank.token));
});

afterAll(() => chatbots.server.close());

test('entities and the intent are recognised as people type them', async () => {
  const { entities, intent } = (await recognised('nihifadhie kiti kwenda ngorongoro WIKI IJAYO')) ?? {};

  expect(entities).toEqual([
    {
      entity: 'city',
      value: 'Ŋgorongoro',
      text: 'ngorongoro',
      start: 23,
      end: 33,
      tier: 'FOLDED',
      synonym: null,
      articleId: null,
    },
    {
      entity: 'day',
      value: 'wiki ijayo',
      text: 'WIKI IJAYO',
      start: 34,
      end: 44,
      tier: 'LIGHT',
      synonym: null,
      articleId: null,
    },
  ]);
  expect(intent).toMatchObject({ intent: 'BOOK' });
});

test('nothing is recognised in a text without an intent', async () => {
  expect(await recognised('Mjomba wangu anapiga ngoma')).toMatchObject({
    entities: [],
    intent: { intent: null },
  });
});

test('a change of an entity takes effect immediately, however often it changes', async () => {
  const place = await created('entity', { field, input: { entityName: 'place' } });
  for (let n = 0; n < 20; n++) {
    const values = { values: [{ value: `Mji${'abcdefghijklmnopqrst'.charAt(n)}` }] };
    await chatbots.execute(
      'mutation ($id: ID!, $values: JSONObject!) { updateEntity(id: $id, input: { entityValues: $values }) { entity { id } } }',
      { id: place, values },
      bank.token,
    );
    const { entities } = (await recognised(`twende mji${'abcdefghijklmnopqrst'.charAt(n)}`)) ?? {};
    expect(entities).toHaveLength(1);
  }
});

test.each([
  ['', /1 to 1,?000/],
  ['   ', /1 to 1,?000/],
  ['a'.repeat(1001), /1 to 1,?000/],
])('an empty text and a text of too many characters are refused', async (text, message) => {
  const { errors } = await chatbots.graphql(RECOGNISE, { field, text }, bank.token);

  expect(errors[0]).toMatchObject({ extensions: { code: 'INVALID_INPUT' } });
  expect(errors[0]?.message).toMatch(message);
});

test('an invalid language is refused, and a region is ignored', async () => {
  const variables = { field, text: 'Habari', language: 'no language' };
  const { errors } = await chatbots.graphql(RECOGNISE, variables, bank.token);

  expect(errors[0]).toMatchObject({ extensions: { code: 'INVALID_INPUT' } });
  expect(await recognised('Habari', 'sw-KE')).toMatchObject({ intent: { intent: 'GREET' } });
});

test('other applications cannot find the field or the conversation', async () => {
  const read = await chatbots.graphql(RECOGNISE, { field, text: 'Habari' }, other.token);
  const variables = { conversation, input: { text: 'Habari' } };
  const written = await chatbots.graphql(CONVERSE, variables, other.token);

  expect(read).toMatchObject({ errors: [], data: { recognise: null } });
  expect(written.errors[0]?.extensions['code']).toBe('NOT_FOUND');
});

test('a bot asks for missing values, and answers when it has them', async () => {
  const question = await turn('Nataka kiti cha basi');
  const answered = await turn('Mombasa');
  const done = await turn('kesho');

  expect(question).toMatchObject({
    reply: 'Unakwenda wapi?',
    missing: ['to', 'on'],
    request: { intentName: 'BOOK', resolved: false, followUp: true, slots: [] },
  });
  expect(answered).toMatchObject({
    reply: 'Siku gani?',
    missing: ['on'],
    request: {
      intentName: 'BOOK',
      slots: [{ name: 'to', entity: 'city', value: 'Mombasa', said: 'Mombasa' }],
    },
  });
  expect(done).toMatchObject({
    reply: 'Kiti kwenda Mombasa, kesho.',
    missing: [],
    request: { userRequest: 'kesho', intentName: 'BOOK', resolved: true, followUp: false },
  });
});

test('an open question does not block another intent, and answers are in the language of the message', async () => {
  await turn('Nataka kiti cha basi');
  const greeted = await turn('Hujambo', { language: 'fr' });

  expect(greeted).toMatchObject({
    reply: 'Bienvenue !',
    request: { intentName: 'GREET', resolved: true },
  });
});

test('a message that is not understood is stored as unresolved, without an answer', async () => {
  const lost = await turn('Gari langu limeharibika');

  expect(lost).toMatchObject({
    reply: null,
    recognition: { intent: { intent: null } },
    request: { userRequest: 'Gari langu limeharibika', intentName: null, resolved: false, followUp: false },
  });
});

test('a message that is sent again with the same key is processed once', async () => {
  const send = async () => {
    const response = await fetch(`${chatbots.server.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-access-token': bank.token,
        'idempotency-key': 'turn-of-the-test',
      },
      body: JSON.stringify({ query: CONVERSE, variables: { conversation, input: { text: 'Habari' } } }),
    });
    return (await response.json()) as {
      data: { converse: { conversationTurn: { request: { number: number } } } };
    };
  };

  const [first, second] = [await send(), await send()];

  expect(second.data.converse.conversationTurn.request.number).toBe(
    first.data.converse.conversationTurn.request.number,
  );
});

test('messages that were not understood are listed, and understood once an intent has learnt them', async () => {
  const LIST = 'query { application { unresolvedTexts { text count requestIds } } }';
  const LEARN = `mutation ($intent: ID!, $input: LearnUtteranceInput!) {
    learnUtterance(intentId: $intent, input: $input) { intent { intentUtterances } userErrors { field code } }
  }`;
  const intent = await created('intent', {
    field,
    input: { intentName: 'HELP', intentUtterances: { sw: ['Nisaidie'] } },
  });
  for (const text of ['Sielewi chochote', 'sielewi chochote!', 'SIELEWI CHOCHOTE']) await turn(text);

  const listed = await chatbots.execute(LIST, {}, bank.token);
  const [most] = (listed['application'] as unknown as Answer)['unresolvedTexts'] as unknown as {
    text: string;
    count: number;
    requestIds: string[];
  }[];
  const input = { text: 'Sielewi chochote', language: 'sw', requestIds: most?.requestIds };
  const learnt = await chatbots.execute(LEARN, { intent, input }, bank.token);
  const foreign = await chatbots.graphql(LEARN, { intent, input }, other.token);

  expect(most).toMatchObject({ text: 'SIELEWI CHOCHOTE', count: 3 });
  expect(learnt['learnUtterance']).toMatchObject({
    intentUtterances: { sw: ['Nisaidie', 'Sielewi chochote'] },
  });
  expect(foreign.errors[0]?.extensions['code']).toBe('NOT_FOUND');
  expect(await turn('sielewi chochote')).toMatchObject({ request: { intentName: 'HELP', resolved: true } });
  expect(JSON.stringify(await chatbots.execute(LIST, {}, bank.token))).not.toMatch(/sielewi/i);
});

test('utterances that are learnt simultaneously are all kept', async () => {
  const intent = await created('intent', { field, input: { intentName: 'MANY', intentUtterances: {} } });
  const texts = ['moja', 'mbili', 'tatu', 'nne'];
  await Promise.all(
    texts.map((text) =>
      chatbots.execute(
        'mutation ($intent: ID!, $text: String!) { learnUtterance(intentId: $intent, input: { text: $text, language: "sw" }) { intent { id } } }',
        { intent, text },
        bank.token,
      ),
    ),
  );
  const read = await chatbots.execute(
    'query ($id: ID!) { intent(id: $id) { intentUtterances } }',
    { id: intent },
    bank.token,
  );

  const { sw } = (read['intent'] as unknown as Answer)['intentUtterances'] as { sw: string[] };
  expect(sw.toSorted()).toEqual(texts.toSorted());
});

test('a conversation of one application never uses the field of another', async () => {
  const conversation = await chatbots.execute(
    'mutation { createConversation(input: {}) { conversation { id } } }',
    {},
    other.token,
  );
  const { conversation: made } = conversation['createConversation'] as unknown as Answer;
  const id = made?.['id'];
  const variables = { conversation: id, input: { text: 'Habari', fieldId: field } };
  const { errors } = await chatbots.graphql(CONVERSE, variables, other.token);

  expect(errors[0]?.extensions['code']).toBe('NOT_FOUND');
});

/** Other tests have one field. */
const deleted = (id: string) =>
  chatbots.execute(
    'mutation ($id: ID!) { deleteField(id: $id) { userErrors { message } } }',
    { id },
    bank.token,
  );

test('a request must name the field if the application has several', async () => {
  const another = await created('field', { name: 'another' });
  const variables = { conversation, input: { text: 'Habari' } };
  const { errors } = await chatbots.graphql(CONVERSE, variables, bank.token);
  const named = await turn('Habari', { fieldId: field });
  await deleted(another);

  expect(errors[0]).toMatchObject({ message: expect.stringContaining('several fields') as string });
  expect(errors[0]?.extensions['code']).toBe('INVALID_INPUT');
  expect(named).toMatchObject({ reply: 'Karibu!' });
});

test('a field with more values than fit into memory is refused', async () => {
  const crowded = await created('field', { name: 'crowded' });
  const syllables = Array.from('bdfghjklmnprstvwyz').flatMap((consonant) =>
    Array.from('aeiou', (two) => consonant + two),
  );
  const pairs = syllables.flatMap((syllable) => syllables.map((two) => syllable + two));
  for (let n = 0; n < 20; n++) {
    const values = pairs
      .slice(n * 200, (n + 1) * 200)
      .map((value) => ({ value, synonyms: syllables.map((third) => value + third) }));
    await created('entity', { field: crowded, input: { entityName: `part ${n}`, entityValues: { values } } });
  }
  const { errors } = await chatbots.graphql(RECOGNISE, { field: crowded, text: 'baba' }, bank.token);
  await deleted(crowded);

  expect(errors[0]).toMatchObject({ extensions: { code: 'TOO_LARGE' } });
  expect(errors[0]?.message).toMatch(/spellings/);
});
