import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFolder } from '../../../src/formats/dictionary/import-folder';
import { applicationFrom } from '../../../src/formats/chatbot/application-folder';
import type { Json } from '../../../src/shared/json';
import { resultOf } from '../../support/command';
import { PASSWORD, startWithApplications, type ChatbotServer } from '../../support/applications';

const SAMPLES = join(__dirname, '../../../samples');
const ID = 'yor_eng_fra_griot';

let chatbots: ChatbotServer;
let token: string;
let field: string;
let applications = 0;

beforeAll(async () => {
  chatbots = await startWithApplications();
  const { imports, applicationImports } = chatbots.server.gateway;
  const callbacks = { begins: () => undefined, proceeds: () => undefined, rejects: () => undefined };
  await importFolder(imports, join(SAMPLES, ID), {
    request: { overwrite: false, dryRun: false, skipBadLines: false, missing: 'keep' },
    callbacks,
  });
  const [demo] = JSON.parse(
    readFileSync(join(SAMPLES, 'market_helper', 'applications.json'), 'utf8'),
  ) as Json[];
  const application = { ...applicationFrom(demo ?? null, 'demo'), password: PASSWORD };
  await applicationImports.importApplication(application, { overwrite: false, dryRun: false });
  token = String((await chatbots.logInAs('Griot demo')).body['token']);
  const fields = await chatbots.execute('{ application { fields(first: 1) { nodes { id } } } }', {}, token);
  field = (fields as unknown as { application: { fields: { nodes: { id: string }[] } } }).application.fields
    .nodes[0]!.id;
});

afterAll(() => chatbots.server.close());

async function newConversation(): Promise<string> {
  const made = await chatbots.execute(
    'mutation { createConversation(input: {}) { conversation { id } } }',
    {},
    token,
  );
  return (made as unknown as { createConversation: { conversation: { id: string } } }).createConversation
    .conversation.id;
}

/** A field of an application of its own: the demo bot recognises in all its fields. */
async function newField() {
  const { token } = await chatbots.register(`Application ${String(++applications)}`);
  const made = await chatbots.execute('mutation { createField(input: {}) { field { id } } }', {}, token);
  const { id } = (made as unknown as { createField: { field: { id: string } } }).createField.field;
  return { token, field: id };
}

async function replyTo(text: string, language: string): Promise<unknown> {
  const id = await newConversation();
  const turn = await chatbots.execute(
    'mutation ($id: ID!, $input: ConverseInput!) { converse(conversationId: $id, input: $input) { conversationTurn { reply } } }',
    { id, input: { text, language, fieldId: field } },
    token,
  );
  return (turn as unknown as { converse: { conversationTurn: { reply: unknown } } }).converse.conversationTurn
    .reply;
}

interface Found {
  readonly entity: string;
  readonly value: string;
  readonly article: string | null;
}

async function found(text: string): Promise<readonly Found[]> {
  const data = await chatbots.execute(
    'query ($field: ID!, $text: String!) { recognise(fieldId: $field, text: $text) { entities { entity value article: articleId } } }',
    { field, text },
    token,
  );
  return (data as unknown as { recognise: { entities: readonly Found[] } }).recognise.entities;
}

test.each([
  ['What is the word for house?', 'en', 'house is ilé in Yoruba.'],
  ['how do you say water', 'en', 'water is omi in Yoruba.'],
  ['Comment dit-on maison ?', 'fr', 'maison se dit ilé en yoruba.'],
  ['What does ile mean?', 'en', 'ile means house.'],
  ['Hello', 'en', 'Welcome!'],
])('the demo bot answers %s', async (text, language, reply) => {
  expect(await replyTo(text, language)).toBe(reply);
});

const TOOLS = ['bash', 'curl', 'jq'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);
const lines = TOOLS.length === 0 ? test : test.skip;
if (TOOLS.length > 0)
  process.stdout.write(`skipped: the documented curl lines need ${TOOLS.join(' and ')}\n`);

const GUIDE = readFileSync(join(__dirname, '../../../docs/chatbot-applications.md'), 'utf8');

