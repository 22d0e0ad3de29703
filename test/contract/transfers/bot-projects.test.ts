import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { exportBotProject, importBotProject } from '../../../src/cli/bot-projects';
import { readProjectFiles } from '../../../src/formats/bots/project-files';
import { importFolder } from '../../../src/formats/dictionary/import-folder';
import { startWithApplications, type ChatbotServer, type Registered } from '../../support/applications';
import { DIALOGFLOW, folderOf, RASA } from '../../support/bot-files';

let chatbots: ChatbotServer;
/** The application of a test, without fields. */
let travel: Registered;
let travelName = '';
let registered = 0;
const printed: string[] = [];

beforeAll(async () => {
  jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  chatbots = await startWithApplications();
});

beforeEach(async () => {
  registered += 1;
  travelName = `Travel${registered}`;
  travel = await chatbots.register(travelName);
});

afterAll(async () => {
  jest.restoreAllMocks();
  await chatbots.server.close();
});

const LANGUAGE = {
  language: undefined,
  report: undefined,
  dryRun: false,
  overwrite: false,
};

async function imported(files: Readonly<Record<string, string>>, more: object): Promise<string> {
  printed.length = 0;
  await importBotProject(chatbots.server.gateway, folderOf(files), {
    ...LANGUAGE,
    application: travelName,
    format: 'rasa',
    field: 'bus',
    ...more,
  });
  return printed.join('\n');
}

