import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isObjectType, type GraphQLField } from 'graphql';
import { startWithApplications, type ChatbotServer } from '../../support/applications';
import { tusClient, wordTable } from '../../support/tus';

/** Every list of the schema with cursors is walked to its end, forwards and backwards. A new one fails here until it has an entry. */
const SCHEMA = buildSchema(readFileSync(join(__dirname, '../../../schema/schema.graphql'), 'utf8'));
const DICTIONARY = 'qaa_fr_walk';
const COUNT = 5;

type Token = 'admin' | 'application' | 'platform';

/** Whose token sees the list, how the query comes to its parent, and the arguments without which it is not asked for. */
interface Entry {
  readonly token: Token;
  readonly parent?: 'application' | 'Article' | 'Conversation' | 'Dictionary' | 'Field' | 'User';
  readonly args?: string;
}

const FIELD: Entry = { token: 'application', parent: 'Field' };
const APPLICATION: Entry = { token: 'application', parent: 'application' };

const ENTRIES: Readonly<Record<string, Entry>> = {
  'Application.compilers': APPLICATION,
  'Application.conversations': APPLICATION,
  'Application.fields': APPLICATION,
  'Article.comments': { token: 'admin', parent: 'Article' },
  'Article.proposals': { token: 'admin', parent: 'Article' },
  'Article.revisions': { token: 'admin', parent: 'Article' },
  'Dictionary.articles': { token: 'admin', parent: 'Dictionary' },
  'Dictionary.exportedArticles': { token: 'admin', parent: 'Dictionary' },
  'Dictionary.imports': { token: 'admin', parent: 'Dictionary' },
  'Dictionary.members': { token: 'admin', parent: 'Dictionary' },
  'Dictionary.proposals': { token: 'admin', parent: 'Dictionary' },
  'Conversation.requests': { token: 'application', parent: 'Conversation' },
  'Field.corpora': FIELD,
  'Field.entities': FIELD,
  'Field.intents': FIELD,
  'Field.requests': FIELD,
  'Field.templates': FIELD,
  'Query.applications': { token: 'platform' },
  'Query.articleRevisions': { token: 'admin', args: `dictionary: "${DICTIONARY}", number: "1"` },
  'Query.articles': { token: 'admin' },
  'Query.auditLog': { token: 'admin' },
  'Query.comments': { token: 'admin', args: `filter: { dictionary: "${DICTIONARY}" }` },
  'Query.dictionaries': { token: 'admin' },
  'Query.search': { token: 'admin', args: 'text: "mot"' },
  'Query.users': { token: 'admin' },
  'User.proposals': { token: 'admin', parent: 'User' },
};

/** The fields of the schema that give connections, by `Type.field`. */
const CONNECTIONS: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  Object.values(SCHEMA.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) => {
        const namedType = getNamedType(field.type);
        const isConnection = isObjectType(namedType) && 'pageInfo' in namedType.getFields();
        return isConnection ? [[`${type.name}.${field.name}`, field] as const] : [];
      }),
    ),
);

let server: ChatbotServer;
let tokens: Readonly<Record<Token, string>>;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startWithApplications();
  const { admin, platform } = server;
  const { token: application } = await server.register('owner');
  tokens = { admin, application, platform };
  await fillDictionaries(admin);
  await fillMembers(admin);
  for (let n = 1; n < COUNT; n++) await server.register(`another ${n}`);
  ids = { ...(await dictionaryIds(admin)), ...(await fillApplication(application)) };
});
afterAll(() => server.server.close());

/** The same mutation as often as a list shall have items. */
function repeated(one: (n: number) => string): string {
  return Array.from({ length: COUNT }, (_, n) => `m${n}: ${one(n)}`).join('\n');
}

async function fillDictionaries(admin: string): Promise<void> {
  const run = (mutations: string) => server.execute(`mutation { ${mutations} }`, {}, admin);
  await run(
    repeated(
      (n) =>
        `createDictionary(input: { publicId: "qaa_fr_walk${n || ''}" }) { dictionary { id } userErrors { code message } }`,
    ),
  );
  const article = (n: number) =>
    `createArticle(dictionary: "${DICTIONARY}", input: { source: { entry: { headword: "mot ${n}" } } }) { article { id } userErrors { code message } }`;
  await run(repeated(article));
  for (let n = 0; n < COUNT; n++) await createImport(admin, n);
  const parts = (n: number) => `[{ part: CATEGORY, value: "noun ${n}" }]`;
  for (let n = 0; n < COUNT; n++)
    await run(
      `updateArticleParts(dictionary: "${DICTIONARY}", number: "1", parts: ${parts(n)}) { article { revision } userErrors { code message } }`,
    );
  const comment = (n: number) =>
    `createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: "well ${n}" }) { comment { id } userErrors { code message } }`;
  await run(repeated(comment));
  await run(
    repeated(
      (n) =>
        `createUser(input: { username: "user${n}", password: "a password of it" }) { user { username } userErrors { code message } }`,
    ),
  );
}

