import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSchema, parse, validate } from 'graphql';
import { loadConfig } from '../../src/config/load-config';
import { prepareFirstStart } from '../../src/server/first-start';
import { prepareExample } from '../../src/web/browser/playground/prepare-example';
import type { ExampleOperation } from '../../src/web/playground/examples';
import { chatbotClient, PASSWORD, PLATFORM, type Registered } from '../support/applications';
import {
  ADMIN_NAME,
  ADMIN_PASSWORD,
  READER_PASSWORD,
  startWithAccounts,
  type AccountServer,
} from '../support/accounts';
import { call } from '../support/http';
import { uploadedPicture } from '../support/every-object';
import { tusClient, wordTable } from '../support/tus';

const SCHEMA = buildSchema(readFileSync(join(__dirname, '../../schema/schema.graphql'), 'utf8'));

let accounts: AccountServer;
let chatbots: Awaited<ReturnType<typeof chatbotClient>>;
let owner: Registered;
let demo: { readonly name: string; readonly password: string } | undefined;
let examples: readonly ExampleOperation[];
let resetTokens: string[];

beforeAll(async () => {
  accounts = await startWithAccounts();
  const { gateway, url, env } = accounts.server;
  const platform = {
    PLATFORM_NAME: PLATFORM.name,
    PLATFORM_EMAIL: PLATFORM.email,
    PLATFORM_PASSWORD: PLATFORM.password,
  };
  ({ demo } = await prepareFirstStart(gateway, loadConfig({ ...env, ...platform })));
  chatbots = await chatbotClient(url);
  owner = await chatbots.register('An owner');
  resetTokens = await makeResetTokens();
  examples = JSON.parse((await call(`${url}/playground/examples.json`)).text) as readonly ExampleOperation[];
});

afterAll(() => accounts.server.close());

/** Called by the channels of bots, with signatures that nobody types. */
const FOR_CHANNELS = ['receiveMessages', 'webhookChallenge'];

test('there is a valid example for every field of Query and Mutation that people call, in a group', () => {
  const roots = [SCHEMA.getQueryType(), SCHEMA.getMutationType()];
  const names = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}));

  expect([...examples.map(({ name }) => name), ...FOR_CHANNELS].sort()).toEqual(names.sort());
  for (const { name, group, query, finds } of examples) {
    expect([name, validate(SCHEMA, parse(query))]).toEqual([name, []]);
    for (const find of finds.flatMap(({ queries }) => queries))
      expect([find, validate(SCHEMA, parse(find))]).toEqual([find, []]);
    expect(group).not.toBe('');
  }
});

test('the demo application exists once beside the sample dictionary, with a separate password', async () => {
  const again = await prepareFirstStart(accounts.server.gateway, loadConfig(accounts.server.env));
  const { status } = await chatbots.logInAs(demo?.name ?? '', demo?.password);

  expect(demo?.name).toBe('Griot demo');
  expect(status).toBe(200);
  expect(again.demo).toBeUndefined();
});

/** The order in which a person could run them all: what creates, what reads, what changes, what deletes. */
function order({ kind, name, finds }: ExampleOperation): number {
  if (/^delete(User|Application)$/.test(name)) return 1000;
  if (/^delete(Dictionary|Article|Comment)$/.test(name)) return 900;
  // As an admin whose password an example has not changed yet.
  if (name === 'deleteMedia') return 150;
  if (name.startsWith('delete')) return 500 - finds.length;
  if (name === 'changePassword') return 200;
  if (name.startsWith('create')) return finds.length;
  if (/revisionSource|restore/i.test(name)) return 160;
  return kind === 'query' ? 100 : 150;
}

interface Role {
  readonly role: ExampleOperation['roles'][number];
  readonly logIn: () => Promise<string | undefined>;
  /** Password of the account. */
  readonly password: string;
}

const ROLES: readonly Role[] = [
  { role: 'anonymous', logIn: () => Promise.resolve(undefined), password: '' },
  { role: 'application', logIn: () => applicationToken(owner.name, PASSWORD), password: PASSWORD },
  { role: 'platform', logIn: () => applicationToken(PLATFORM.name, PLATFORM.password), password: '' },
  { role: 'admin', logIn: () => accounts.logIn(ADMIN_NAME, ADMIN_PASSWORD), password: ADMIN_PASSWORD },
  { role: 'user', logIn: () => accounts.logIn('reader', READER_PASSWORD), password: READER_PASSWORD },
];

