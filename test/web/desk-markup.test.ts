import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { ADMIN_NAME, ADMIN_PASSWORD } from '../support/accounts';
import { describeInBrowser, openBrowser, visit } from '../support/browser';
import { png } from '../support/media-files';
import { ARTICLES, type BotAtDesk, botAtDesk, DESK, type DeskServer, startDesk } from './desk-browser';
import { DICTIONARY } from './reader-dictionary';

/** It would make elements, each with an attribute that the pages do not use, in text and in attributes. */
const MARKUP = `"'><script data-bad>bad=1</script><img data-bad src=x onerror=bad=1><svg data-bad onload=bad=1>`;

const SCHEMA = buildSchema(readFileSync(join(__dirname, '../../schema/schema.graphql'), 'utf8'), {
  assumeValid: true,
});

/** A value of an input with markup in every text of it, one item in each list. */
function markedUp(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return markedUp(type.ofType);
  if (isListType(type)) return [markedUp(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields()).map(({ name, type: of }) => [name, markedUp(of)]),
    );
  const scalars: Readonly<Record<string, unknown>> = {
    Boolean: true,
    Int: 1,
    SafeInt: 1,
    Float: 1,
    JSON: { [MARKUP]: [MARKUP, { of: MARKUP }] },
    JSONObject: { [MARKUP]: MARKUP, sw: [MARKUP], values: [{ value: MARKUP, synonyms: [MARKUP] }] },
  };
  return scalars[type.name] ?? MARKUP;
}

function inputNamed(schema: GraphQLSchema, name: string): Record<string, unknown> {
  const type = schema.getType(name);
  if (!isInputObjectType(type)) throw new Error(`There is no input ${name}`);
  return markedUp(type) as Record<string, unknown>;
}

/** Leaves out the part of an input that a path names. */
function without(value: unknown, [step = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value) && rest.length === 0)
    return (value as readonly unknown[]).filter((_, i) => String(i) !== step);
  if (Array.isArray(value))
    return (value as readonly unknown[]).map((one, i) => (String(i) === step ? without(one, rest) : one));
  if (typeof value !== 'object' || value === null) return value;
  const own = value as Readonly<Record<string, unknown>>;
  const members = Object.entries(own).filter(([name]) => name !== step || rest.length > 0);
  return Object.fromEntries(members.map(([name, one]) => [name, name === step ? without(one, rest) : one]));
}

interface Written {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Fields that take no such text. */
  readonly leftOut: readonly string[];
}

interface RawReply {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string }[];
}

interface Writing {
  /** The call, with `$input`. */
  readonly call: string;
  readonly type: string;
  /** What cannot be markup, as a name of a user elsewhere. */
  readonly given?: Readonly<Record<string, unknown>>;
  readonly result?: string;
  readonly token?: string;
}

/** Writes markup into every field that takes it. */
async function write(desk: DeskServer, { call, type, given = {}, result, token }: Writing): Promise<Written> {
  let input: unknown = { ...inputNamed(SCHEMA, type), ...given };
  const leftOut: string[] = [];
  for (;;) {
    const mutation = `mutation ($input: ${type}!) { result: ${call} { ${result ?? ''} userErrors { field message } } }`;
    const body = { query: mutation, variables: { input } };
    const response = await desk.rest('POST', '/graphql', { token: token ?? desk.admin, body });
    const { data, errors } = response.body as unknown as RawReply;
    // A field that has another form already for GraphQL is named by the message alone.
    const named = /at "input\.([\w.]+)"/.exec(errors?.[0]?.message ?? '')?.[1]?.split('.');
    const { userErrors = [] } = (data?.['result'] ?? {}) as {
      readonly userErrors?: readonly { readonly field: readonly string[] | null; readonly message: string }[];
    };
    const refused = named
      ? [named]
      : userErrors.map(({ field }) => (field ?? []).slice(type === 'ArticleContentInput' ? 2 : 1));
    if (refused.length === 0 && (errors ?? []).length === 0)
      return { payload: data?.['result'] as Written['payload'], leftOut };
    if (refused.length === 0 || refused.some((path) => path.length === 0))
      throw new Error(`${call}: ${JSON.stringify(response.body)}`);
    for (const path of [...refused].reverse()) {
      if (leftOut.includes(path.join('.'))) throw new Error(`${call}: ${JSON.stringify(response.body)}`);
      leftOut.push(path.join('.'));
      input = without(input, path);
    }
  }
}

