import { startWithApplications, type ChatbotServer, type Registered } from '../../support/applications';
import { botOf } from '../../support/bot';

let chatbots: ChatbotServer;
let tenant: Registered;

beforeAll(async () => {
  chatbots = await startWithApplications();
  tenant = await chatbots.register('Tenant');
});

afterAll(() => chatbots.server.close());

type Data = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

async function execute(query: string, variables: object): Promise<Data> {
  return await chatbots.execute(query, variables, tenant.token);
}

const CONVERSE = `mutation ($id: ID!, $input: ConverseInput!) {
  converse(conversationId: $id, input: $input) { conversationTurn { reply } userErrors { code } }
}`;

test('values and responses that would result in an answer of gigabytes result in a short one', async () => {
  const { field, conversation, created } = await botOf(chatbots, tenant.token);
  const value = 'v'.repeat(900);
  await created('entity', {
    field,
    input: {
      entityName: 'x',
      entityValues: {
        values: [
          { value, synonyms: ['abc'] },
          { value: 'w'.repeat(200_000), synonyms: ['abd'] },
        ],
      },
    },
  });
  await created('intent', {
    field,
    input: {
      intentName: 'HUGE',
      intentUtterances: { sw: ['tafuta abc'] },
      intentParams: {
        parameters: Array.from({ length: 5000 }, (_, n) => ({ name: `p${String(n)}`, entity: 'x' })),
      },
    },
  });
  await created('template', {
    field,
    input: { templateName: 'HUGE', templateResponses: { sw: ['{p0}'.repeat(60_000)] } },
  });
  const entities = Array.from({ length: 50 }, (_, n) => ({
    entityName: `crowd ${String(n)}`,
    entityValues: { values: ['abc', 'abd', 'abf'].map((word) => ({ value, synonyms: [word] })) },
  }));
  await execute(
    'mutation ($id: ID!, $inputs: [EntityInput!]!) { createEntities(fieldId: $id, inputs: $inputs) { results { code } } }',
    { id: field, inputs: entities },
  );
  const text = `tafuta ${'abc abd '.repeat(120)}`;
  const before = process.cpuUsage();
  const { data, errors } = await chatbots.graphql(
    'query ($field: ID!, $text: String!) { recognise(fieldId: $field, text: $text, language: "sw") { entities { value } } }',
    { field, text },
    tenant.token,
  );
  const turns = [];
  for (const message of ['tafuta abc', text])
    turns.push(
      await chatbots.graphql(
        CONVERSE,
        { id: conversation, input: { text: message, fieldId: field, language: 'sw' } },
        tenant.token,
      ),
    );
  const { user, system } = process.cpuUsage(before);

  expect(errors).toEqual([]);
  const found = (data as Data)['recognise']?.['entities'] as { value: string }[];
  expect(found).toHaveLength(250);
  expect(found.every((entity) => entity.value === value)).toBe(true);
  const codes = turns.flatMap((turn) => turn.errors.map(({ extensions }) => extensions['code']));
  expect(codes.filter((code) => code !== 'TOO_LARGE')).toEqual([]);
  expect(JSON.stringify(turns.map(({ data }) => data)).length).toBeLessThan(20_000);
  expect((user + system) / 1000).toBeLessThan(10_000);
});
