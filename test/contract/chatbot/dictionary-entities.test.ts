import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFolder } from '../../../src/formats/dictionary/import-folder';
import { applicationFrom } from '../../../src/formats/chatbot/read-application';
import type { Json } from '../../../src/shared/json';
import { PASSWORD, startWithApplications, type ChatbotServer } from '../../support/applications';
import { DictionaryValues } from '../../../src/services/recognition/dictionary-values';

const SAMPLES = join(__dirname, '../../../samples');
const ID = 'yor_eng_fra_griot';
/** How many articles are written; each makes recognition answer anew. */
const WRITES = Number(process.env['ENTITY_WRITES'] ?? 40);

let chatbots: ChatbotServer;
let token: string;
let field: string;

beforeAll(async () => {
  chatbots = await startWithApplications();
  const { imports, applicationImports } = chatbots.server.gateway;
  const witness = { begins: () => undefined, proceeds: () => undefined, rejects: () => undefined };
  await importFolder(imports, join(SAMPLES, ID), {
    request: { overwrite: false, dryRun: false, skipBadLines: false, missing: 'keep' },
    witness,
  });
  const [demo] = JSON.parse(
    readFileSync(join(SAMPLES, 'market_helper', 'applications.json'), 'utf8'),
  ) as Json[];
  const application = { ...applicationFrom(demo ?? null, 'demo'), password: PASSWORD };
  await applicationImports.importApplication(application, { overwrite: false, dryRun: false });
  token = String((await chatbots.logInAs('Griot demo')).body['token']);
  const fields = await chatbots.ask('{ application { fields(first: 1) { nodes { id } } } }', {}, token);
  field = (fields as unknown as { application: { fields: { nodes: { id: string }[] } } }).application.fields
    .nodes[0]!.id;
});

afterAll(() => chatbots.server.close());

async function said(text: string, language: string): Promise<unknown> {
  const made = await chatbots.ask(
    'mutation { createConversation(input: {}) { conversation { id } } }',
    {},
    token,
  );
  const { id } = (made as unknown as { createConversation: { conversation: { id: string } } })
    .createConversation.conversation;
  const turn = await chatbots.ask(
    'mutation ($id: ID!, $input: MessageInput!) { converse(conversationId: $id, input: $input) { conversationTurn { reply } } }',
    { id, input: { text, language } },
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
  const data = await chatbots.ask(
    'query ($field: ID!, $text: String!) { recognise(fieldId: $field, text: $text) { entities { entity value article } } }',
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
  expect(await said(text, language)).toBe(reply);
});

test('after each of many random writes of articles, the entities are right', async () => {
  const words = new Map<string, { readonly id: string; readonly gloss: string }>();
  const write = async (query: string, variables: object) => {
    const { data, errors } = await chatbots.graphql(query, variables, chatbots.admin);
    expect(errors).toEqual([]);
    return data;
  };
  const nameOf = (n: number) =>
    `zz${Array.from(String(n), (digit) => 'bcdfghjklm'.charAt(Number(digit))).join('a')}aq`;
  const random = (most: number) => Math.floor(Math.random() * most);
  for (let n = 0; n < WRITES; n++) {
    const [word, known] = [...words][random(words.size)] ?? ['', undefined];
    const kind = known === undefined ? 0 : random(4);
    if (kind <= 1) {
      const gloss = `gloss${nameOf(n)}`;
      const source = { entry: { headword: nameOf(n) }, translations: [{ lang: 'en', content: gloss }] };
      const made = await write(
        `mutation ($source: JSON!) { createArticle(dictionary: "${ID}", input: { source: $source }) { article { id } userErrors { message } } }`,
        { source },
      );
      words.set(nameOf(n), {
        gloss,
        id: (made as unknown as { createArticle: { id: string } }).createArticle.id,
      });
    } else if (kind === 2)
      await write('mutation ($id: ID!) { deleteArticle(id: $id) { userErrors { message } } }', {
        id: known?.id,
      });
    else
      await write(
        'mutation ($id: ID!) { setArticleDisabled(id: $id, isDisabled: true) { userErrors { message } } }',
        {
          id: known?.id,
        },
      );
    if (kind > 1) {
      words.delete(word);
      expect(await found(known?.gloss ?? 'qqqqq')).toEqual([]);
    }
    const [[name, one] = ['', undefined]] = [...words].slice(-1);
    const entities = one === undefined ? [] : [{ entity: 'yoruba_word', value: name, article: one.id }];
    expect((await found(one?.gloss ?? 'qqqqq')).filter(({ entity }) => entity === 'yoruba_word')).toEqual(
      entities,
    );
  }
});

test('an identifier that is none is a fault of its argument', async () => {
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
  const made = await chatbots.ask('mutation { createField(input: {}) { field { id } } }', {}, token);
  const { id } = (made as unknown as { createField: { field: { id: string } } }).createField.field;
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

test('a dictionary that is read in several requests is read on, and one that is too large is not read again', async () => {
  const size = 100_400;
  const asked: number[] = [];
  const storage = {
    dictionaries: { findMany: () => Promise.resolve([{ dictionaryId: 'large', number: 1 }]) },
    changes: {
      read: (_: string, { after, limit }: { after: number; limit: number }) => {
        asked.push(after);
        const changes = Array.from({ length: limit }, (__, n) => ({
          seq: after + n + 1,
          article: { number: after + n + 1, publicId: 'a', headword: null, content: NO_CONTENT },
        }));
        return Promise.resolve({ changes, next: after + limit, hasMore: after + limit < size });
      },
    },
  };
  const values = new DictionaryValues(storage as never);
  const source = { dictionary: 'large', value: 'headword', synonyms: [] };
  let steps = 0;
  const ends = () => (++steps === 3 ? Promise.reject(new Error('the request ended')) : Promise.resolve());

  await expect(values.read(source, ends)).rejects.toThrow('the request ended');
  expect(asked).toEqual([0, 200, 400]);
  await expect(values.read(source, ends)).rejects.toThrow('more than 100000 articles');
  expect(asked[3]).toBe(600);
  const before = asked.length;
  await expect(values.read(source, ends)).rejects.toThrow('more than 100000 articles');
  expect(asked.length).toBe(before);
});

const NO_CONTENT = { categories: [], classes: [] };