async function applicationToken(name: string, password: string): Promise<string> {
  return String((await chatbots.logInAs(name, password)).body['token']);
}

/** What a person would type. */
async function typed(name: string, role: Role): Promise<Readonly<Record<string, unknown>>> {
  const { password } = role;
  const values: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    changePassword: { oldPassword: password, newPassword: `${password}, another` },
    logIn: { username: 'reader', password: READER_PASSWORD },
    logInApplication: { name: demo?.name, password: demo?.password },
  };
  if (name === 'logOutApplication')
    return { tokens: [await applicationToken(demo?.name ?? '', demo?.password ?? '')] };
  if (name === 'passwordReset' || name === 'resetPassword')
    return { token: resetTokens.pop(), newPassword: 'a password that nobody had' };
  if (name === 'refreshLogin') return { refreshToken: await refreshToken() };
  if (name === 'revokeApiKey') return { prefix: await keyPrefix(role) };
  if (name === 'createImport') return { upload: await tusClient(accounts).upload(WORDS) };
  if (name === 'createMedia') return { upload: await uploadedPicture(accounts) };
  if (name.endsWith('Media')) return { media: await picture() };
  if (name.endsWith('roposal')) return { proposal: await proposal() };
  if (name.endsWith('Import')) return { import: await importFor(name) };
  return values[name] ?? {};
}

/** Secrets of links for new passwords, each of another user. */
async function makeResetTokens(): Promise<string[]> {
  const names = ROLES.flatMap(({ role }) => [`${role}-1`, `${role}-2`]);
  const fields = names.map(
    (name, n) => `
      u${String(n)}: createUser(input: { username: "${name}", password: "a long password" }) { userErrors { code } }
      l${String(n)}: createPasswordResetLink(user: "${name}") { passwordResetLink { token } }`,
  );
  const { data } = await accounts.graphql(`mutation { ${fields.join('')} }`, {}, accounts.admin);
  return names.map(
    (_, n) => (data[`l${String(n)}`] as { passwordResetLink: { token: string } }).passwordResetLink.token,
  );
}

async function refreshToken(): Promise<string> {
  const { data } = await accounts.graphql(
    `mutation { logIn(username: "reader", password: "${READER_PASSWORD}", refreshable: true) { login { refreshToken } } }`,
    {},
  );
  return (data['logIn'] as { login: { refreshToken: string } }).login.refreshToken;
}

async function keyPrefix({ logIn }: Role): Promise<string> {
  const { data } = await accounts.graphql(
    'mutation { createApiKey(input: { name: "a key", scopes: [READ], days: 1 }) { createdApiKey { key { prefix } } } }',
    {},
    await logIn(),
  );
  return (data['createApiKey'] as { createdApiKey: { key: { prefix: string } } }).createdApiKey.key.prefix;
}

/** An open proposal. */
async function proposal(): Promise<string> {
  const { data } = await accounts.graphql(
    'mutation { proposeArticle(dictionary: "yor_eng_fra_griot", input: { source: { entry: { headword: "a" } } }) { proposal { proposalId: publicId } } }',
    {},
    accounts.admin,
  );
  return (data['proposeArticle'] as { proposal: { proposalId: string } }).proposal.proposalId;
}

async function picture(): Promise<string> {
  const { data } = await accounts.graphql(
    'mutation ($upload: ID!) { createMedia(dictionary: "yor_eng_fra_griot", number: "1", upload: $upload) { media { mediaId: publicId } } }',
    { upload: await uploadedPicture(accounts) },
    accounts.admin,
  );
  return (data['createMedia'] as { media: { mediaId: string } }).media.mediaId;
}

const WORDS = wordTable(['w1', 'ada', 'un'], ['w2', 'bada', 'deux']);