/** Proposals by the admin, and members. */
async function fillMembers(admin: string): Promise<void> {
  const dictionary = `dictionary: "${DICTIONARY}"`;
  const proposal = (n: number) =>
    `proposeArticle(${dictionary}, number: "1", input: { source: ${n} }) { proposal { proposalId: publicId } userErrors { code message } }`;
  await server.execute(`mutation { ${repeated(proposal)} }`, {}, admin);
  const member = (n: number) =>
    `setDictionaryMember(${dictionary}, user: "user${n}", role: READER) { dictionaryMember { role } userErrors { code message } }`;
  await server.execute(`mutation { ${repeated(member)} }`, {}, admin);
}

/** An import that waits to be accepted. */
async function createImport(admin: string, n: number): Promise<void> {
  const upload = await tusClient({ server: server.server, admin }).upload(wordTable([`w${n}`, 'mot', 'un']));
  await server.execute(
    `mutation { createImport(upload: "${upload}", dictionary: "${DICTIONARY}") { dictionaryImport { importId: publicId } userErrors { code message } } }`,
    {},
    admin,
  );
}

async function dictionaryIds(token: string): Promise<Readonly<Record<string, string>>> {
  const query = `{ Article: article(dictionary: "${DICTIONARY}", number: "1") { id } Dictionary: dictionary(dictionary: "${DICTIONARY}") { id } User: me { id } }`;
  const found = (await server.execute(query, {}, token)) as Record<string, { id: string }>;
  return Object.fromEntries(Object.entries(found).map(([type, { id }]) => [type, id]));
}

const lowerFirst = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

async function fillApplication(token: string): Promise<Readonly<Record<string, string>>> {
  const run = (mutations: string) =>
    server.execute(`mutation { ${mutations} }`, {}, token) as Promise<Record<string, { id: string }>>;
  await run(
    repeated(
      (n) =>
        `createFieldsCompiler(input: { url: "https://example.org/${n}" }) { fieldsCompiler { id } userErrors { code message } }`,
    ),
  );
  const conversations = await run(
    repeated(
      (n) =>
        `createConversation(input: { userName: "Awa ${n}" }) { conversation { id } userErrors { code message } }`,
    ),
  );
  const fields = await run(
    repeated(
      (n) => `createField(input: { name: "field ${n}" }) { field { id } userErrors { code message } }`,
    ),
  );
  const [Conversation, Field] = [conversations['m0']!.id, fields['m0']!.id];
  await run(
    repeated(
      (n) =>
        `createConversationRequest(conversationId: "${Conversation}", input: { intentName: "I${n}" }) { conversationRequest { id } userErrors { code message } }`,
    ),
  );
  for (const [type, member] of Object.entries(OF_FIELD))
    await run(
      repeated(
        (n) =>
          `create${type}(fieldId: "${Field}", input: { ${member}: "x${n}" }) { ${lowerFirst(type)} { id } userErrors { code message } }`,
      ),
    );
  return { Conversation, Field };
}

const OF_FIELD = {
  Corpus: 'corpusName',
  Entity: 'entityName',
  Intent: 'intentName',
  FieldRequest: 'requestName',
  Template: 'templateName',
};

