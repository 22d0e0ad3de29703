import { openDatabase } from '../../src/server/database';
import { createLogger } from '../../src/observability/logger';
import { type Doctor, openDoctor, type CheckResult } from '../../src/storage/integrity/open-doctor';
import { connect } from '../../src/storage/mongo/connection';
import { type Models, modelsOf } from '../../src/storage/models';
import { chatbotClient, PLATFORM } from '../support/applications';
import { bareLine, nounLine } from '../support/articles';
import { runCommand } from '../support/command';
import { runEngine, testDatabase, type TestDatabase } from '../support/database';
import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { DICTIONARY, FIRST, REPAIR, ROUNDS, set } from './damages';

const ADMIN = { username: 'Chief', password: 'sesame sesame' };

let database: TestDatabase;
let server: TestGateway;
let endEngine: () => Promise<void>;
let client: Awaited<ReturnType<typeof chatbotClient>>;
let admin: string;
let doctor: Doctor;
let models: Models;
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  database = testDatabase();
  endEngine = await runEngine(database.env);
  server = await startGateway(database.env);
  await server.gateway.firstAccounts.ensure({ admin: ADMIN, platform: PLATFORM });
  const words = ['kɔ́', 'ŋdà', 'ati'].map((word, i) => (i > 0 ? bareLine : nounLine)(DICTIONARY, i + 1, word));
  await runCommand('import', [dictionaryFolder(DICTIONARY, words)], database.env);
  await fill();
  const { MONGODB_URI: mongodbUri, DATA_DIR: dataDir = '' } = database.env;
  const opened = await openDatabase({ mongodbUri, dataDir }, createLogger({ logLevel: 'silent' }));
  doctor = await openDoctor(opened.address);
  const connection = await connect(opened.address);
  models = modelsOf(connection);
  closeDatabase = async () => {
    await connection.close();
    await opened.close();
  };
});

afterAll(async () => {
  await server.close();
  await doctor.close();
  await closeDatabase();
  await endEngine();
  await database.drop();
});

/** Earlier revisions of an article, votes, a comment, and an application with a conversation of two requests. */
async function fill(): Promise<void> {
  client = await chatbotClient(server.url);
  admin = await client.logIn(ADMIN.username, ADMIN.password);
  const article = `dictionary: "${DICTIONARY}"`;
  await client.execute(
    `mutation { createComment(input: { ${article}, number: "1", text: "good" }) { comment { publicId } userErrors { code message } } }`,
    {},
    admin,
  );
  const comment = await client.execute(`{ comments { nodes { publicId } } }`, {}, admin);
  const { publicId } = (comment['comments'] as unknown as { nodes: { publicId: string }[] }).nodes[0] ?? {
    publicId: '',
  };
  await client.execute(
    `mutation ($id: ID!) {
      voteOnArticle(${article}, number: "1", vote: LIKE) { article { likeCount } userErrors { code message } }
      voteOnComment(publicId: $id, vote: UNLIKE) { comment { unlikeCount } userErrors { code message } }
      hide: setArticleDisabled(${article}, number: "1", isDisabled: true) { article { revision } userErrors { code message } }
      show: setArticleDisabled(${article}, number: "1", isDisabled: false) { article { revision } userErrors { code message } }
    }`,
    { id: publicId },
    admin,
  );
  const { token } = await client.register('shop');
  const made = await client.execute(
    'mutation { createConversation(input: { userName: "u" }) { conversation { id } userErrors { code message } } }',
    {},
    token,
  );
  const append =
    'mutation ($id: ID!) { createConversationRequest(conversationId: $id, input: {}) { conversationRequest { number } userErrors { code message } } }';
  for (let i = 0; i < 2; i++)
    await client.execute(append, made['createConversation'] as unknown as object, token);
}

async function examined({ mends = false } = {}): Promise<readonly string[]> {
  const outcomes: CheckResult[] = [];
  for await (const outcome of doctor.examine(mends)) outcomes.push(outcome);
  return outcomes.flatMap(({ problems }) => problems.map(({ sentence, remedy }) => `${sentence}. ${remedy}`));
}