/** Fields whose texts have a form of their own, in which no markup can be. */
const FORMED = /\.(lang|language|logo|avatar|articleId|(targetLanguages|scripts|dictionaryIds)(\.0)?)$/;

describeInBrowser('markup that is stored', () => {
  let desk: DeskServer;
  let bot: BotAtDesk;
  const leftOut: string[] = [];

  beforeAll(async () => {
    desk = await startDesk();
    bot = await botAtDesk(desk, 'seats');
  });

  afterAll(() => desk.server.close());

  const written = async (writing: Writing): Promise<Written['payload']> => {
    const { payload, leftOut: own } = await write(desk, writing);
    leftOut.push(...own.map((path) => `${writing.type}.${path}`));
    return payload;
  };

  /** Stores markup wherever it can be; returns the pages that show it. */
  async function storeEverywhere(): Promise<readonly string[]> {
    const at = `dictionary: "${DICTIONARY}"`;
    const article = await written({
      call: `createArticle(${at}, input: { content: $input })`,
      type: 'ArticleContentInput',
      result: 'article { number }',
    });
    const { number } = article['article'] as { readonly number: number };
    const free = await desk.newArticle({ entry: { headword: MARKUP }, [MARKUP]: { [MARKUP]: [MARKUP] } });
    const source = { type: MARKUP, [MARKUP]: MARKUP };
    await desk.graphql(
      `mutation ($source: JSON!) { proposeArticle(${at}, number: "${free}", input: { source: $source }, note: ${JSON.stringify(MARKUP)}) { userErrors { message } } }`,
      { source },
      desk.admin,
    );
    await written({
      call: `updateDictionary(${at}, input: $input)`,
      type: 'UpdateDictionaryInput',
      given: { searchProfile: null },
    });
    await written({
      call: 'createComment(input: $input)',
      type: 'CreateCommentInput',
      given: { dictionary: DICTIONARY, number: String(number) },
    });
    const { field, token, conversation } = bot;
    const inField = (name: string) =>
      written({ call: `create${name}(fieldId: "${field}", input: $input)`, type: `${name}Input`, token });
    for (const name of ['Intent', 'Entity', 'Template', 'Corpus', 'FieldRequest']) await inField(name);
    await written({ call: `updateField(id: "${field}", input: $input)`, type: 'FieldInput', token });
    await written({
      call: `createConversationRequest(conversationId: "${conversation}", input: $input)`,
      type: 'ConversationRequestInput',
      token,
    });
    await written({
      call: 'createUser(input: $input)',
      type: 'CreateUserInput',
      given: { username: MARKUP.slice(0, 60), role: 'USER' },
    });
    await desk.graphql(
      `mutation ($user: ID!) { setDictionaryMember(${at}, user: $user, role: EDITOR) { userErrors { message } } }`,
      { user: MARKUP.slice(0, 60) },
      desk.admin,
    );
    const registered = await written({
      call: 'createApplication(input: $input)',
      type: 'CreateApplicationInput',
      given: { email: 'markup@example.org', connectors: null, platform: null },
      result: 'application { publicId }',
    });
    const { publicId: other } = registered['application'] as { readonly publicId: string };
    const described = { do: 'add', description: MARKUP, speaker: MARKUP, license: MARKUP };
    const pictured = `${ARTICLES}/${free}`;
    const added = await desk.root.sendFile(
      pictured,
      described,
      new File([new Uint8Array(png(8, 8))], MARKUP),
      `${pictured}/media`,
    );
    expect(added.headers.get('location')).toContain('mediaAdded');
    await written({
      call: 'createApiKey(input: $input)',
      type: 'CreateApiKeyInput',
      given: { scopes: ['READ'], days: 30, dictionaries: [DICTIONARY] },
    });
    await desk.root.get(`/dictionaries/${DICTIONARY}?q=${encodeURIComponent(MARKUP)}`);
    await desk.root.get(`/?q=${encodeURIComponent(MARKUP)}&dictionary=${DICTIONARY}`);
    const table = `${JSON.stringify(MARKUP).replaceAll('\\"', '""')},French\r\nada,${MARKUP.replace('"', '')}\r\n`;
    const sent = await desk.root.sendFile(
      '/desk/import',
      { dictionary: 'qaa_table' },
      new File([table], MARKUP),
    );
    const address = sent.headers.get('location') ?? '';
    await desk.root.settled(address);
    const application = `/desk/applications/${bot.publicId}`;
    const ofField = (await bot.bot.get(`${application}/fields/1`)).text;
    const parts = [...ofField.matchAll(/href="([^"]*\/fields\/1\/[^"]*)"/g)].map(([, one = '']) => one);
    const proposals = (await desk.root.get(`${DESK}/proposals`)).text;
    const proposal = /\/desk\/proposals\/[^"?]+/.exec(proposals)?.[0] ?? '/desk/proposals';
    const ofArticle = [String(number), free].flatMap((one) => [
      `${ARTICLES}/${one}`,
      `${ARTICLES}/${one}/json`,
      `${ARTICLES}/${one}/history`,
      `/dictionaries/${DICTIONARY}/${one}`,
      `${DESK}?edit=${one}`,
    ]);
    return [
      '/desk',
      DESK,
      ...ofArticle,
      proposal,
      ...['new', 'proposals', 'members', 'profile', 'import', 'missed'].map((step) => `${DESK}/${step}`),
      ...['proposals', 'comments', 'users', 'users/3', 'account', 'audit', 'applications'].map(
        (step) => `/desk/${step}`,
      ),
      address,
      ...['', '/fields/1', '/conversations/1', '/connectors'].map((step) => application + step),
      ...parts,
      `/desk/applications/${other}`,
      '/',
      '/dictionaries',
      '/headwords',
      `/dictionaries/${DICTIONARY}`,
      `/?q=${encodeURIComponent(MARKUP)}`,
      `/desk?done=${encodeURIComponent(MARKUP)}`,
      `/desk/audit?q=${encodeURIComponent(MARKUP)}`,
    ];
  }

  test('is shown as text on every page of the desk and of the reader', async () => {
    const paths = await storeEverywhere();
    const browser = await openBrowser();
    const { url } = desk.server;
    const { page, close } = await visit(browser, url, { path: '/desk' });
    await page.getByLabel('Name').fill(ADMIN_NAME);
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Dictionaries', level: 1 }).waitFor();
    const found: unknown[] = [];
    let shown = 0;
    const where = new Set<string>();
    for (const path of paths) {
      const response = await page.goto(url + path);
      const bad = await page.evaluate<number>(
        "document.querySelectorAll('[data-bad], [onerror], [onload]').length",
      );
      const ran = await page.evaluate<boolean>("typeof bad !== 'undefined'");
      const text = await page.evaluate<boolean>("document.documentElement.outerHTML.includes('data-bad')");
      if (text) {
        shown++;
        where.add(path);
      }
      if (bad > 0 || ran || (response?.status() ?? 500) >= 500)
        found.push([path, bad, ran, response?.status()]);
    }
    await close();
    await browser.close();
    const [application = ''] = paths.filter((path) => /applications\/[^/]+$/.test(path)).slice(-1);

    expect(found).toEqual([]);
    // Names of members and of applications, and what pictures say.
    for (const path of [`${DESK}/members`, '/desk/applications', application]) expect(where).toContain(path);
    // Most pages do show it; a page that shows nothing would prove nothing.
    expect(shown).toBeGreaterThan(paths.length / 2);
    expect(leftOut.filter((path) => !FORMED.test(path))).toEqual([]);
  });
});