/** A block of the guide that begins so. */
function blockOf(beginning: string): string {
  const from = GUIDE.indexOf(`\`\`\`sh\n${beginning}`) + '```sh\n'.length;
  return GUIDE.slice(from, GUIDE.indexOf('\n```', from));
}

function run(script: string, env: Readonly<Record<string, string>>) {
  const { PATH: path = '' } = process.env;
  return resultOf(
    spawn('bash', ['-euo', 'pipefail', '-c', script], {
      env: { PATH: path, URL: chatbots.server.url, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
}

lines('the documented lines of curl hold the conversation that is told there', async () => {
  const script = blockOf('say()');
  const expected = [...script.matchAll(/^say .* # (.*)$/gmu)].map(([, reply]) => reply);
  const result = await run(script, { TOKEN: token, CONVERSATION: await newConversation() });

  expect(expected).toHaveLength(20);
  expect([result.code, ...result.stdout.trimEnd().split('\n')]).toEqual([0, ...expected]);
});

lines('ten documented lines make a bot of an application that has nothing', async () => {
  const script = blockOf('TOKEN=');
  const [sayFunction = ''] = blockOf('say()').split('\n\n');
  const { name } = await chatbots.register('Nothing yet');
  const messages = ['how do you say water', 'What is the word?', 'house', 'How do you say kangaroo?'];
  const turns = messages.map((text) => `say en '${text}'`);
  const result = await run([script, sayFunction, ...turns].join('\n'), { NAME: name, PASSWORD });

  expect(script.split('\n')).toHaveLength(10);
  expect([result.code, ...result.stdout.trimEnd().split('\n').slice(-4)]).toEqual([
    0,
    'water is omi in Yoruba.',
    'Which word?',
    'house is ilé in Yoruba.',
    'I do not know this word yet.',
  ]);
});

test('an invalid identifier is a fault of its argument', async () => {
  const { body } = await chatbots.rest('POST', '/graphql', {
    token,
    body: {
      query:
        'mutation { learnUtterance(intentId: "zzz", input: { text: "a", language: "en" }) { userErrors { field code } } }',
    },
  });
  expect(body['data']).toEqual({
    learnUtterance: { userErrors: [{ field: ['intentId'], code: 'INVALID_INPUT' }] },
  });
});

test.each([
  ['20 entities', 21, () => ID, 'entities from dictionaries; recognition reads at most 20'],
  [
    '5 dictionaries',
    6,
    (n: number) => `none_${n}`,
    'dictionaries that its entities come from; recognition reads at most 5',
  ],
])('a field takes values from dictionaries for at most %s', async (_, amount, nameOf, message) => {
  const { token, field: id } = await newField();
  const inputs = Array.from({ length: amount }, (__, n) => ({
    entityName: `entity_${n}`,
    entityValues: { source: { dictionary: nameOf(n) } },
  }));
  const created = await chatbots.graphql(
    'mutation ($id: ID!, $inputs: [EntityInput!]!) { createEntities(fieldId: $id, inputs: $inputs) { userErrors { message } } }',
    { id, inputs },
    token,
  );
  expect(created.errors).toEqual([]);
  const { errors } = await chatbots.graphql(
    'query ($id: ID!) { recognise(fieldId: $id, text: "house") { text } }',
    { id },
    token,
  );
  expect(errors).toMatchObject([{ extensions: { code: 'TOO_LARGE' } }]);
  expect(errors[0]?.message).toContain(message);
});

const REPORT = `query ($field: ID!) {
  entityReport(fieldId: $field, language: "yo") { sources { entity dictionaryId: dictionaryPublicId articles values } conflicts { entity spelling values } }
}`;

interface Report {
  readonly sources: readonly {
    readonly entity: string;
    readonly articles: number;
    readonly values: number;
  }[];
  readonly conflicts: readonly {
    readonly entity: string;
    readonly spelling: string;
    readonly values: readonly string[];
  }[];
}

test('a report lists what entities get, where a maximum is reached, and which spellings match several values', async () => {
  const { token, field: id } = await newField();
  const inputs = [{ most: 3 }, {}].map((more, n) => ({
    entityName: `entity ${String(n)}`,
    entityValues: { source: { dictionary: ID, ...more } },
  }));
  await chatbots.execute(
    'mutation ($id: ID!, $inputs: [EntityInput!]!) { createEntities(fieldId: $id, inputs: $inputs) { results { code } } }',
    { id, inputs },
    token,
  );
  const data = await chatbots.execute(REPORT, { field: id }, token);
  const { sources, conflicts } = (data as unknown as { entityReport: Report }).entityReport;
  const other = await chatbots.register('Other');

  expect(sources).toMatchObject([
    { entity: 'entity 0', dictionaryId: ID, values: 3 },
    { entity: 'entity 1' },
  ]);
  expect(sources[0]?.articles).toBeGreaterThan(60);
  expect(sources[1]?.values).toBe(sources[1]?.articles);
  expect(conflicts).toContainEqual({ entity: 'entity 1', spelling: 'oko', values: ['ọkọ', 'ọkọ́', 'ọkọ̀'] });
  expect(await chatbots.execute(REPORT, { field: id }, other.token)).toEqual({ entityReport: null });
});

test('inflected forms that a dictionary declares are recognised immediately', async () => {
  const before = await found('agbomi');
  const morphology = { prefixes: [['agb-']] };
  await chatbots.execute(
    `mutation ($morphology: MorphologyInput!) { updateDictionary(dictionary: "${ID}", input: { searchProfile: { morphology: $morphology } }) { dictionary { publicId } userErrors { message } } }`,
    { morphology },
    chatbots.admin,
  );

  expect(before).toEqual([]);
  expect(await found('agbomi')).toMatchObject([
    { entity: 'yoruba_word', value: 'omi' },
    { entity: 'english_word' },
  ]);
});

const REPORT_WORD = `mutation ($dictionary: ID!, $text: String!, $requests: [ID!]!) {
  reportMissingWord(dictionary: $dictionary, input: { text: $text, requestIds: $requests }) { missingWord { text } userErrors { field code } }
}`;

test('a word without an article is counted as a missed search, and no longer listed once it has an article', async () => {
  const unresolved = async () => {
    const data = await chatbots.execute(
      '{ application { unresolvedTexts(first: 100) { text requestIds } } }',
      {},
      token,
    );
    return (data as unknown as { application: { unresolvedTexts: { text: string; requestIds: string[] }[] } })
      .application.unresolvedTexts;
  };
  await replyTo('Kangaroo kangaroo kangaroo', 'en');
  const [unresolvedText] = (await unresolved()).filter(({ text }) => text.startsWith('Kangaroo'));
  const variables = { dictionary: ID, text: ' Kangaroo ', requests: unresolvedText?.requestIds };
  expect(await chatbots.execute(REPORT_WORD, variables, token)).toMatchObject({
    reportMissingWord: { text: 'kangaroo' },
  });

  const report = await chatbots.execute(
    `{ dictionary(dictionary: "${ID}") { missedSearches { text count } } }`,
    {},
    chatbots.admin,
  );
  expect(JSON.stringify(report)).toContain('{"text":"kangaroo","count":1}');
  expect((await unresolved()).some(({ text }) => text.startsWith('Kangaroo'))).toBe(false);
});

test.each([
  [{ dictionary: ID, text: 'ab', requests: [] }, 'INVALID_INPUT'],
  [{ dictionary: ID, text: 'a'.repeat(41), requests: [] }, 'INVALID_INPUT'],
  [{ dictionary: 'none', text: 'kangaroo', requests: [] }, 'DICTIONARY_NOT_FOUND'],
])('a missing word %j is refused as %s', async (variables, code) => {
  const { body } = await chatbots.rest('POST', '/graphql', {
    token,
    body: { query: REPORT_WORD, variables },
  });

  expect(JSON.stringify(body)).toContain(`"code":"${code}"`);
});