const behind = (work: (models: Models) => Promise<unknown>) => work(models);

test('finds no problem in a database that gateways have written', async () => {
  expect(await examined()).toEqual([]);
});

test.each(Object.entries(ROUNDS))(
  'names damage to %s, writes nothing, and repairs it when told',
  async (_, damages) => {
    for (const [plant] of damages) await behind(plant);

    const found = await examined();
    const mended = await examined({ mends: true });
    const after = await examined();

    const withoutNames = found.map((sentence) => sentence.replace(/(list|comments) \([^)]+\)/, '$1 (…)'));
    expect(withoutNames.toSorted()).toEqual(damages.flatMap(([, said]) => said).toSorted());
    expect(found).toEqual(expect.arrayContaining([...mended]));
    expect(mended).not.toEqual([]);
    expect(after).toEqual([]);
  },
);

test('an index with other options is reported, and a missing one is created by a repair', async () => {
  await behind(async ({ audit: { collection } }) => {
    await collection.drop();
    await collection.createIndexes([{ key: { place: 1 }, unique: true }]);
  });
  const other = await examined({ mends: true });
  await behind(({ audit: { collection } }) => collection.drop());
  const missing = await examined({ mends: true });

  const lacks = (...fields: string[]) =>
    fields.map((field) => `audit has no index {${field}"place":1}. ${REPAIR}`);
  const others = ['"target":1,', '"accountId":1,', '"action":1,'];
  expect(other).toEqual([
    ...lacks(...others),
    'audit has an index {"place":1} with the options {"unique":true} instead of {"unique":false}. ' +
      'Drop the index place_1 in the database, then run `npm run repair`.',
  ]);
  expect(missing).toEqual(lacks(...others, ''));
  expect(await examined()).toEqual([]);
});

test('reports an index that no version declares, but not as a problem', async () => {
  await behind(({ audit: { collection } }) => collection.createIndexes([{ key: { formerly: 1 } }]));
  const other = await runCommand('doctor', [], database.env);
  await behind(({ audit: { collection } }) => collection.drop());
  await examined({ mends: true });
  const none = await runCommand('doctor', [], database.env);

  expect(other.code).toBe(0);
  expect(other.stdout).toMatch(
    /^ok {7}indexes: \d+ as declared; not declared by any model: audit\.formerly_1$/m,
  );
  expect(none.stdout).toMatch(/^ok {7}indexes: \d+ as declared$/m);
});

test('leaves search keys of older rules, and an interrupted reindex, to the command reindex', async () => {
  await behind(set('articles', FIRST, { 'keys.precise': [], 'rules.keys': 1 }));
  await behind(set('system', { _id: 'reindex' }, { progress: { number: 1 } }));

  const found = await examined();
  await runCommand('reindex', [], database.env);

  expect(found).toEqual([
    `${DICTIONARY}: the search keys have an outdated version, in 1 article (1). Run \`npm run reindex\`.`,
    'The rebuild of the search keys was interrupted. Run `npm run reindex`.',
  ]);
  expect(await examined()).toEqual([]);
});

test('does not repair articles without their dictionary', async () => {
  const rename = (from: string, to: string) =>
    set('dictionaries', { dictionaryId: from }, { dictionaryId: to });
  await behind(rename(DICTIONARY, 'elsewhere'));

  const found = await examined({ mends: true });
  await behind(rename('elsewhere', DICTIONARY));

  expect(found).toEqual([
    expect.stringMatching(/^qaa_fr_1: articles exist but their dictionary does not\. Create/),
  ]);
  expect(await examined()).toEqual([]);
});

test('does not repair an object with an impossible number', async () => {
  const [conversation] = await models.conversations.collection.find({}).limit(1).toArray();
  const { owner } = conversation as unknown as { owner: string };
  const odd = { owner, number: 1.5, block: `${owner}#0`, lists: {} };
  await behind(({ conversations: { collection } }) =>
    collection.insertOne({ ...conversation, ...odd, _id: `${owner}/1.5` as never }),
  );
  await behind(set('applications', { publicId: owner }, { 'lists.conversations': { count: 2, last: 2 } }));

  const found = await examined({ mends: true });
  await behind(({ conversations: { collection } }) => collection.deleteOne({ _id: `${owner}/1.5` as never }));
  await examined({ mends: true });

  expect(found).toEqual([
    `conversations: an object's number is not an integer from 1 to 1000000000000000, in 1 list (${owner}). ` +
      'Delete the object in the database, then run `npm run repair`.',
    'the stored usage is wrong, in 1 application, dictionary or author of comments ' +
      `(application:${owner}). ${REPAIR}`,
  ]);
  expect(await examined()).toEqual([]);
});