async function sent(path: string, token = travel.token) {
  const response = await fetch(
    new URL(`/export/applications/${travel.publicId}/fields/${path}`, chatbots.server.url),
    {
      headers: { 'x-access-token': token },
    },
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  const file = join(folderOf({}), 'sent.zip');
  writeFileSync(file, bytes);
  return { status: response.status, headers: response.headers, file, text: bytes.toString() };
}

interface Fields {
  readonly application: { readonly fields: { readonly nodes: readonly { readonly number: number }[] } };
}

interface Conversation {
  readonly createConversation: { readonly conversation: { readonly id: string } };
}

async function travelAsks<Data>(query: string): Promise<Data> {
  return (await chatbots.execute(query, {}, travel.token)) as Data;
}

test('a Rasa project becomes a bot that answers, and is exported as it was imported', async () => {
  expect(await imported(RASA, { dryRun: true })).toContain('Dry run: nothing was written.');
  expect(await imported(RASA, {})).toMatch(
    new RegExp(`^field bus of ${travelName}: added, 1\\d objects\\.`, 'u'),
  );
  expect(await imported(RASA, {})).toContain('Nothing changed.');

  const { application } = await travelAsks<Fields>(
    '{ application { fields(first: 9) { nodes { id number } } } }',
  );
  const { nodes } = application.fields;
  expect(nodes).toHaveLength(1);
  const { createConversation } = await travelAsks<Conversation>(
    'mutation { createConversation(input: { userLanguage: "sw" }) { conversation { id } } }',
  );
  const conversation = createConversation.conversation.id;
  const turn = await chatbots.execute(
    'mutation ($id: ID!) { converse(conversationId: $id, input: { text: "habari za asubuhi" }) { conversationTurn { reply } } }',
    { id: conversation },
    travel.token,
  );
  expect(turn['converse']).toEqual({ conversationTurn: { reply: 'Karibu!' } });

  const { status, headers, file } = await sent(`${nodes[0]?.number ?? 0}.rasa`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(headers.get('content-disposition')).toBe('attachment; filename="field-1.rasa.zip"');
  const files = await readProjectFiles(file);
  expect([...files.keys()].toSorted()).toEqual(
    Object.keys(RASA)
      .filter((name) => !/credentials|endpoints/u.test(name))
      .toSorted(),
  );
  expect(parse(String(files.get('data/nlu.yml')))).toEqual(parse(RASA['data/nlu.yml']));
});

test('the command writes what the route sends, and reports what is not written', async () => {
  await imported(RASA, {});
  const report = join(folderOf({}), 'report.json');
  const { content, lossLines } = await exportBotProject(chatbots.server.gateway, {
    format: 'clu',
    application: travelName,
    field: 'bus',
    report,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));

  expect(Buffer.concat(chunks).toString()).toBe((await sent('1.clu')).text);
  expect(lossLines().join('\n')).toContain('Dropped: template_responses: 4 (NO_PLACE)');
  const { rows } = JSON.parse(readFileSync(report, 'utf8')) as {
    rows: { seen: number; typed: number; kept: number; dropped: number }[];
  };
  for (const { seen, typed, kept, dropped } of rows) expect(seen).toBe(typed + kept + dropped);
});

test('another file replaces the field only on request', async () => {
  await imported(RASA, {});
  const later = { ...RASA, 'data/more/nlu.yml': 'version: "3.1"\nnlu: []\n' };

  expect(await imported(later, {})).toContain('edited, differs from the file');
  expect(await imported(later, { overwrite: true })).toContain('updated');
  expect(
    parse(String((await readProjectFiles((await sent('1.rasa')).file)).get('data/more/nlu.yml'))),
  ).toMatchObject({
    nlu: [],
  });
  expect(await imported(DIALOGFLOW, { format: 'dialogflow', field: undefined })).toContain(
    `field travel of ${travelName}: added`,
  );
  expect(await imported(RASA, { overwrite: true })).toContain('updated');
});

test('other callers, formats and fields are refused', async () => {
  await imported(RASA, {});
  const otherBot = await chatbots.register('Stranger');

  expect((await sent('1.rasa', otherBot.token)).status).toBe(404);
  expect((await sent('1.rasa', '')).status).toBe(401);
  expect((await sent('99.rasa')).status).toBe(404);
  expect((await sent('1.lift')).status).toBe(400);
  await expect(imported(DIALOGFLOW, {})).rejects.toThrow(/not a project of rasa/u);
  const dictionary = await fetch(new URL('/export/dictionaries/none.rasa', chatbots.server.url));
  expect(dictionary.status).toBe(400);
});

interface Listed {
  readonly totalCount: number;
  readonly values: readonly {
    readonly value: string;
    readonly synonyms: readonly string[];
    readonly articleId: string;
  }[];
}

test('the values from a dictionary are listed, of a language and with the spellings of the folding, and exported', async () => {
  const begins = () => undefined;
  await importFolder(chatbots.server.gateway.imports, join(__dirname, '../../../samples/yor_eng_fra_griot'), {
    request: { overwrite: false, dryRun: false, skipBadLines: false, missing: 'keep' },
    callbacks: { begins, proceeds: begins, rejects: begins },
  });
  const made = await chatbots.execute(
    'mutation { createField(input: { name: "listed" }) { field { id number } } }',
    {},
    travel.token,
  );
  const { id, number } = (made as unknown as { createField: { field: { id: string; number: number } } })
    .createField.field;
  const source = {
    dictionary: 'yor_eng_fra_griot',
    value: 'headword',
    synonyms: ['translations', 'spellings'],
  };
  const inputs = ['fr', 'sw'].map((language) => ({
    entityName: language,
    entityValues: { source: { ...source, language, most: 3 } },
  }));
  await chatbots.execute(
    'mutation ($id: ID!, $inputs: [EntityInput!]!) { createEntities(fieldId: $id, inputs: $inputs) { results { code } } }',
    { id, inputs: [...inputs, { entityName: 'none' }] },
    travel.token,
  );
  const lists = async (more: string): Promise<readonly (Listed | null)[]> => {
    const query = `query ($id: ID!) { node(id: $id) { ... on Field { newestEntities(last: 3) { dictionaryValues(${more}) { totalCount values { value synonyms articleId } } } } } }`;
    const { node } = (await chatbots.execute(query, { id }, travel.token)) as unknown as {
      node: { newestEntities: readonly { dictionaryValues: Listed | null }[] };
    };
    return node.newestEntities.map(({ dictionaryValues }) => dictionaryValues);
  };
  const [french, swahili, none] = await lists('first: 2');
  const [rest] = await lists(`after: "${french?.values[1]?.articleId ?? ''}"`);
  const { text: clu } = await sent(`${String(number)}.clu`);

  expect(french).toMatchObject({
    totalCount: 3,
    values: [
      { value: 'ilé', synonyms: ['maison', 'ile'] },
      { value: 'omi', synonyms: ['eau'] },
    ],
  });
  expect(rest?.values).toMatchObject([{ value: 'iná', synonyms: ['feu', 'ina'] }]);
  expect([swahili, none]).toEqual([{ totalCount: 0, values: [] }, null]);
  const { assets } = JSON.parse(clu) as { assets: { entities: readonly { category: string }[] } };
  expect(JSON.stringify(assets.entities.find(({ category }) => category === 'fr'))).toContain(
    '"listKey":"ilé"',
  );
});