/** An import that waits to be accepted; one to be undone is done. */
async function importFor(name: string): Promise<string> {
  const upload = await tusClient(accounts).upload(WORDS);
  const ask = (query: string) => accounts.graphql(query, {}, accounts.admin);
  const { data } = await ask(
    `mutation { createImport(upload: "${upload}", dictionary: "${name.toLowerCase()}") { dictionaryImport { importId: publicId } userErrors { message } } }`,
  );
  const { importId } = data['createImport'] as { importId: string };
  const reach = async (state: string) => {
    for (;;) {
      const read = await ask(`{ dictionaryImport(import: "${importId}") { state } }`);
      if ((read.data['dictionaryImport'] as { state: string }).state === state) return;
      await sleep(20);
    }
  };
  await reach('WAITING');
  if (name !== 'undoImport') return importId;
  await ask(
    `mutation { acceptImport(import: "${importId}") { dictionaryImport { state } userErrors { message } } }`,
  );
  await reach('DONE');
  return importId;
}

interface Outcome {
  readonly data?: Readonly<Record<string, { readonly userErrors?: readonly unknown[] } | null>>;
  readonly errors?: readonly { readonly message: string }[];
}

async function send(query: string, variables: object, token?: string): Promise<Outcome> {
  const { body } = await accounts.rest('POST', '/graphql', { token, body: { query, variables } });
  return body;
}

/** To others, `me` is null. */
const PEOPLE: ReadonlySet<ExampleOperation['roles'][number]> = new Set(['user', 'admin'] as const);

/** What anonymous people may read, everyone may; test/contract/access verifies it for each role. */
const isFirstRun = ({ kind, roles }: ExampleOperation, { role }: Role) =>
  role === 'anonymous' || kind === 'mutation' || !roles.includes('anonymous');

async function replyOfDemo(): Promise<unknown> {
  const token = await applicationToken(demo?.name ?? '', demo?.password ?? '');
  const ask = async (query: string, variables: object) => (await send(query, variables, token)).data;
  const run = async (wanted: string) => {
    const { query, variables } = await prepareExample(
      examples.find(({ name }) => name === wanted)!,
      ask,
    );
    return send(query, variables, token);
  };
  await run('createConversation');
  return (await run('converse')).data;
}

async function failuresOf(role: Role, own: readonly ExampleOperation[]): Promise<readonly unknown[]> {
  const token = await role.logIn();
  const failures: unknown[] = [];
  for (const example of own.toSorted((a, b) => order(a) - order(b))) {
    const { name } = example;
    const used = name === 'logOut' ? await role.logIn() : token;
    const ask = async (query: string, variables: object) => (await send(query, variables, used)).data;
    const prepared = await prepareExample(example, ask);
    const variables = { ...prepared.variables, ...(await typed(name, role)) };
    const { data, errors = [] } = await send(prepared.query, variables, used);
    const faults = [...errors.map(({ message }) => message), ...(data?.[name]?.userErrors ?? [])];
    const isNull = data?.[name] === null && !(name === 'me' && !PEOPLE.has(role.role));
    if (faults.length > 0 || isNull) failures.push([role.role, name, variables, prepared.missing, faults]);
  }
  return failures;
}

// One test: examples change the samples and the passwords, and a person runs them in this order.
test('on a fresh server with the samples, the demo bot answers a conversation, then every example succeeds for each role', async () => {
  expect(await replyOfDemo()).toMatchObject({
    converse: { conversationTurn: { reply: 'house is ilé in Yoruba.' } },
  });

  const failures: unknown[] = [];
  for (const role of ROLES) {
    const own = examples.filter(({ roles }) => roles.includes(role.role));
    failures.push(
      ...(await failuresOf(
        role,
        own.filter((example) => isFirstRun(example, role)),
      )),
    );
    expect(own.length).toBeGreaterThan(role.role === 'anonymous' ? 10 : 20);
  }
  expect(failures).toEqual([]);
});

test('an example that finds nothing says which to run first', async () => {
  const example = examples.find(({ name }) => name === 'updateArticle');

  const prepared = await prepareExample(example!, () => Promise.resolve({ search: { nodes: [] } }));

  expect(prepared.missing).toEqual(['createArticle']);
  expect(prepared.query).toContain('# This mutation writes.');
  expect(prepared.query).toContain('Run the example createArticle first.');
});