test('the command reports what it checked and ends with 0, or names the problem and ends with 1', async () => {
  const right = await runCommand('doctor', [], database.env);
  await behind(set('counters', { _id: 'total:users' }, { value: 0 }));
  const wronged = await runCommand('doctor', [], database.env);
  const repaired = await runCommand('doctor', ['--repair'], database.env);

  expect([right.code, wronged.code, repaired.code]).toEqual([0, 1, 0]);
  expect(right.stdout).toMatch(
    /^ok {7}configuration\nok {7}format: version \d+\nok {7}indexes: \d+ as declared\n/,
  );
  expect(right.stdout).toContain('ok       articles: 3 compared with their JSON\n');
  expect(right.stdout).toMatch(/\nNo problems were found\.\n$/);
  expect(wronged.stdout).toContain(`PROBLEM  The total of users is 0, but 1 exist. ${REPAIR}\n`);
  expect(wronged.stdout).toMatch(/\n1 problem\.\n$/);
  expect(repaired.stdout).toMatch(/REPAIRED {1}The total of users[^]*1 problem, 1 repaired\.\n$/);
});

test('finds no problem while gateways write', async () => {
  // Other tests count what the database holds: what is written here goes again.
  const { token, publicId } = await client.register('writer');
  await client.execute(
    'mutation { createDictionary(input: { publicId: "qaa_written" }) { userErrors { message } } }',
    {},
    admin,
  );
  const made = await client.execute(
    'mutation { createConversation(input: { userName: "u" }) { conversation { id } userErrors { code message } } }',
    {},
    token,
  );
  let isRunning = true;
  const write = async (mutation: string, by: string) => {
    for (let i = 0; isRunning; i++)
      await client.execute(
        mutation,
        { id: (made['createConversation'] as { id: string } | undefined)?.id, i: String(i) },
        by,
      );
  };
  const writers = [
    write(
      `mutation ($id: ID!) { createConversationRequest(conversationId: $id, input: {}) { conversationRequest { number } userErrors { code message } } }`,
      token,
    ),
    write(
      `mutation ($i: String) { createArticle(dictionary: "qaa_written", input: { source: { entry: { headword: $i } } }) { article { number } userErrors { code message } } }`,
      admin,
    ),
    write(
      `mutation { voteOnArticle(dictionary: "${DICTIONARY}", number: "3", vote: LIKE) { article { number } userErrors { code message } } }`,
      admin,
    ),
  ];

  const found = [await examined(), await examined()];
  isRunning = false;
  await Promise.all(writers);
  await client.execute(
    `mutation {
      deleteApplication(publicId: "${publicId}") { userErrors { message } }
      deleteDictionary(dictionary: "qaa_written", confirm: "qaa_written") { userErrors { message } }
      voteOnArticle(dictionary: "${DICTIONARY}", number: "3", vote: NONE) { userErrors { message } }
    }`,
    {},
    admin,
  );

  expect(found).toEqual([[], []]);
});

test('an invalid configuration and a missing database are problems too', async () => {
  const [unset, absent] = await Promise.all([
    runCommand('doctor', [], { PORT: 'x', MODE: 'y' }),
    runCommand('doctor', [], { DATA_DIR: '/tmp/griot-no-such-folder' }),
  ]);

  expect([unset.code, absent.code]).toEqual([1, 1]);
  expect(unset.stdout).toMatch(/^PROBLEM {2}PORT must be .*\nPROBLEM {2}MODE must be .*\n$/);
  expect(absent.stdout).toMatch(/^PROBLEM {2}DATA_DIR, .*, contains no database\./);
});