interface Page {
  readonly totalCount: number | null;
  readonly edges: readonly { readonly cursor: string; readonly node: unknown }[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
}

/** The only list that never has a total, as its description says. */
const UNCOUNTED = 'Dictionary.exportedArticles';

/** What tells items of a list apart, by the first of these fields that they have. */
const IDENTITIES = {
  id: 'id',
  userNumber: 'userNumber',
  article: 'article { id }',
};

async function pageOf(name: string, paging: string): Promise<Page> {
  const { token, parent, args = '' } = ENTRIES[name]!;
  const connection = getNamedType(CONNECTIONS.get(name)!.type) as unknown as { getFields: () => object };
  const { nodes } = connection.getFields() as { nodes: GraphQLField<unknown, unknown> };
  const node = getNamedType(nodes.type) as unknown as { getFields: () => object };
  const identity = Object.entries(IDENTITIES).find(([field]) => field in node.getFields())![1];
  const [, field] = name.split('.');
  const list = `list: ${field!}(${args} ${paging}) { edges { cursor node { ${identity} } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount }`;
  const query = {
    none: `{ ${list} }`,
    application: `{ parent: application { ${list} } }`,
    node: `{ parent: node(id: "${ids[parent ?? ''] ?? ''}") { ... on ${parent ?? ''} { ${list} } } }`,
  }[parent === undefined ? 'none' : parent === 'application' ? parent : 'node'];
  const data = (await server.execute(query, {}, tokens[token])) as { list?: Page; parent?: { list: Page } };
  return (data.parent?.list ?? data.list)!;
}

const itemsOf = ({ edges }: Page) => edges.map(({ node }) => JSON.stringify(node));

/** All items page by page, in the order of the list; one that comes again ends the walk. */
async function walk(name: string, size: number, { isBackwards = false, more = '' } = {}): Promise<string[]> {
  let items: string[] = [];
  let from: string | null = null;
  for (;;) {
    const [count, cursor] = isBackwards ? ['last', 'before'] : ['first', 'after'];
    const page = await pageOf(
      name,
      `${count}: ${size} ${from === null ? '' : `${cursor}: "${from}"`} ${more}`,
    );
    const next = itemsOf(page);
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    expect([startCursor, endCursor]).toEqual([page.edges[0]!.cursor, page.edges.at(-1)!.cursor]);
    expect(next.filter((item) => items.includes(item))).toEqual([]);
    items = isBackwards ? [...next, ...items] : [...items, ...next];
    if (!(isBackwards ? hasPreviousPage : hasNextPage)) return items;
    expect(next).toHaveLength(size);
    from = isBackwards ? startCursor : endCursor;
  }
}

test('every connection of the schema has an entry', () => {
  expect(Object.keys(ENTRIES).sort()).toEqual([...CONNECTIONS.keys()].sort());
});

describe.each(Object.keys(ENTRIES))('%s', (name) => {
  const args = CONNECTIONS.get(name)?.args.map((arg) => arg.name) ?? [];
  let allItems: string[];
  let total: number | null;
  /** How long pages are: the last one is not full. */
  let size: number;

  beforeAll(async () => {
    const page = await pageOf(name, 'first: 100');
    [allItems, total] = [itemsOf(page), page.totalCount];
    size = allItems.length > 2 * COUNT ? 7 : 2;
  });

  test('has several items, each once', () => {
    expect(allItems.length).toBeGreaterThanOrEqual(COUNT);
    expect(new Set(allItems).size).toBe(allItems.length);
    expect(total).toBe(name === UNCOUNTED ? null : allItems.length);
  });

  test('is walked forwards to its end', async () => {
    expect(await walk(name, size)).toEqual(allItems);
    // A last page that is full has no next one.
    if (allItems.length <= 100) expect(await walk(name, allItems.length)).toEqual(allItems);
  });

  if (args.includes('before'))
    test('is walked backwards to its beginning', async () => {
      expect(await walk(name, size, { isBackwards: true })).toEqual(allItems);
    });

  if (args.includes('before') && args.includes('sort'))
    test('is walked in the other order, both ways', async () => {
      const [reversed, more] = [allItems.toReversed(), 'sort: DESC'];
      expect(await walk(name, size, { more })).toEqual(reversed);
      expect(await walk(name, size, { more, isBackwards: true })).toEqual(reversed);
    });
});

test('lists refuse the cursors of lists of other objects', async () => {
  const kindOf = (name: string) => getNamedType(CONNECTIONS.get(name)!.type).name;
  const names = Object.keys(ENTRIES);
  for (const [at, name] of names.entries()) {
    const others = [...names.slice(at), ...names].filter((other) => kindOf(other) !== kindOf(name));
    const foreign = (await pageOf(others[0]!, 'first: 1')).edges[0]!.cursor;
    await expect(pageOf(name, `first: 1, after: "${foreign}"`)).rejects.toThrow(
      'does not belong to this list',
    );
  }
});
